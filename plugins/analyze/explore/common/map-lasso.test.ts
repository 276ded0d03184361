import { expect, it } from 'vitest';
import { inOutline, isDrag, pointAt, pointTowards } from './map-lasso.ts';

const points = [
  { x: 0.5, y: 0.5 },
  { x: 0.6, y: 0.52 },
  { x: 0.9, y: 0.5 },
  { x: 0.5, y: 0.1 },
];

it('should take the points inside an outline, also a hollow one', () => {
  const hollow = [
    { x: 0.4, y: 0.4 },
    { x: 1, y: 0.4 },
    { x: 1, y: 0.6 },
    { x: 0.8, y: 0.6 },
    { x: 0.8, y: 0.45 },
    { x: 0.55, y: 0.45 },
    { x: 0.55, y: 0.6 },
    { x: 0.4, y: 0.6 },
  ];
  expect(inOutline(points, hollow)).toEqual([points[0], points[2]]);
  expect(inOutline(points, hollow.slice(0, 2))).toEqual([]);
});

it('should walk to the nearest point in a direction', () => {
  expect(pointTowards(points, 0, [1, 0])).toBe(1);
  expect(pointTowards(points, 1, [1, 0])).toBe(2);
  expect(pointTowards(points, 0, [0, -1])).toBe(3);
  expect(pointTowards(points, 0, [-1, 0])).toBeUndefined();
});

it('should find the point under the pointer', () => {
  expect(pointAt(points, { x: 0.59, y: 0.52 }, 0.02)).toBe(1);
  expect(pointAt(points, { x: 0.2, y: 0.2 }, 0.02)).toBeUndefined();
});

it('should distinguish a lasso from a click that moves the pointer a little', () => {
  const from = { x: 0.5, y: 0.5 };
  expect(isDrag([from, { x: 0.503, y: 0.5 }, { x: 0.503, y: 0.502 }, from], 0.01)).toBe(false);
  expect(isDrag([from, { x: 0.6, y: 0.5 }, { x: 0.6, y: 0.6 }, from], 0.01)).toBe(true);
});
