import { expect, it } from 'vitest';
import { cellKey, planCells } from './cell-plan.ts';

const image = { width: 126_000, height: 72_000 };
const view = (x: number, y: number, width: number, height: number, zoom: number) =>
  planCells({ minX: x, minY: y, maxX: x + width / zoom, maxY: y + height / zoom }, zoom, image);

it('should load cells of about the size of the screen, and a ring as far as their objects reach', () => {
  const { level, cells } = view(10_000, 10_000, 1400, 800, 1);
  expect(level).toBe(0);
  expect(cells.map(cellKey)).toContain('0/9/9');
  expect(view(10_310, 10_310, 1400, 800, 1).cells.map(cellKey)).not.toContain('0/9/10');
  expect(cells.map(cellKey)).toContain('0/11/10');
  expect(cells.length).toBeLessThanOrEqual(12);
  expect(cellKey(cells[0]!)).toBe('0/10/10');
});

it('should take a level for each halving of the zoom, and stay at the first when zoomed in', () => {
  for (const [zoom, level] of [
    [8, 0],
    [0.51, 0],
    [0.5, 1],
    [0.26, 1],
    [0.25, 2],
    [1 / 64, 6],
  ] as const)
    expect(view(0, 0, 1400, 800, zoom).level).toBe(level);
});

it('should load few cells of the entire image and none beyond its edges', () => {
  const { cells } = view(-5000, -5000, 1400, 800, 1 / 96);
  expect(cells.length).toBeLessThanOrEqual(6);
  expect(cells.every(({ column, row }) => column >= 0 && row >= 0)).toBe(true);
  expect(view(200_000, 0, 1400, 800, 1).cells).toEqual([]);
});
