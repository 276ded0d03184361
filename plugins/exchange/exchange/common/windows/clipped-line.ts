import { rounded } from '../exchange/coordinates.ts';
import type { Edges } from '../exchange/shape-extent.ts';

/** The parts of a line of x, y, … inside a frame, each of at least two points (Liang and Barsky, 1984). */
export function clippedLine(points: readonly number[], frame: Edges): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x1, y1, x2, y2] = points.slice(at, at + 4) as [number, number, number, number];
    const inside = clippedStretch(x1, y1, x2, y2, frame);
    if (inside === undefined) {
      part = [];
      continue;
    }
    const [from, to] = inside;
    const place = (share: number): [number, number] => [
      rounded(x1 + (x2 - x1) * share),
      rounded(y1 + (y2 - y1) * share),
    ];
    if (part.length === 0 || from > 0) {
      part = place(from);
      parts.push(part);
    }
    part.push(...place(to));
    if (to < 1) part = [];
  }
  return parts;
}

/** The share of a stretch at which it enters a frame, and at which it leaves it; undefined outside. */
function clippedStretch(x1: number, y1: number, x2: number, y2: number, frame: Edges): [number, number] | undefined {
  let [from, to] = [0, 1];
  for (const [move, space] of [
    [x1 - x2, x1 - frame.x1],
    [x2 - x1, frame.x2 - x1],
    [y1 - y2, y1 - frame.y1],
    [y2 - y1, frame.y2 - y1],
  ] as const) {
    if (move === 0) {
      if (space < 0) return undefined;
      continue;
    }
    const share = space / move;
    if (move < 0) from = Math.max(from, share);
    else to = Math.min(to, share);
  }
  return from < to ? [from, to] : undefined;
}
