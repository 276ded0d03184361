import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { dicom, encoded, packages, shape } from '#tests/support/dicom-file.ts';
import type { Field } from '#tests/support/dicom-file.ts';
import type { DicomFrame, DicomImage } from './dicom-image.ts';
import { readDicom } from './dicom-image.ts';
import { unpackFrame } from './dicom-unpack.ts';

const require = createRequire(import.meta.url);

const program = (codec: keyof typeof packages): ArrayBuffer =>
  new Uint8Array(readFileSync(require.resolve(`${packages[codec]}/decodewasm`))).buffer;

async function unpacked(image: DicomImage, index: number, from?: ArrayBuffer): Promise<DicomFrame> {
  const frame = image.frame(index);
  if (frame.kind !== 'packed') throw new Error(`The frame is ${frame.kind}.`);
  return image.unpacked(await unpackFrame(frame.codec, frame.bytes, from));
}

const [WIDTH, HEIGHT] = [24, 20];
const greys = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, at) => (at * 37 + (at >> 3) * 11) % 4096);
const colours = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => (at * 53 + (at >> 4)) % 256);

describe('compressed pictures in DICOM', () => {
  it.each([
    ['jpeg-2000', '1.2.840.10008.1.2.4.90'],
    ['jpeg-ls', '1.2.840.10008.1.2.4.80'],
  ] as const)('should have the values that were stored as %s, frame by frame', async (codec, syntax) => {
    const info = { width: WIDTH, height: HEIGHT, bitsPerSample: 12, componentCount: 1 };
    const frames = [greys, greys.map(each => 4095 - each)];
    const packed = await Promise.all(frames.map(each => encoded(codec, new Uint8Array(each.buffer), info)));
    const image = readDicom(
      dicom(
        syntax,
        shape(WIDTH, HEIGHT, 16, 12, 1, 'MONOCHROME2', [
          [0x00280008, 'IS', '2'],
          [0x00281052, 'DS', '-1000'],
          [0x00281053, 'DS', '2'],
        ]),
        packed,
      ),
    );
    for (const [at, stored] of frames.entries()) {
      const frame = await unpacked(image, at, program(codec));
      expect(frame.kind === 'grey' && [...frame.values]).toEqual([...stored].map(each => each * 2 - 1000));
    }
  });

  it('should have the colours that were stored as JPEG 2000', async () => {
    const packed = await encoded('jpeg-2000', colours, {
      width: WIDTH,
      height: HEIGHT,
      bitsPerSample: 8,
      componentCount: 3,
    });
    const frame = await unpacked(
      readDicom(dicom('1.2.840.10008.1.2.4.90', shape(WIDTH, HEIGHT, 8, 8, 3, 'YBR_RCT'), [packed])),
      0,
      program('jpeg-2000'),
    );
    expect(frame.kind === 'colour' && [...frame.rgb]).toEqual([...colours]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])('should be read as lossless JPEG with predictor %i', async selection => {
    const file = (name: number): DicomImage =>
      readDicom(readFileSync(require.resolve(`jpeg-lossless-decoder-js/tests/data/jpeg_lossless_sel${name}.dcm`)));
    const [frame, first] = [await unpacked(file(selection), 0), await unpacked(file(1), 0)];
    if (frame.kind !== 'grey' || first.kind !== 'grey') throw new Error('not grey');
    // The files hold the same picture.
    expect(frame.most).toBeGreaterThan(frame.least);
    expect(frame.values).toEqual(first.values);
  });

  it('should be refused when they are damaged, cut off or of another size', async () => {
    const packed = await encoded('jpeg-ls', new Uint8Array(greys.buffer), {
      width: WIDTH,
      height: HEIGHT,
      bitsPerSample: 12,
      componentCount: 1,
    });
    const file = (width: number, bytes: Uint8Array): DicomImage =>
      readDicom(dicom('1.2.840.10008.1.2.4.80', shape(width, HEIGHT, 16, 12, 1, 'MONOCHROME2'), [bytes]));
    await expect(unpacked(file(WIDTH + 1, packed), 0, program('jpeg-ls'))).rejects.toThrow('of another size');
    await expect(unpacked(file(WIDTH, packed.slice(0, 10)), 0, program('jpeg-ls'))).rejects.toBeDefined();
    await expect(unpackFrame('jpeg-2000', new Uint8Array([1, 2, 3, 4]), program('jpeg-2000'))).rejects.toBeDefined();
  });
});

describe('palettes in DICOM', () => {
  const stored = Uint8Array.from({ length: 4 * 2 }, (_, at) => at + 1);
  const file = (entry: (at: number) => number): Uint8Array =>
    dicom(
      '1.2.840.10008.1.2.1',
      shape(
        4,
        2,
        8,
        8,
        1,
        'PALETTE COLOR',
        [
          ...[0x00281101, 0x00281102, 0x00281103].map((tag): Field => [tag, 'US', [6, 2, 16]]),
          ...[0x00281201, 0x00281202, 0x00281203].map((tag, channel): Field => [
            tag,
            'OW',
            Uint16Array.from({ length: 6 }, (_, at) => entry(at * 3 + channel)) as unknown as readonly number[],
          ]),
        ].map(([tag, kind, value]): Field => [
          tag,
          kind,
          Array.isArray(value) ? value : new Uint8Array((value as unknown as Uint16Array).buffer),
        ]),
      ),
      stored,
    );
  const expected = [...stored].flatMap(value =>
    [0, 1, 2].map(channel => Math.max(0, Math.min(5, value - 2)) * 3 + channel),
  );

  it('should give values their colours; those beside it the first and the last one', () => {
    const frame = readDicom(file(at => at << 8)).frame(0);
    expect(frame.kind === 'colour' && [...frame.rgb]).toEqual(expected);
  });

  it('should be read when it says 16 bits and means 8', () => {
    const frame = readDicom(file(at => at)).frame(0);
    expect(frame.kind === 'colour' && [...frame.rgb]).toEqual(expected);
  });
});
