import { expect, it } from 'vitest';
import { fileKindOf } from './file-kinds.ts';
import { uploadLimits } from './upload-limits.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('should take images in projects of images and texts in those of text', () => {
  expect([1, 2, 5, 6].map(type => fileKindOf(type)?.word)).toEqual(['image', 'image', 'image', 'image']);
  expect(fileKindOf(4)?.word).toBe('text');
  expect(fileKindOf(7)).toBeUndefined();
});

it('should refuse what is no text by its name or its bytes', () => {
  const texts = fileKindOf(4)!;
  expect(texts.problem('a.TXT', bytes('<svg> is a word here'), 'Text')).toBeUndefined();
  expect(texts.problem('a.exe', bytes('MZ'), 'Text')?.message).toMatch(/\.exe files aren't supported in Text projects\. Use \.txt/);
  expect(texts.problem('a.txt', bytes('%PDF-1.7'), 'Text')?.message).toMatch(/a\.txt is no text but application\/pdf/);
});

it('should give pixels the limit of their project type', () => {
  expect(fileKindOf(2)?.rules(uploadLimits[3], 2)).toEqual({ maxBytes: uploadLimits[3].imageBytes, maxPixels: uploadLimits[3].pixelPixels });
  expect(fileKindOf(4)?.rules(uploadLimits[3], 4).maxBytes).toBe(uploadLimits[3].textBytes);
});
