import type { Place } from '../geometry/place.ts';
import type { Rectangle } from '../geometry/rectangle.ts';

/** Documents of tiled images with more objects than this are loaded by viewport. */
export const LARGE_OBJECTS = 20_000;

/**
 * Returns how many objects of a cell are answered one by one; a cell with more answers how many are where. The smallest
 * cells answer as many as a document has that is opened whole: there is no nearer level that would show the rest.
 */
export const mostInCell = (level: number): number => (level > 0 ? 1_000 : LARGE_OBJECTS);

/** Pixels of the full-resolution image along the side of a cell of level 0. */
const CELL = 1024;

/** Pixels of the longer side of objects of size class 0; each further class is twice as large. */
const SMALLEST = 64;

/** Size classes up to that of a cell of level 0. */
const CLASSES_IN_CELL = Math.log2(CELL / SMALLEST);

/** The level whose one cell is larger than every image. */
export const TOP_LEVEL = 16;

/** The largest size class. */
export const SIZE_CLASSES = TOP_LEVEL + CLASSES_IN_CELL;

/** Halvings of a cell's side down to the largest objects that belong to one cell alone. */
const SHARE = 3;

/** Levels between a cell and the squares its objects are counted in. */
const SQUARES = 3;

/** A square part of an image: `level` 0 has the smallest, each further level those of twice the side. */
export interface ObjectCell {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** Objects of one size class whose centres are in a range of Morton codes of level 0; `to` is not in it. */
export interface SizeRange {
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the side of the cells of a level in pixels. */
export const cellSide = (level: number): number => CELL * 2 ** level;

/** Returns the side of the squares in which the objects of a crowded cell are counted, in pixels. */
export const squareSide = (level: number): number => cellSide(level - SQUARES);

/** Returns the level whose squares a cell of this level is counted by; negative ones have no counts of their own. */
export const squareLevel = (level: number): number => level - SQUARES;

/** Returns the size class of an object by its bounds: the longer side is at most {@link SMALLEST} times its power of 2. */
export function sizeClassOf({ minX, minY, maxX, maxY }: Rectangle): number {
  const side = Math.max(maxX - minX, maxY - minY);
  return side <= SMALLEST ? 0 : Math.min(SIZE_CLASSES, Math.ceil(Math.log2(side / SMALLEST)));
}

/** Returns the size class from which objects are seen one by one in a crowded cell of this level. */
export const prominentClass = (level: number): number => level + CLASSES_IN_CELL - SQUARES;

/** Returns the Morton code of a column and a row, each from 0 to 65 535: neighbours in both directions stay close. */
export const mortonOf = (column: number, row: number): number => (spread(column) | (spread(row) << 1)) >>> 0;

/** Returns the column and the row of a Morton code. */
export const placeOfMorton = (code: number): { readonly column: number; readonly row: number } => ({
  column: gathered(code),
  row: gathered(code >>> 1),
});

/** Returns the Morton code of the cell of level 0 with this place; places beyond the grid count as those at its edge. */
export const mortonAt = ({ x, y }: Place): number =>
  mortonOf(clamped(Math.floor(x / CELL)), clamped(Math.floor(y / CELL)));

/** Returns the Morton code of the cell that has this cell of level 0 at another level. */
export const mortonAtLevel = (code: number, level: number): number => Math.floor(code / 4 ** level);

/** Returns the range of Morton codes of level 0 in a cell; `to` is not in it. */
export function mortonRange({ level, column, row }: ObjectCell): { readonly from: number; readonly to: number } {
  const code = mortonOf(column, row);
  return { from: code * 4 ** level, to: (code + 1) * 4 ** level };
}

/** Returns the largest size class of the objects that belong to the one cell of this level that has their centre. */
export const ownClass = (level: number): number => level + CLASSES_IN_CELL - SHARE;

/** Returns how far the objects of a cell can reach out of it, in pixels. */
export const cellReach = (level: number): number => cellSide(level) / 2 ** (SHARE + 1);

/**
 * Returns the ranges that hold the objects of a cell: those that belong to it, and larger ones that may reach into it.
 * @param least smallest size class
 */
export function rangesOf(cell: ObjectCell, least = 0): readonly SizeRange[] {
  const ranges: SizeRange[] = [];
  const own = mortonRange(cell);
  const { level, column, row } = cell;
  const side = cellSide(level);
  for (let size = least; size <= SIZE_CLASSES; size += 1) {
    if (size <= ownClass(level)) {
      ranges.push({ size, ...own });
      continue;
    }
    // Centres of larger objects are in cells of their own size around this one, or in its neighbours.
    const grid = Math.max(level, size - CLASSES_IN_CELL);
    for (const x of around(column * side, side, cellSide(grid), size))
      for (const y of around(row * side, side, cellSide(grid), size))
        ranges.push({ size, ...mortonRange({ level: grid, column: x, row: y }) });
  }
  return ranges;
}

/** Cells of `grid` pixels in which the centre of an object of a size class can be that reaches into a span. */
function around(start: number, length: number, grid: number, size: number): readonly number[] {
  const reach = (SMALLEST * 2 ** size) / 2;
  const first = Math.max(0, Math.floor((start - reach) / grid));
  const last = Math.floor((start + length + reach) / grid);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

const clamped = (value: number): number => Math.min(65_535, Math.max(0, Number.isFinite(value) ? value : 0));

function spread(value: number): number {
  let bits = value & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

function gathered(code: number): number {
  let bits = code & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0xffff;
}
