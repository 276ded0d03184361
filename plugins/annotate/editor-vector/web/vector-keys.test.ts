import { describe, expect, it } from 'vitest';
import { parseShortcut, shortcutText } from '#core/shortcuts/common/index.ts';
import type { KeyedEditor } from './vector-key.ts';
import { vectorKeys } from './vector-keys.ts';
import { vectorShortcuts } from './vector-shortcuts.ts';
import { VectorSettings } from './vector-settings.ts';
import { vectorTools } from './vector-tools.ts';

describe('the tools', () => {
  it('show the key that chooses them, each its own', () => {
    for (const { id, shortcut } of vectorTools) {
      const chosen: string[] = [];
      const found = vectorKeys.find(key => key.chords.includes(shortcut!) && key.when === undefined)!;
      found.run({ setTool: (tool: string) => void chosen.push(tool) } as unknown as KeyedEditor, undefined as never);
      expect(chosen).toEqual([id]);
    }
    expect(new Set(vectorTools.map(tool => tool.shortcut)).size).toBe(vectorTools.length);
  });
});

describe('the keys of the vector editor', () => {
  it('are readable chords', () => {
    for (const chord of vectorKeys.flatMap(key => key.chords)) expect(() => parseShortcut(chord)).not.toThrow();
  });

  it('are taken twice only where the first one depends on the situation', () => {
    const seen = new Set<string>();
    for (const key of vectorKeys) {
      for (const chord of key.chords.map(one => shortcutText(parseShortcut(one)))) {
        expect(seen.has(chord), chord).toBe(false);
        if (key.when === undefined) seen.add(chord);
      }
    }
  });

  it.each([
    ['Shift+B', 'boxMode', 'extremes'],
    ['Shift+V', 'snapToVertices', false],
    ['Shift+C', 'snapToBorders', true],
    ['Shift+E', 'sharedEdges', false],
  ] as const)('switch with %s their own setting only', (chord, setting, other) => {
    const settings = new VectorSettings(`keys of ${chord}`);
    const before = { ...settings.state };
    vectorKeys.find(key => key.chords.includes(chord))!.run({ settings } as unknown as KeyedEditor, undefined as never);
    expect(settings.state).toEqual({ ...before, [setting]: other });
  });

  it('hold every key of the agreed map', () => {
    const chords = vectorShortcuts().flatMap(line => line.keys);
    for (const key of [
      'V',
      'B',
      'R',
      'P',
      'L',
      '.',
      'O',
      'U',
      'K',
      'T',
      'N',
      'F2',
      'Ctrl+G',
      'Ctrl+Shift+G',
      'Shift+P',
      'Shift+N',
      'Shift+B',
      'Shift+V',
      'Shift+C',
      'Shift+E',
      'Shift+K',
      'Shift+U',
      'X',
      'J',
      'Shift+J',
      'W',
      'Alt+W',
      'Shift+S',
      'Ctrl+Up',
      'Ctrl+Down',
      'Ctrl+Shift+A',
      'Alt+Shift+Left',
      'Alt+Shift+H',
      'Right click',
      'Esc',
      'Delete',
      'Ctrl+Z',
      'Ctrl+Shift+Z',
      'Ctrl+Y',
      'Ctrl+C',
      'Ctrl+V',
      'Ctrl+Shift+V',
      'Ctrl+D',
      'Ctrl+A',
      'Tab',
      '-',
      '+',
      'I',
      'H',
    ])
      expect(chords).toContain(key);
  });
});
