import { expect, it } from 'vitest';
import type { TrackedFrame } from '../tracks/tracked-keys.ts';
import { refinedBetween } from './refined-path.ts';

const boxAt = (x: number): TrackedFrame['box'] => ({ x, y: 10, width: 20, height: 20 });
/** Frames 100 to 190, one pixel further on each. */
const path = Array.from({ length: 91 }, (_, at): TrackedFrame => ({
  frame: 100 + at,
  box: boxAt(at),
  confidence: 0.5,
}));

it('should pull a path to where a model sees the object, and keep its known ends', async () => {
  const refined = await refinedBetween(path, async (frame, { x }) =>
    frame === 130 ? { box: boxAt(x + 8), outline: [1, 1, 5, 1, 5, 5], confidence: 0.9 } : undefined,
  );
  expect(refined.map(({ frame }) => frame)).toEqual(path.map(({ frame }) => frame));
  expect(refined[0]).toEqual(path[0]);
  expect(refined.at(-1)).toEqual(path.at(-1));
  expect(refined[30]).toEqual({ frame: 130, box: boxAt(38), outline: [1, 1, 5, 1, 5, 5], confidence: 0.9 });
  expect([refined[15]!.box.x, refined[60]!.box.x]).toEqual([19, 64]);
});

it('should leave a path alone where the model is not sure', async () => {
  expect(await refinedBetween(path, async () => undefined)).toBe(path);
});
