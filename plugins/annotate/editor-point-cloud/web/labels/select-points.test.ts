import { expect, it } from 'vitest';
import type { LoadedNode } from '../cloud-store.ts';
import { EVERYWHERE } from '../scene/region.ts';
import { orbitFrame, fromAbove } from '../views/orbit.ts';
import { projected } from '../views/cloud-camera.ts';
import { lassoArea, pointsAround, pointsUnder, strokeArea } from './select-points.ts';

/** A node of places, numbered from 100 in the reverse order of the list. */
function nodeOf(places: readonly (readonly [number, number, number])[]): LoadedNode {
  const min = { x: -50, y: -50, z: -5 };
  const positions = Float32Array.from(places.flatMap(([x, y, z]) => [x - min.x, y - min.y, z - min.z]));
  const indices = Uint32Array.from(places, (_, at) => 100 + places.length - 1 - at);
  return { min, max: { x: 50, y: 50, z: 5 }, positions, points: { positions, indices } } as unknown as LoadedNode;
}

const view = orbitFrame(fromAbove({ x: 0, y: 0, z: 0 }, 20), 800, 600);
const places = [
  [0, 0, 0],
  [5, 5, 0],
  [0.1, 0.1, 3],
] as const;

it('should find the points inside a lasso that are drawn, in ascending order', () => {
  const at = projected(view, { x: 0, y: 0, z: 0 })!;
  const area = lassoArea([at.x - 30, at.y - 30, at.x + 30, at.y - 30, at.x + 30, at.y + 30, at.x - 30, at.y + 30]);
  expect([...pointsUnder(view, [nodeOf(places)], area, EVERYWHERE)]).toEqual([100, 102]);
  const low = { ...EVERYWHERE, max: { ...EVERYWHERE.max, z: 1 } };
  expect([...pointsUnder(view, [nodeOf(places)], area, low)]).toEqual([102]);
  const beside = { ...EVERYWHERE, min: { ...EVERYWHERE.min, x: 0.05 } };
  expect([...pointsUnder(view, [nodeOf(places)], area, beside)]).toEqual([100]);
});

it('should leave out what lies in the hollow of an outline', () => {
  const area = lassoArea([0, 0, 30, 0, 30, 30, 20, 30, 20, 10, 10, 10, 10, 30, 0, 30]);
  expect([area.contains(5, 20), area.contains(15, 20), area.contains(15, 5), area.contains(31, 5)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

it('should find the points along a stroke of the brush', () => {
  const area = strokeArea([0, 0, 100, 0], 10);
  expect([area.contains(50, 9), area.contains(50, 11), area.contains(-8, 0), area.contains(108, 9)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

it('should follow connected points from a place and stop at gaps and walls', () => {
  const row = Array.from({ length: 20 }, (_, at) => [at * 0.3, 0, 1] as const);
  const apart = [8, 0, 1] as const;
  const floor = [0, 0, 0] as const;
  const node = nodeOf([...row, apart, floor]);
  const found = [...pointsAround([node], { x: 0, y: 0, z: 1 }, (_, __, z) => z < 0.2)];
  expect(found).toEqual(Array.from({ length: 20 }, (_, at) => 102 + at));
});
