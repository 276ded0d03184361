import { describe, expect, it } from 'vitest';
import { keyFile, readKeyFile } from './key-file.ts';
import { whyReserved } from './reserved-chords.ts';

const own = { preset: 'cvat', keys: { 'editor.save': ['Ctrl+Shift+S'], 'editor.vector.tool.box': [] } } as const;

describe('a file of keys', () => {
  it('should come back as it went', () => {
    expect(
      readKeyFile(
        keyFile({ preset: own.preset, keys: { 'editor.save': ['Ctrl+Shift+S'], 'editor.vector.tool.box': [] } }),
      ),
    ).toEqual(own);
  });

  it('should be refused by the field that is wrong', () => {
    const file = (change: object): string =>
      JSON.stringify({ kind: 'loupe-keys', version: 1, preset: 'loupe', keys: {}, ...change });
    const refused = (text: string): unknown => {
      try {
        return readKeyFile(text);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refused('{')).toContain('file');
    expect(refused('[]')).toContain('kind');
    expect(refused(file({ version: 2 }))).toContain('version');
    expect(refused(file({ preset: 'vim' }))).toContain('preset');
    expect(refused(file({ keys: { 'editor.save': ['Hyper+S'] } }))).toContain('keys.editor.save');
    expect(refused(file({ keys: { 'editor.save': ['Ctrl+W'] } }))).toContain('belongs to the browser');
  });
});

it('should report which keys nobody can have', () => {
  expect(whyReserved('ctrl+w')).toContain('browser');
  expect(whyReserved('Esc')).toContain('step back');
  expect(whyReserved('B')).toBeUndefined();
});
