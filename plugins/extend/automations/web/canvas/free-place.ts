/** A point of the canvas, in pixels. */
interface Place {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels between two nodes. */
const GAP = 24;
/** Columns and rows that are looked at on each side: more than the nodes of a pipeline can take. */
const REACH = 8;

/** Returns the upper left corner nearest to a place at which a node lies on none of the others. */
export function freePlace(others: readonly Place[], at: Place, { width, height }: Size): Place {
  const steps = Array.from({ length: 2 * REACH + 1 }, (_, index) => index - REACH);
  const places = steps
    .flatMap(column => steps.map(row => ({ x: column * (width + GAP), y: row * (height + GAP) })))
    // Below and to the right first, where the next steps are looked for.
    .toSorted((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y) || other.y - one.y)
    .map(each => ({ x: Math.round(at.x + each.x), y: Math.round(at.y + each.y) }));
  const lies = (place: Place): boolean =>
    others.some(each => Math.abs(each.x - place.x) < width + GAP && Math.abs(each.y - place.y) < height + GAP);
  return places.find(each => !lies(each)) ?? places[0]!;
}
