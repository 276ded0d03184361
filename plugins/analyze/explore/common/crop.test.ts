import { expect, it } from 'vitest';
import { cropOf, isSharpEnough } from './crop.ts';

const tile = { width: 160, height: 120 };

it('should centre an object in the tile with a margin around it', () => {
  const { picture, object, scale } = cropOf(
    { x: 100, y: 200, width: 100, height: 50 },
    { width: 1000, height: 800 },
    tile,
  );
  expect(object.x + object.width / 2).toBeCloseTo(80);
  expect(object.y + object.height / 2).toBeCloseTo(60);
  expect(object.width).toBeCloseTo(160 / 1.4);
  expect(picture).toMatchObject({ width: 1000 * scale, height: 800 * scale });
});

it('should show the surroundings of a point', () =>
  expect(cropOf({ x: 5, y: 5, width: 0, height: 0 }, { width: 100, height: 100 }, tile).scale).toBe(5));

it('should use the thumbnail for large objects only', () => {
  const picture = { width: 1000, height: 800 };
  expect(isSharpEnough(cropOf({ x: 0, y: 0, width: 900, height: 700 }, picture, tile), picture, 256)).toBe(true);
  expect(isSharpEnough(cropOf({ x: 0, y: 0, width: 40, height: 40 }, picture, tile), picture, 256)).toBe(false);
});
