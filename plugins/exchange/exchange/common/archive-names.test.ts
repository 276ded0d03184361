import { describe, expect, it } from 'vitest';
import { entryProblem } from '#plugins/workspace/items/common/index.ts';
import {
  exportName,
  isCompanionImage,
  itemFileName,
  itemNameOf,
  itemOfAnnotationFile,
  itemPath,
  readEntry,
  safeFileName,
} from './archive-names.ts';

describe('the name of an export', () => {
  const at = new Date('2026-11-20T03:52:10Z');

  it('should name project and time', () => {
    expect(exportName('Street scenes', at)).toBe('Street scenes_Nov_20_2026_03_52.zip');
    expect(exportName('Night', new Date('2026-01-05T00:07:00Z'))).toBe('Night_Jan_05_2026_00_07.zip');
    expect(exportName('A', 'Nov 20 2026 12:52')).toBe('A_Nov_20_2026_12_52.zip');
  });

  it('is unique', () => {
    expect(exportName('A', at, new Set(['A_Nov_20_2026_03_52.zip', 'A_Nov_20_2026_03_52_2.zip']))).toBe(
      'A_Nov_20_2026_03_52_3.zip',
    );
  });

  it('has no character that a system forbids', () => {
    expect(safeFileName(`a*/\\[]:;|,"'b`)).toBe('a___________b');
    expect(exportName('a/b', at)).toBe('a_b_Nov_20_2026_03_52.zip');
  });
});

describe('files of an item', () => {
  it('lie on top for the root, else in the directory of the folder', () => {
    expect(itemPath('', 'cats.jpg', 'annotation')).toBe('cats.jpg.json');
    expect(itemPath('night', 'cats.jpg', 'media')).toBe('night/cats.jpg');
    expect(itemPath('night', 'cats.jpg', 'mask')).toBe('night/cats.jpg___save.png');
  });

  it.each([
    ['cats.jpg', 'cats.jpg'],
    ['50%.jpg', '50%.jpg'],
    ['a%20b.jpg', 'a%20b.jpg'],
    ['a: "b" | *?.jpg', 'a: "b" | *?.jpg'],
    ['a/b\\c.jpg', 'a%2Fb%5Cc.jpg'],
    ['a\nb', 'a%0Ab'],
    ['.', '%2E'],
    ['..', '%2E%2E'],
    ['a%2Fb', 'a%252Fb'],
    ['%%2F/', '%%252F%2F'],
    ['%25', '%2525'],
  ])('should get a name that every archive takes and that identifies the item: %j is %j', (name, file) => {
    expect(itemFileName(name)).toBe(file);
    expect(itemNameOf(file)).toBe(name);
    for (const kind of ['annotation', 'media', 'fuse'] as const) {
      const path = itemPath('night', name, kind);
      expect(entryProblem(path)).toBeUndefined();
      if (name.includes('.')) expect(readEntry(path)).toEqual({ kind, folder: 'night', item: name });
    }
  });

  it('never take the place of the project files', () => {
    expect(itemPath('', 'project', 'annotation')).toBe('project___objects.json');
    expect(itemPath('classes', 'classes', 'annotation')).toBe('classes/classes___objects.json');
    expect(readEntry('project___objects.json')).toEqual({ kind: 'annotation', folder: '', item: 'project' });
  });

  it.each([
    ['cats.jpg.json', 'cats.jpg'],
    ['cats.jpg___objects.json', 'cats.jpg'],
    ['cats.jpg___pixel.json', 'cats.jpg'],
    ['a.b.c.json', 'a.b.c'],
    ['plain', 'plain'],
  ])('%s belongs to %s', (file, item) => {
    expect(itemOfAnnotationFile(file)).toBe(item);
  });

  it('are kept apart by their path', () => {
    const kinds = [
      'classes/classes.json',
      'workflow/workflow.json',
      'project.json',
      'a.jpg.json',
      'f/a.jpg',
      'f/a.jpg___save.png',
      'f/a.jpg___fuse.png',
      'a.pcd___labels.bin',
      'f/',
      '__MACOSX/._a',
      'f/.DS_Store',
    ];
    expect(kinds.map(path => readEntry(path)?.kind)).toEqual([
      'classes',
      'workflow',
      'project',
      'annotation',
      'media',
      'mask',
      'fuse',
      'labels',
      undefined,
      undefined,
      undefined,
    ]);
    expect(readEntry('f/a.jpg___save.png')).toEqual({ kind: 'mask', folder: 'f', item: 'a.jpg' });
    expect(isCompanionImage('a.png___fuse.png')).toBe(true);
    expect(isCompanionImage('a.png')).toBe(false);
  });

  it.each(['', '/etc/passwd', '\\a', 'C:/a', 'c:a', '../a', 'a/../../b', 'a\\..\\b', 'a\\b', 'a\0b'])(
    'with the path %j are not unpacked',
    path => {
      expect(entryProblem(path)).toBeTypeOf('string');
    },
  );

  it.each(['a', 'f/a.jpg', 'a..b', '..a', 'ä/猫.png'])('with the path %j are unpacked', path => {
    expect(entryProblem(path)).toBeUndefined();
  });
});
