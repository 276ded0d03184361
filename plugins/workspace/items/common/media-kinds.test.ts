import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageExtensions, imageProblem, imageTypeOfName, isImageMediaType, sniffMediaType } from './media-kinds.ts';

const bytes = (...values: (number | string)[]): Uint8Array =>
  new Uint8Array(
    values.flatMap(value =>
      typeof value === 'number' ? [value] : [...value].map(character => character.charCodeAt(0)),
    ),
  );
const zeros = Array.from({ length: 12 }, () => 0);
const samples: [string, Uint8Array][] = [
  ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0)],
  ['image/png', bytes(0x89, 'PNG\r\n', 0x1a, '\n')],
  ['image/tiff', bytes('II', 42, 0)],
  ['image/tiff', bytes('MM', 0, 42)],
  ['image/webp', bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 ')],
  ['image/bmp', bytes('BM', ...zeros, 40, 0, 0, 0)],
  ['image/gif', bytes('GIF89a')],
  ['application/zip', bytes('PK', 3, 4)],
  ['application/pdf', bytes('%PDF-1.7')],
  ['image/heic', bytes(0, 0, 0, 24, 'ftypheic')],
  ['video/mp4', bytes(0, 0, 0, 24, 'ftypisom')],
  ['image/svg+xml', bytes('<svg xmlns=')],
];

describe('media types', () => {
  it.each(samples)('%s is detected by its first bytes', (type, content) => {
    expect(sniffMediaType(content)).toBe(type);
  });

  it('are not guessed', () => {
    for (const content of [
      bytes(),
      bytes('BM'),
      bytes('BMW is a car company'),
      bytes('hello world, this is text'),
      bytes('RIFF', 1, 2, 3, 4, 'WAVE'),
    ])
      expect(sniffMediaType(content)).toBeUndefined();
  });

  it('are read inside a larger buffer', () => {
    expect(sniffMediaType(bytes('xx', 'BM', ...zeros, 124, 0, 0, 0).subarray(2))).toBe('image/bmp');
  });

  it('are promised by the ending in any case of letters', () => {
    expect(['a.JPG', 'a.jpeg', 'a.tif', 'a.b.WebP', '.jpg', 'jpg', 'a.'].map(imageTypeOfName)).toEqual([
      'image/jpeg',
      'image/jpeg',
      'image/tiff',
      'image/webp',
      undefined,
      undefined,
      undefined,
    ]);
    expect(imageExtensions).toEqual(['.jpg', '.jpeg', '.png', '.tif', '.tiff', '.webp', '.bmp']);
  });

  it.skipIf(!existsSync('../shared/data'))('of real photos are images', () => {
    const folder = '../shared/data/coco/instances_and_keypoints/images';
    for (const name of readdirSync(folder))
      expect(isImageMediaType(sniffMediaType(readFileSync(join(folder, name)).subarray(0, 64))), name).toBe(true);
  });
});

describe('an uploaded image', () => {
  const [jpeg, zip] = [samples[0]![1], samples[7]![1]];

  it('is fine when ending and content are images, even different ones', () => {
    expect(imageProblem('a.jpg', jpeg, 'Vector')).toBeUndefined();
    expect(imageProblem('a.png', jpeg, 'Vector')).toBeUndefined();
  });

  it.each([
    ['a.zip', zip, ".zip files aren't supported in Vector projects."],
    ['a', jpeg, "Files without an ending aren't supported in Vector projects."],
    ['a.jpg', zip, 'a.jpg is a zip archive. Use .jpg, .jpeg, .png, .tif, .tiff, .webp, .bmp.'],
    [
      'a.jpg',
      bytes('text'),
      'a.jpg is not an image that can be read. Use .jpg, .jpeg, .png, .tif, .tiff, .webp, .bmp.',
    ],
    ['a.jpg', bytes(), 'a.jpg is empty.'],
  ])('%s with other content is refused with the reason', (name, content, message) => {
    expect(imageProblem(name, content, 'Vector')).toEqual({ code: 'TYPE_NOT_SUPPORTED', message });
  });
});
