import { expect, it } from 'vitest';
import {
  DESCRIPTOR_LENGTH,
  DESCRIPTOR_SIDE,
  descriptorOf,
  differenceHash,
  exposureOf,
  likeness,
} from './picture-measures.ts';

const grey = (width: number, height: number, at: (x: number, y: number) => number) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, index) => at(index % width, Math.floor(index / width))),
});
const coloured = (at: (x: number, y: number) => readonly [number, number, number]) => ({
  width: DESCRIPTOR_SIDE,
  height: DESCRIPTOR_SIDE,
  data: Uint8Array.from(
    Array.from({ length: DESCRIPTOR_SIDE ** 2 }, (_, index) =>
      at(index % DESCRIPTOR_SIDE, Math.floor(index / DESCRIPTOR_SIDE)),
    ).flat(),
  ),
});

it('should hash rows by rising and falling brightness', () => {
  expect(differenceHash(grey(9, 8, x => x * 20))).toBe('ffffffffffffffff');
  expect(differenceHash(grey(9, 8, x => 200 - x * 20))).toBe('0000000000000000');
  expect(differenceHash(grey(9, 8, (x, y) => (y === 0 ? x : -x + 100)))).toBe('ff00000000000000');
});

it('should measure brightness, contrast and sharpness', () => {
  expect(exposureOf(grey(20, 20, () => 255))).toEqual({ brightness: 100, contrast: 0, sharpness: 0 });
  const halves = exposureOf(grey(20, 20, x => (x < 10 ? 0 : 255)));
  expect(halves.brightness).toBeCloseTo(50);
  expect(halves.contrast).toBeCloseTo(100);
  const checks = exposureOf(grey(20, 20, (x, y) => ((x + y) % 2 === 0 ? 0 : 255)));
  expect(checks.sharpness).toBeGreaterThan(halves.sharpness * 10);
});

it('should find pictures of the same colours and edges alike', () => {
  const red = descriptorOf(coloured(x => [200, x < 32 ? 10 : 40, 20]));
  const redder = descriptorOf(coloured(x => [220, x < 32 ? 12 : 42, 20]));
  const blue = descriptorOf(coloured((_, y) => [10, 20, y < 32 ? 100 : 240]));
  expect(red).toHaveLength(DESCRIPTOR_LENGTH);
  expect(likeness(red, red)).toBeCloseTo(1);
  expect(likeness(red, redder)).toBeGreaterThan(0.9);
  expect(likeness(red, blue)).toBeLessThan(0.5);
});
