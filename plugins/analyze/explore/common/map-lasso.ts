/** A place on the map, both from 0 to 1. */
export interface MapPlace {
  readonly x: number;
  readonly y: number;
}

/** Returns the points inside a closed outline (even-odd rule). Fewer than three corners enclose nothing. */
export function inOutline<P extends MapPlace>(points: readonly P[], outline: readonly MapPlace[]): readonly P[] {
  if (outline.length < 3) return [];
  return points.filter(({ x, y }) => {
    let inside = false;
    for (let at = 0, before = outline.length - 1; at < outline.length; before = at++) {
      const [one, other] = [outline[at]!, outline[before]!];
      if (one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x)
        inside = !inside;
    }
    return inside;
  });
}

/** Returns whether an outline leads farther than a distance from its first corner. */
export const isDrag = (outline: readonly MapPlace[], most: number): boolean =>
  outline.some(({ x, y }) => Math.hypot(x - outline[0]!.x, y - outline[0]!.y) > most);

/** Returns the index of the nearest point in a direction, at most 60° off it; undefined where there is none. */
export function pointTowards(
  points: readonly MapPlace[],
  from: number,
  [dx, dy]: readonly [number, number],
): number | undefined {
  const start = points[from];
  if (start === undefined) return undefined;
  let best: { readonly index: number; readonly cost: number } | undefined;
  points.forEach((point, index) => {
    const [x, y] = [point.x - start.x, point.y - start.y];
    const distance = Math.hypot(x, y);
    const along = x * dx + y * dy;
    if (index === from || distance === 0 || along < distance / 2) return;
    // Points straight ahead win over nearer ones aside.
    const cost = distance * (2 - along / distance);
    if (best === undefined || cost < best.cost) best = { index, cost };
  });
  return best?.index;
}

/** Returns the index of the point nearest to a place within a distance; undefined where there is none. */
export function pointAt(points: readonly MapPlace[], place: MapPlace, most: number): number | undefined {
  let best: { readonly index: number; readonly distance: number } | undefined;
  points.forEach((point, index) => {
    const distance = Math.hypot(point.x - place.x, point.y - place.y);
    if (distance <= most && (best === undefined || distance < best.distance)) best = { index, distance };
  });
  return best?.index;
}
