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

const extentOf = ({ minX, minY, maxX, maxY }: Rectangle): number => Math.max(maxX - minX, maxY - minY);

/** Counts the objects that are smaller than two CSS pixels, in squares that stay where they are while the view moves. */
export class ObjectClusters {
  readonly #bounds: readonly Rectangle[];
  /** Longer side of the smallest object: above the limit, there is nothing to count. */
  readonly #least: number;
  #zoom: number | undefined;
  #clusters: readonly Cluster[] = [];

  /** `bounds` of each object, in pixels of the image. */
  constructor(bounds: readonly Rectangle[]) {
    this.#bounds = bounds;
    this.#least = bounds.reduce((least, each) => Math.min(least, extentOf(each)), Infinity);
  }

  /** Returns the clusters whose middle is in view. `zoom` in CSS pixels per pixel of the image. */
  in(visible: Rectangle, zoom: number): readonly Cluster[] {
    if (this.#least >= UNSEEN / zoom) return [];
    if (zoom !== this.#zoom) this.#clusters = this.#count(zoom);
    this.#zoom = zoom;
    return this.#clusters.filter(
      ({ place: { x, y } }) => x >= visible.minX && x <= visible.maxX && y >= visible.minY && y <= visible.maxY,
    );
  }

  #count(zoom: number): readonly Cluster[] {
    const limit = UNSEEN / zoom;
    const side = 2 ** Math.round(Math.log2(SQUARE / zoom));
    const found = new Map<string, { x: number; y: number; count: number }>();
    for (const each of this.#bounds) {
      if (extentOf(each) >= limit) continue;
      const [x, y] = [(each.minX + each.maxX) / 2, (each.minY + each.maxY) / 2];
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
}
