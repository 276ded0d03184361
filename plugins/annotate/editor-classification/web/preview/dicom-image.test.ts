import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { paintFrame, readDicom, UnreadableDicom, wholeWindow } from './dicom-image.ts';
import type { DicomFrame, PackedFrame } from './dicom-image.ts';

const folder = '../shared/data/dicom/';
const there = existsSync(folder);
const read = (name: string): ReturnType<typeof readDicom> => readDicom(readFileSync(folder + name));
const grey = (frame: DicomFrame | PackedFrame): Extract<DicomFrame, { kind: 'grey' }> => {
  if (frame.kind !== 'grey') throw new Error(`The frame is ${frame.kind}.`);
  return frame;
};

describe('pictures in DICOM', () => {
  it.skipIf(!there)('should be read uncompressed, with their values in the units of the scanner', () => {
    const image = read('CT_small.dcm');
    expect([image.width, image.height, image.frames, image.inverted]).toEqual([128, 128, 1, false]);
    const frame = grey(image.frame(0));
    expect(frame.values).toHaveLength(128 * 128);
    // Air is about −1000 in a CT, bone above 200.
    expect(frame.least).toBeLessThan(-800);
    expect(frame.most).toBeGreaterThan(200);
    const painted = paintFrame(frame, wholeWindow(frame), false);
    expect([
      Math.min(...painted.filter((_, at) => at % 4 === 0)),
      Math.max(...painted.filter((_, at) => at % 4 === 0)),
    ]).toEqual([0, 255]);
    expect(paintFrame(frame, wholeWindow(frame), true)[0]).toBe(255 - painted[0]!);
  });

  it.skipIf(!there)('should be the same from run lengths as uncompressed', () => {
    const [packed, plain] = [grey(read('MR_small_RLE.dcm').frame(0)), grey(read('MR_small.dcm').frame(0))];
    expect([...packed.values]).toEqual([...plain.values]);
  });

  it.skipIf(!there)('should be read in colour, with several frames, and as JPEG', () => {
    const image = read('SC_rgb_rle_2frame.dcm');
    expect(image.frames).toBe(2);
    const [first, second] = [image.frame(0), image.frame(1)];
    if (first.kind !== 'colour' || second.kind !== 'colour') throw new Error('no colour');
    expect(first.rgb).toHaveLength(image.width * image.height * 3);
    expect([...first.rgb.subarray(0, 3)]).toEqual([255, 0, 0]);
    // The second frame is the first with its colours turned round.
    expect([...second.rgb.subarray(0, 3)]).toEqual([0, 255, 255]);
    const jpeg = read('SC_rgb_jpeg_dcmtk.dcm').frame(0);
    expect(jpeg.kind === 'jpeg' && [...jpeg.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });

  it.skipIf(!there)('should be read with one bit for each pixel', () => {
    const image = read('liver_1frame.dcm');
    const { values } = grey(image.frame(0));
    expect(new Set(values)).toEqual(new Set([0, 1]));
  });

  it.skipIf(!there)('should say which compression cannot be shown', () => {
    expect(() => read('JPEG-lossy.dcm')).toThrow('Pictures compressed as JPEG of 12 bits cannot be shown here.');
  });

  it('should be refused when there are none', () => {
    expect(() => readDicom(new Uint8Array(200))).toThrow(UnreadableDicom);
    expect(() => readDicom(new TextEncoder().encode('no DICOM'))).toThrow('The file is no DICOM, or damaged.');
  });
});
