import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { GrabCut, maskOfBox } from './grab-cut.ts';
import type { OpenCv } from './opencv.ts';

/**
 * The library as it is, not by way of the test runner's module loader, which awaits what an import gives: this resolves
 * to itself for ever.
 */
const openCv = new Promise<{ readonly cv: OpenCv }>(resolve => {
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as OpenCv & { onRuntimeInitialized?: () => void };
  if ('Mat' in cv) resolve({ cv });
  else (cv as { onRuntimeInitialized?: () => void }).onRuntimeInitialized = () => resolve({ cv });
});

/** A red square of `side` pixels from (x, y) on grey noise. */
function picture(
  side: number,
  x: number,
  y: number,
): { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number } {
  const [width, height] = [80, 60];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [column, row] = [at % width, Math.floor(at / width)];
    const inside = column >= x && column < x + side && row >= y && row < y + side;
    const noise = (column * 7 + row * 13) % 11;
    data.set(inside ? [200 + noise, 30 + noise, 30, 255] : [110 + noise, 110 + noise, 110 + noise, 255], at * 4);
  }
  return { data, width, height };
}

it('should take nothing beyond the box, and its middle', () => {
  const mask = maskOfBox({ width: 12, height: 10 }, { x: 1, y: 2, width: 10, height: 6 });
  expect([mask[0], mask[2 * 12], mask[2 * 12 + 1], mask[7 * 12 + 10], mask[7 * 12 + 11], mask[8 * 12 + 1]]).toEqual([
    0, 0, 3, 3, 0, 0,
  ]);
  expect(mask[5 * 12 + 6]).toBe(1);
});

it('should cut a small object out of its box, exact to the pixel', async () => {
  const { cv } = await openCv;
  const mask = new GrabCut(cv).cut({
    key: 'one',
    picture: picture(9, 30, 20),
    box: { x: 27, y: 17, width: 15, height: 15 },
    points: [],
  });
  const inside = [...mask.keys()].filter(at => mask[at] === 1);
  expect(inside).toHaveLength(81);
  expect(
    inside.every(at => at % 80 >= 30 && at % 80 < 39 && Math.floor(at / 80) >= 20 && Math.floor(at / 80) < 29),
  ).toBe(true);
});

it('should leave out what a stroke says does not belong, and find the first answer again without it', async () => {
  const { cv } = await openCv;
  const grabCut = new GrabCut(cv);
  const input = { key: 'one', picture: picture(20, 30, 20), box: { x: 20, y: 10, width: 40, height: 40 } };
  const first = grabCut.cut({ ...input, points: [] });
  const corrected = grabCut.cut({ ...input, points: [32, 22, 0] });
  expect(first[22 * 80 + 32]).toBe(1);
  expect(corrected[22 * 80 + 32]).toBe(0);
  expect(grabCut.cut({ ...input, points: [] })).toEqual(first);
});
