import { expect, it } from 'vitest';
import { freePlace } from './free-place.ts';

const size = { width: 220, height: 64 };

it('should put fifty nodes beside each other around one place', () => {
  const nodes: { x: number; y: number }[] = [];
  for (let count = 0; count < 50; count++) nodes.push(freePlace(nodes, { x: 30.4, y: -7 }, size));
  expect(nodes[0]).toEqual({ x: 30, y: -7 });
  expect(nodes[1]).toEqual({ x: 30, y: 81 });
  const overlaps = nodes.filter((one, at) =>
    nodes.some((other, index) => index < at && Math.abs(one.x - other.x) < 220 && Math.abs(one.y - other.y) < 64),
  );
  expect(overlaps).toEqual([]);
});

it('should go around nodes that people placed', () => {
  expect(freePlace([{ x: 10, y: 20 }], { x: 0, y: 0 }, size)).toEqual({ x: 0, y: -88 });
  expect(freePlace([{ x: 500, y: 0 }], { x: 0, y: 0 }, size)).toEqual({ x: 0, y: 0 });
});
