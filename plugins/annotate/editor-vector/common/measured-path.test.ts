import { expect, it } from 'vitest';
import { bendAngle, enclosedArea, pathLength } from './measured-path.ts';

const corner = [
  { x: 0, y: 0 },
  { x: 30, y: 0 },
  { x: 30, y: 40 },
];

it('should measure the length of a path and the area inside it', () => {
  expect(pathLength(corner)).toBe(70);
  expect(enclosedArea(corner)).toBe(600);
  expect(pathLength(corner.slice(0, 1))).toBe(0);
});

it('should measure the angle at the last corner, whichever way it turns', () => {
  expect(bendAngle(corner)).toBeCloseTo(90);
  expect(bendAngle(corner.toReversed())).toBeCloseTo(90);
  expect(bendAngle([...corner, { x: 30, y: 80 }])).toBeCloseTo(180);
  expect(
    bendAngle([
      { x: -10, y: 1 },
      { x: 0, y: 0 },
      { x: -10, y: -1 },
    ]),
  ).toBeLessThan(12);
});
