import { describe, expect, it } from 'vitest';
import { parseShortcut, shortcutText } from '#core/shortcuts/common/index.ts';
import { vectorKeys, vectorShortcuts } from './vector-keys.ts';

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

  it('hold every key of the agreed map', () => {
    const chords = vectorShortcuts().flatMap(line => line.keys);
    for (const key of ['V', 'B', 'P', 'L', '.', 'N', 'Esc', 'Delete', 'Ctrl+Z', 'Ctrl+Shift+Z', 'Ctrl+Y', 'Ctrl+C', 'Ctrl+V', 'Ctrl+Shift+V', 'Ctrl+D', 'Ctrl+A', 'Tab', '-', '+', 'I', 'H']) expect(chords).toContain(key);
  });
});
