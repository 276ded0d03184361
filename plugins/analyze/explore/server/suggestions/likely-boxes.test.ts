import { expect, it } from 'vitest';
import type { Box } from './likely-boxes.ts';
import { isTooSmall, likelyBoxes, overlapOf } from './likely-boxes.ts';

const picture = { width: 800, height: 600 };
const things: readonly Box[] = [
  { x: 40, y: 60, width: 100, height: 80 },
  { x: 333, y: 217, width: 120, height: 96 },
  { x: 610, y: 470, width: 80, height: 64 },
];
/** Windows look like the example as far as they are a thing; empty places look a little like it. */
const likeness = (boxes: readonly Box[]): Promise<readonly number[]> =>
  Promise.resolve(boxes.map(box => 0.4 + 0.6 * Math.max(...things.map(thing => overlapOf(thing, box)))));

it('should find what looks like the example, of other sizes too, and nothing twice', async () => {
  const found = await likelyBoxes(picture, { width: 100, height: 80 }, [], likeness);
  expect(found).toHaveLength(3);
  for (const thing of things) expect(Math.max(...found.map(each => overlapOf(each, thing)))).toBeGreaterThan(0.7);
  expect(found.map(each => each.score)).toEqual(found.map(each => each.score).toSorted((one, other) => other - one));
});

it('should leave out places where objects are', async () => {
  const found = await likelyBoxes(picture, { width: 100, height: 80 }, [things[0]!, things[2]!], likeness);
  expect(found).toHaveLength(1);
  expect(overlapOf(found[0]!, things[1]!)).toBeGreaterThan(0.7);
});

it('should find nothing where everything looks the same, and in pictures that are too small', async () => {
  const flat = (boxes: readonly Box[]): Promise<readonly number[]> => Promise.resolve(boxes.map(() => 0.8));
  expect(await likelyBoxes(picture, { width: 100, height: 80 }, [], flat)).toEqual([]);
  expect(await likelyBoxes({ width: 50, height: 50 }, { width: 100, height: 80 }, [], likeness)).toEqual([]);
});

it('should not look for objects that would need thousands of windows', () => {
  expect([isTooSmall(picture, { width: 100, height: 80 }), isTooSmall(picture, { width: 12, height: 12 })]).toEqual([
    false,
    true,
  ]);
});
