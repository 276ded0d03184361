import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskArea } from '../mask/mask-runs.ts';
import { maskToRings } from '../mask/mask-to-rings.ts';
import { ringsToMask } from '../mask/rings-to-mask.ts';
import { packCounts, readRle, unpackCounts, writeRle } from './coco-rle.ts';

describe('run lengths', () => {
  it('pack and unpack to the same numbers', () => {
    const counts = fc.array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 400_000_000 })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(counts, list => {
        expect(unpackCounts(packCounts(list))).toEqual(list);
      }),
      { numRuns: 500 },
    );
  });

  it('are written in compressed form with height before width', () => {
    expect(writeRle({ width: 3, height: 2, counts: [1, 2, 3] })).toEqual({ size: [2, 3], counts: '123' });
  });

  it('are read in either form', () => {
    expect(readRle({ size: [2, 3], counts: [1, 2, 3] })).toEqual({ width: 3, height: 2, counts: [1, 2, 3] });
    expect(readRle({ size: [2, 3], counts: '123' })).toEqual({ width: 3, height: 2, counts: [1, 2, 3] });
  });

  it.each([
    [{ size: [480, 640], counts: [230_400] }, 'counts cover 230400 of 307200 pixels'],
    [{ size: [2], counts: [2] }, 'size must be [height, width]'],
    [{ size: [1, 2] }, 'counts must be a string or a list of numbers'],
    [{ size: [1, 2], counts: [3, -1] }, 'counts must be whole numbers from 0'],
    [{ size: [1, 2], counts: '\n' }, 'counts are damaged at character 0'],
    [{ size: [1, 2], counts: 'P' }, 'counts are damaged at character 1'],
  ])('that are wrong are refused: %j', (rle, message) => {
    expect(() => readRle(rle)).toThrow(message);
  });

  const file = '../shared/data/coco/panoptic/panoptic_coco_detection_format.json';
  it.skipIf(!existsSync(file))('of real masks have the area of the file, and survive packing and polygons', () => {
    const { annotations } = JSON.parse(readFileSync(file, 'utf8')) as {
      annotations: { segmentation: { counts: string; size: [number, number] }; area: number }[];
    };
    for (const { segmentation, area } of annotations) {
      const mask = readRle(segmentation);
      expect(maskArea(mask)).toBe(area);
      expect(writeRle(mask)).toEqual({ size: segmentation.size, counts: segmentation.counts });
      const rings = maskToRings(mask).map(polygon => [polygon.points, ...polygon.holes]);
      expect(writeRle(ringsToMask(rings, mask.width, mask.height)).counts).toBe(segmentation.counts);
    }
  });
});
