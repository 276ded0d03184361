import { describe, expect, it } from 'vitest';
import {
  attachedItemNameProblem,
  cleanFolderName,
  cleanItemName,
  folderNameProblem,
  itemNameProblem,
  numberedItemName,
} from './item-name.ts';

describe('item names', () => {
  it.each(['a', 'cat.jpg', 'Straße 7, links.png', '猫.webp', 'x'.repeat(200), 'a (1).jpg', '.hidden'])(
    'may be %j',
    name => {
      expect(itemNameProblem(name)).toBeUndefined();
    },
  );

  it.each(['<', '>', ':', '"', "'", '/', '\\', '|', '?', '*', '&', '$', '!', '+'])('may not contain %s', character => {
    expect(itemNameProblem(`a${character}b.jpg`)).toBe(
      `Item name can't contain ${character} – replace it, for example by _.`,
    );
    expect(itemNameProblem(cleanItemName(`a${character}b.jpg`))).toBeUndefined();
  });

  it('name every forbidden character at once', () => {
    expect(itemNameProblem('a?b*c')).toBe("Item name can't contain ? * – replace them, for example by _.");
  });

  it.each([
    ['', 'required'],
    ['  ', 'required'],
    ['x'.repeat(201), 'too long'],
    ['a\nb', 'control'],
    ['..', "can't be .."],
  ])('may not be %j', (name, word) => {
    expect(itemNameProblem(name)).toContain(word);
  });

  it('are any when a client attaches items', () => {
    expect(attachedItemNameProblem(`it's "50%" & more!+?.jpg`)).toBeUndefined();
    for (const name of ['../a.jpg', 'a\\b', '..', 'two\nlines']) expect(attachedItemNameProblem(name)).toBeUndefined();
    for (const name of ['', '  ']) expect(attachedItemNameProblem(name)).toContain('required');
    expect(attachedItemNameProblem('a\0b')).toContain('U+0000');
    expect(attachedItemNameProblem('a\ud800')).toContain('half a character');
    expect(attachedItemNameProblem('x'.repeat(201))).toContain('too long');
  });

  it('are cleaned to something allowed, keeping the extension', () => {
    expect(cleanItemName('a/b:c.jpg')).toBe('a_b_c.jpg');
    expect(cleanItemName(`${'n'.repeat(300)}.jpg`)).toBe(`${'n'.repeat(196)}.jpg`);
    expect(cleanItemName('')).toBe('item');
  });

  it('get a counter before the extension', () => {
    expect(numberedItemName('cat.jpg', 2)).toBe('cat (2).jpg');
    expect(numberedItemName('cat', 2)).toBe('cat (2)');
    expect([...numberedItemName(`${'x'.repeat(196)}.jpg`, 12)]).toHaveLength(200);
  });
});

describe('folder names', () => {
  it.each(['/', '\\', ':', '*', '?', '"', '<', '>', '|', '“'])('may not contain %s', character => {
    expect(folderNameProblem(`a${character}b`)).toContain(`Folder name can't contain ${character}`);
    expect(cleanFolderName(`a${character}b`)).toBe('a_b');
  });

  it('may hold what item names may not', () => {
    expect(folderNameProblem("Anna's & Ben's $!+")).toBeUndefined();
  });

  it.each(['root', 'Root', ' ROOT '])('may not be %j', name => {
    expect(folderNameProblem(name)).toContain('"root"');
    expect(folderNameProblem(cleanFolderName(name))).toBeUndefined();
  });

  it.each(['', 'x'.repeat(201)])('have 1 to 200 characters: not %j', name => {
    expect(folderNameProblem(name)).toMatch(/^Folder name /);
    expect(folderNameProblem(cleanFolderName(name))).toBeUndefined();
  });
});
