import { expect, it } from 'vitest';
import { enclosedArea, pathLength } from './measured-path.ts';

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
