import { expect, it } from 'vitest';
import { ObjectClusters } from './object-clusters.ts';

const square = (x: number, y: number, side: number): { minX: number; minY: number; maxX: number; maxY: number } => ({
  minX: x,
  minY: y,
  maxX: x + side,
  maxY: y + side,
});
const all = { minX: 0, minY: 0, maxX: 10_000, maxY: 10_000 };

it('should count objects together that are under two pixels on the screen', () => {
  const clusters = new ObjectClusters([
    square(100, 100, 10),
    square(120, 140, 10),
    square(9000, 9000, 10),
    square(500, 500, 400),
  ]);
  expect(clusters.in(all, 0.1)).toEqual([
    { place: { x: 115, y: 125 }, count: 2 },
    { place: { x: 9005, y: 9005 }, count: 1 },
  ]);
  expect(clusters.in({ ...all, maxX: 200 }, 0.1)).toEqual([{ place: { x: 115, y: 125 }, count: 2 }]);
  expect(clusters.in({ ...all, maxX: 50 }, 0.1)).toEqual([]);
  expect(clusters.in(all, 1)).toEqual([]);
  expect(clusters.in(all, 0.004)).toEqual([expect.objectContaining({ count: 4 })]);
});
