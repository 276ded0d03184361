import type { Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Objects that are too small to be seen one by one. */
export interface Cluster {
  /** The middle of its objects. */
  readonly place: Place;
  readonly count: number;
}

/** CSS pixels below which an object is no longer seen. */
const UNSEEN = 2;

/** CSS pixels along the side of the square whose objects are counted together. */
const SQUARE = 64;

/**
 * Counts the objects in view that are smaller than two CSS pixels, in squares that stay where they are while the view
 * moves.
 * @param bounds of each object, in pixels of the image
 * @param zoom CSS pixels per pixel of the image
 */
export function clustersIn(bounds: Iterable<Rectangle>, visible: Rectangle, zoom: number): readonly Cluster[] {
  const limit = UNSEEN / zoom;
  const side = 2 ** Math.round(Math.log2(SQUARE / zoom));
  const found = new Map<string, { x: number; y: number; count: number }>();
  for (const { minX, minY, maxX, maxY } of bounds) {
    if (maxX - minX >= limit || maxY - minY >= limit) continue;
    if (maxX < visible.minX || maxY < visible.minY || minX > visible.maxX || minY > visible.maxY) continue;
    const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2];
    const key = `${Math.floor(x / side)},${Math.floor(y / side)}`;
    const cluster = found.get(key);
    if (cluster === undefined) found.set(key, { x, y, count: 1 });
    else {
      cluster.x += x;
      cluster.y += y;
      cluster.count += 1;
    }
  }
  return [...found.values()].map(({ x, y, count }) => ({ place: { x: x / count, y: y / count }, count }));
}
