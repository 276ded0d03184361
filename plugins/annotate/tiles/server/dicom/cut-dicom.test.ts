import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longs } from '#tests/support/dicom-file.ts';
import { cutDicom } from './cut-dicom.ts';
import { dicomSlide } from './dicom-slide.ts';
import type { WrittenSlide } from './dicom-slide.support.ts';
import { colourAt, dicomLevel, isLeftOut } from './dicom-slide.support.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-dicom-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SIZE = { width: 1300, height: 700, edge: 240 } as const;
/** Few frames, also across a border of tiles: packing one as JPEG 2000 takes a tenth of a second. */
const SMALL = { width: 560, height: 300, edge: 240 } as const;

async function cut(slide: WrittenSlide): Promise<(level: number, x: number, y: number) => Promise<readonly number[]>> {
  const [input, output] = [join(folder, 'slide'), join(folder, 'out')];
  await writeFile(input, await dicomLevel(slide));
  await cutDicom(input, output);
  return async (level, x, y) => {
    const tile = join(`${output}_files`, String(level), `${Math.floor(x / 512)}_${Math.floor(y / 512)}.jpeg`);
    return [
      ...(await sharp(await readFile(tile))
        .extract({ left: x % 512, top: y % 512, width: 1, height: 1 })
        .raw()
        .toBuffer()),
    ];
  };
}

const expectColour = (found: readonly number[], wanted: readonly number[]): void => {
  for (const [at, value] of found.entries())
    expect(Math.abs(value - wanted[at]!), `${found} as ${wanted}`).toBeLessThan(5);
};

describe('a slide in DICOM', () => {
  it.each([
    { ...SIZE, codec: 'none' },
    { ...SIZE, codec: 'jpeg', photometric: 'YBR_FULL_422' },
    { ...SIZE, codec: 'jpeg', photometric: 'RGB' },
    { ...SIZE, codec: 'jpeg', photometric: 'YBR_FULL_422', divided: true },
  ] as const)('should be cut from frames: %j', async slide => {
    const pixel = await cut(slide);
    expect((await readdir(join(folder, 'out_files'))).toSorted()).toEqual(['0', '1', '2']);
    // Across borders of frames and of tiles, and the last pixels of the image.
    for (const [x, y] of [
      [50, 50],
      [250, 250],
      [530, 550],
      [1250, 650],
      [1295, 695],
    ] as const)
      expectColour(await pixel(2, x, y), colourAt(x, y));
    expectColour(await pixel(1, 625, 325), colourAt(1250, 650));
    expectColour(await pixel(0, 162, 162), colourAt(650, 650));
  });

  it('should be cut from frames of JPEG 2000', async () => {
    const pixel = await cut({ ...SMALL, codec: 'jpeg-2000' });
    for (const [x, y] of [
      [50, 50],
      [250, 250],
      [530, 150],
      [555, 295],
    ] as const)
      expectColour(await pixel(1, x, y), colourAt(x, y));
    expectColour(await pixel(0, 275, 125), colourAt(550, 250));
  });

  it('should be empty where it has no frame', async () => {
    const pixel = await cut({ ...SIZE, codec: 'none', sparse: true });
    expect([isLeftOut(1), isLeftOut(2)]).toEqual([false, true]);
    expectColour(await pixel(2, 350, 50), colourAt(350, 50));
    expectColour(await pixel(2, 550, 50), [255, 255, 255]);
  });

  it('should have the size, and the scale of the microscope', async () => {
    const path = join(folder, 'slide');
    await writeFile(path, await dicomLevel({ ...SMALL, codec: 'jpeg-2000' }));
    expect(await dicomSlide(path, 'a.dcm')).toMatchObject({
      width: 560,
      height: 300,
      metresPerPixel: expect.closeTo(5e-7, 12),
    });
    await writeFile(path, await dicomLevel({ ...SIZE, codec: 'none', kind: 'LABEL' }));
    expect(await dicomSlide(path, 'a.dcm')).toBeUndefined();
  });

  it.each([
    ['two optical paths', [0x00480302, 'UL', longs(2)], 'a.dcm has 2 optical paths; slides with one are supported.'],
    ['16 bits', [0x00280100, 'US', [16]], 'a.dcm has 3 samples of 16 bits a pixel; grey and colours of 8 bits are'],
    ['a part of a level', [0x00209163, 'US', [4]], 'a.dcm is one part of a level that was divided into several files.'],
    ['huge frames', [0x00280010, 'US', [60_000]], 'a.dcm has frames of 240 × 60000 pixels; up to 4096 are supported.'],
    ['a huge image', [0x00480006, 'UL', longs(4_000_000_000)], 'a.dcm has 4000000000 × 700 pixels; at most'],
    ['no frames', [0x00280008, 'IS', '0'], 'a.dcm has 0 frames; from 1 to 2000000 are supported.'],
  ] as const)('should be refused with its reason when it has %s', async (_, field, message) => {
    const path = join(folder, 'slide');
    await writeFile(path, await dicomLevel({ ...SIZE, codec: 'none', more: [field] }));
    await expect(dicomSlide(path, 'a.dcm')).rejects.toThrow(message);
  });

  it.each([
    [
      'fewer frames than its size needs',
      { more: [[0x00480007, 'UL', longs(70_000)]] },
      '6 × 292 in 1 planes are needed',
    ],
    [
      'more frames than bytes',
      {
        more: [
          [0x00280008, 'IS', '1752'],
          [0x00480007, 'UL', longs(70_000)],
        ],
      },
      'it is cut off',
    ],
    ['frames of another size', { codec: 'jpeg', more: [[0x00280011, 'US', [241]]] }, 'a frame has 240 × 240 pixels'],
    [
      'frames of another size',
      { ...SMALL, codec: 'jpeg-2000', more: [[0x00280011, 'US', [241]]] },
      'a frame has 240 × 240 pixels',
    ],
  ] as const)('should not be cut with %s', async (_, lie, message) => {
    await expect(cut({ ...SIZE, codec: 'none', ...(lie as object) })).rejects.toThrow(message);
  });

  it('should not be read from bytes that end early or make no sense', async () => {
    const path = join(folder, 'slide');
    const bytes = await dicomLevel({ ...SIZE, codec: 'jpeg', photometric: 'YBR_FULL_422', sparse: true });
    for (const length of [0, 100, 140, 200, 300]) {
      await writeFile(path, bytes.subarray(0, length));
      await expect(dicomSlide(path, 'a.dcm')).rejects.toThrow('a.dcm is damaged');
    }
    await writeFile(path, bytes.subarray(0, bytes.length - 3000));
    await expect(cutDicom(path, join(folder, 'out'))).rejects.toThrow();
  });
});
