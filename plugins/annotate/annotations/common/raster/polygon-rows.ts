/** First pixel whose centre is not before a coordinate. */
const firstCentre = (value: number): number => Math.ceil(value - 0.5);

/**
 * The pixels of a polygon: those whose centre is inside of its rings by the even-odd rule, so holes are rings too.
 * Calls back for each run: row, first pixel, pixel after the last. Rings are flat lists x, y, … in pixels.
 */
export function polygonRows(
  rings: readonly (readonly number[])[],
  found: (y: number, from: number, to: number) => void,
): void {
  const crossings = new Map<number, number[]>();
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [x1, y1, x2, y2] = [ring[before]!, ring[before + 1]!, ring[at]!, ring[at + 1]!];
      if (y1 === y2) continue;
      const slope = (x2 - x1) / (y2 - y1);
      const end = firstCentre(Math.max(y1, y2));
      for (let y = firstCentre(Math.min(y1, y2)); y < end; y += 1) {
        const x = x1 + (y + 0.5 - y1) * slope;
        const row = crossings.get(y);
        if (row === undefined) crossings.set(y, [x]);
        else row.push(x);
      }
    }
  }
  for (const [y, row] of crossings) {
    row.sort((first, second) => first - second);
    for (let at = 0; at + 1 < row.length; at += 2) {
      const from = firstCentre(row[at]!);
      const to = firstCentre(row[at + 1]!);
      if (to > from) found(y, from, to);
    }
  }
}
