import { gridParts } from './grid-parts.ts';

/** Parts smaller than this share of the largest part are specks. */
const SPECK = 0.02;

/**
 * Logits (positive = inside) without specks and pinholes: parts under a fiftieth of the largest go, unless one of
 * `kept` (cells that a person pointed at) lies in it, and holes as small are filled. The same array when there is
 * nothing to do.
 */
export function tidyLogits(
  logits: Float32Array,
  columns: number,
  lines: number,
  kept: readonly number[],
): Float32Array {
  const inside = new Uint8Array(logits.length);
  for (let cell = 0; cell < inside.length; cell++) inside[cell] = logits[cell]! > 0 ? 1 : 0;
  const parts = gridParts(inside, columns, lines);
  const largest = Math.max(0, ...parts.sizes);
  const limit = largest * SPECK;
  const pointed = new Set(kept.map(cell => parts.labels[cell]));
  const outside = inside.map(cell => 1 - cell);
  const gaps = gridParts(outside, columns, lines);
  const border = new Set<number>();
  for (let x = 0; x < columns; x++) for (const cell of [x, (lines - 1) * columns + x]) border.add(gaps.labels[cell]!);
  for (let y = 0; y < lines; y++)
    for (const cell of [y * columns, y * columns + columns - 1]) border.add(gaps.labels[cell]!);
  const isSpeck = (label: number): boolean => parts.sizes[label]! < limit && !pointed.has(label);
  const isPinhole = (label: number): boolean => gaps.sizes[label]! < limit && !border.has(label);
  let tidied: Float32Array | undefined;
  for (let cell = 0; cell < logits.length; cell++) {
    const [part, gap] = [parts.labels[cell]!, gaps.labels[cell]!];
    if (part !== 0 && isSpeck(part)) (tidied ??= logits.slice())[cell] = -1;
    else if (gap !== 0 && isPinhole(gap)) (tidied ??= logits.slice())[cell] = 1;
  }
  return tidied ?? logits;
}
