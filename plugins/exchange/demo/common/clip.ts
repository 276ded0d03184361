type Inside = (x: number, y: number) => number;

/** Distances to the four edges of a picture; negative is outside. */
const edgesOf = (width: number, height: number): readonly Inside[] => [
  x => x,
  x => width - x,
  (_, y) => y,
  (_, y) => height - y,
];

/**
 * The part of a ring (flat list) on a picture of that size, cut edge after edge (Sutherland and Hodgman). A ring that
 * falls into pieces stays one ring along the edge.
 */
export function clipRing(ring: readonly number[], width: number, height: number): readonly number[] {
  return edgesOf(width, height).reduce<readonly number[]>((points, inside) => {
    const kept: number[] = [];
    for (let at = 0, before = points.length - 2; at < points.length; before = at, at += 2) {
      const [x1, y1, x2, y2] = [points[before]!, points[before + 1]!, points[at]!, points[at + 1]!];
      const [from, to] = [inside(x1, y1), inside(x2, y2)];
      if (from >= 0 !== to >= 0)
        kept.push(x1 + ((x2 - x1) * from) / (from - to), y1 + ((y2 - y1) * from) / (from - to));
      if (to >= 0) kept.push(x2, y2);
    }
    return kept;
  }, ring);
}

/** The longest piece of a line (flat list) on a picture of that size; empty when none is. */
export function clipLine(line: readonly number[], width: number, height: number): readonly number[] {
  const pieces: number[][] = [];
  let open: number[] | undefined;
  for (let at = 2; at < line.length; at += 2) {
    const [x1, y1, x2, y2] = [line[at - 2]!, line[at - 1]!, line[at]!, line[at + 1]!];
    let [enter, leave] = [0, 1];
    for (const inside of edgesOf(width, height)) {
      const [from, to] = [inside(x1, y1), inside(x2, y2)];
      if (from < 0 && to < 0) leave = -1;
      else if (from < 0) enter = Math.max(enter, from / (from - to));
      else if (to < 0) leave = Math.min(leave, from / (from - to));
    }
    if (enter >= leave) {
      open = undefined;
      continue;
    }
    if (open === undefined || enter > 0) pieces.push((open = [x1 + (x2 - x1) * enter, y1 + (y2 - y1) * enter]));
    open.push(x1 + (x2 - x1) * leave, y1 + (y2 - y1) * leave);
    if (leave < 1) open = undefined;
  }
  const length = (piece: readonly number[]): number =>
    piece.reduce((sum, value, at) => (at < 2 ? sum : sum + Math.abs(value - piece[at - 2]!)), 0);
  return pieces.reduce<readonly number[]>((longest, piece) => (length(piece) > length(longest) ? piece : longest), []);
}
