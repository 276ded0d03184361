import { expect, it } from 'vitest';
import { arcRoute, arcTail, roundedPath } from './arc-route.ts';

const edges = { margin: 810 };

it('should run along the lane of a row, above both words', () => {
  const route = arcRoute({ x: 100, y: 40, lane: 25 }, { x: 300, y: 40, lane: 25 }, edges);
  expect(route.lines.slice(1, 3)).toEqual([
    { x: 100, y: 25 },
    { x: 300, y: 25 },
  ]);
  expect(route.tip).toEqual({ x: 300, y: 40, down: true });
});

it('should pass from row to row beside the text, never across words', () => {
  const { lines } = arcRoute({ x: 100, y: 40, lane: 25 }, { x: 300, y: 140, lane: 125 }, edges);
  for (const [at, place] of lines.entries()) {
    const next = lines[at + 1];
    // Upright ways lie in the margin, or above the own word.
    if (next !== undefined && place.x === next.x && place.x !== edges.margin)
      expect(Math.abs(place.y - next.y)).toBeLessThan(20);
  }
});

it('should point to an end that is out of sight from the margin', () => {
  expect(arcTail({ x: 100, y: 40, lane: 25 }, true, true, edges).tip).toEqual({ x: 810, y: 47, down: true });
  expect(arcTail({ x: 100, y: 40, lane: 25 }, false, true, edges).tip).toEqual({ x: 100, y: 40, down: true });
});

it('should round corners by no more than half of the way', () => {
  expect(
    roundedPath([
      { x: 0, y: 10 },
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ]),
  ).toBe('M0 10L0 5Q0 0 5 0L100 0');
});
