import { expect, it } from 'vitest';
import {
  cellSide,
  mortonAt,
  mortonAtLevel,
  mortonOf,
  mortonRange,
  placeOfMorton,
  rangesOf,
  sizeClassOf,
} from './object-cells.ts';
import type { ObjectCell } from './object-cells.ts';

const square = (x: number, y: number, side: number) => ({
  minX: x - side / 2,
  minY: y - side / 2,
  maxX: x + side / 2,
  maxY: y + side / 2,
});

const isIn = (cell: ObjectCell, x: number, y: number, side: number): boolean => {
  const [size, code] = [sizeClassOf(square(x, y, side)), mortonAt({ x, y })];
  return rangesOf(cell).some(range => range.size === size && code >= range.from && code < range.to);
};

it('should give the columns and rows of Morton codes back, up to the largest', () => {
  for (const [column, row] of [
    [0, 0],
    [3, 5],
    [65_535, 0],
    [0, 65_535],
    [65_535, 65_535],
    [40_000, 12_345],
  ] as const)
    expect(placeOfMorton(mortonOf(column, row))).toEqual({ column, row });
});

it('should hold the codes of all cells within a cell of a higher level in one range', () => {
  const cell = { level: 3, column: 5, row: 2 };
  const { from, to } = mortonRange(cell);
  expect(to - from).toBe(64);
  for (const [column, row] of [
    [40, 16],
    [47, 23],
  ] as const)
    expect(mortonAtLevel(mortonOf(column, row), 3)).toBe(mortonOf(5, 2));
  expect(mortonAtLevel(mortonOf(48, 16), 3)).not.toBe(mortonOf(5, 2));
});

it('should find small objects in the one cell of their centre', () => {
  expect(isIn({ level: 0, column: 1, row: 1 }, 1030, 1030, 20)).toBe(true);
  expect(isIn({ level: 0, column: 0, row: 0 }, 1030, 1030, 20)).toBe(false);
  expect(isIn({ level: 2, column: 0, row: 0 }, 1030, 1030, 500)).toBe(true);
});

it('should find every large object that reaches into it, and none that is far', () => {
  const cell = { level: 0, column: 10, row: 10 };
  const [near, far] = [10 * cellSide(0), 10.5 * cellSide(0)];
  for (const side of [200, 500, 1000, 1100, 2048, 5000, 40_000, 900_000])
    for (const away of [0, 0.2, 0.49]) {
      expect(isIn(cell, near - side * away, far, side)).toBe(true);
      expect(isIn(cell, far, near + cellSide(0) + side * away, side)).toBe(true);
    }
  expect(isIn(cell, near - 20_000, far, 2000)).toBe(false);
});
