import { expect, it } from 'vitest';
import { fileKindOf } from './file-kinds.ts';
import { uploadLimits } from './upload-limits.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('should take images in projects of images, texts in those of text, and any file in those of others', () => {
  expect([1, 2, 5, 6].map(type => fileKindOf(type)?.word)).toEqual(['image', 'image', 'image', 'file']);
  expect(['a.zip', 'no ending', 'a.exe'].every(name => fileKindOf(6)!.takes(name))).toBe(true);
  expect(fileKindOf(4)?.word).toBe('text');
  expect(fileKindOf(8)).toBeUndefined();
});

it('should refuse what is no text by its name or its bytes', () => {
  const texts = fileKindOf(4)!;
  expect(texts.problem('a.TXT', bytes('<svg> is a word here'), 'Text')).toBeUndefined();
  expect(texts.problem('a.exe', bytes('MZ'), 'Text')?.message).toMatch(
    /\.exe files aren't supported in Text projects\. Use \.txt/,
  );
  expect([
    texts.problem('a.pdf', bytes('%PDF-1.7'), 'Text'),
    texts.problem('a.html', bytes('<!doctype html>'), 'Text'),
  ]).toEqual([undefined, undefined]);
  expect(texts.problem('a.pdf', bytes('words'), 'Text')?.message).toBe('a.pdf is no PDF.');
  expect(texts.problem('a.txt', bytes('%PDF-1.7'), 'Text')?.message).toMatch(/a\.txt is no text but application\/pdf/);
});

it('should take scans and archives of scans in projects of point clouds', () => {
  const scans = fileKindOf(7)!;
  expect([
    scans.problem('a.PCD', bytes('# .PCD v0.7'), 'Point cloud'),
    scans.problem('a.bin', bytes('%PDF'), 'Point cloud'),
  ]).toEqual([undefined, undefined]);
  expect(scans.problem('a.png', bytes('x'), 'Point cloud')?.message).toMatch(
    /\.png files aren't supported in Point cloud/,
  );
  expect(scans.problem('a.ply', bytes('%PDF-1.7'), 'Point cloud')?.message).toMatch(
    /no point cloud but application\/pdf/,
  );
  expect(scans.problem('a.zip', bytes('ply'), 'Point cloud')?.message).toMatch(/not a zip archive/);
});

it('should give pixels the limit of their project type', () => {
  expect(fileKindOf(2)?.rules(uploadLimits[3], 2)).toEqual({
    maxBytes: uploadLimits[3].imageBytes,
    maxPixels: uploadLimits[3].pixelPixels,
  });
  expect(fileKindOf(4)?.rules(uploadLimits[3], 4, 'a.txt').maxBytes).toBe(uploadLimits[3].textBytes);
  expect(fileKindOf(4)?.rules(uploadLimits[3], 4, 'a.PDF').maxBytes).toBe(uploadLimits[3].pdfBytes);
});

it('should give each kind of file the limit the plan has for it', () => {
  const any = fileKindOf(6)!;
  const most = (plan: 1 | 3 | 99, name: string): number => any.rules(uploadLimits[plan], 6, name).maxBytes;
  expect([most(1, 'a.pdf'), most(1, 'a.dcm')]).toEqual([100 * 1_048_576, 100 * 1_048_576]);
  expect([most(99, 'a.pdf'), most(99, 'a.png'), most(99, 'a.bin')]).toEqual([
    0,
    uploadLimits[99].imageBytes,
    uploadLimits[99].imageBytes,
  ]);
  expect(most(3, 'a.mp3')).toBe(uploadLimits[3].videoBytes);
});
