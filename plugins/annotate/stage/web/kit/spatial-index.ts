import RBush from 'rbush';
import type { Outline, Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  encloses,
  isEmptyRectangle,
  outlineArea,
  outlineBounds,
  outlineContains,
  outlineDistance,
} from '#plugins/annotate/annotations/common/geometry/index.ts';

interface IndexEntry extends Rectangle {
  readonly id: string;
  readonly outline: Outline;
  readonly area: number;
}

/** Shapes that are always put in one by one. */
const FEW = 8;

/** Finds shapes by place, in item pixels. Shapes with an empty outline are not in it. */
export class SpatialIndex {
  readonly #tree = new RBush<IndexEntry>(16);
  readonly #entries = new Map<string, IndexEntry>();

  get size(): number {
    return this.#entries.size;
  }

  /** Puts many shapes in at once, which is much faster than one by one. */
  load(shapes: Iterable<{ readonly id: string; readonly outline: Outline }>): void {
    const entries = [...shapes]
      .map(shape => entryOf(shape.id, shape.outline))
      .filter(entry => !isEmptyRectangle(entry));
    for (const entry of entries) {
      this.remove(entry.id);
      this.#entries.set(entry.id, entry);
    }
    this.#tree.load(entries);
  }

  set(id: string, outline: Outline): void {
    this.remove(id);
    const entry = entryOf(id, outline);
    if (isEmptyRectangle(entry)) return;
    this.#entries.set(id, entry);
    this.#tree.insert(entry);
  }

  /** Puts shapes in, or in other places. Where most of them change, building the tree again costs less. */
  setAll(shapes: readonly { readonly id: string; readonly outline: Outline }[]): void {
    if (shapes.length < FEW || shapes.length * 2 < this.#entries.size) {
      for (const { id, outline } of shapes) this.set(id, outline);
      return;
    }
    for (const { id, outline } of shapes) {
      const entry = entryOf(id, outline);
      if (isEmptyRectangle(entry)) this.#entries.delete(id);
      else this.#entries.set(id, entry);
    }
    this.#tree.clear();
    this.#tree.load([...this.#entries.values()]);
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#tree.remove(entry);
  }

  clear(): void {
    this.#tree.clear();
    this.#entries.clear();
  }

  boundsOf(id: string): Rectangle | undefined {
    return this.#entries.get(id);
  }

  /** Ids of shapes whose bounds meet the rectangle, in no order. */
  meeting(rectangle: Rectangle): readonly string[] {
    return this.#tree.search(rectangle).map(entry => entry.id);
  }

  /** Ids of shapes that lie wholly inside the rectangle, in no order. */
  inside(rectangle: Rectangle): readonly string[] {
    return this.#tree
      .search(rectangle)
      .filter(entry => encloses(rectangle, entry))
      .map(entry => entry.id);
  }

  /**
   * The shapes at a place, the one a person means first: those with an edge, line or dot within `reach`, and those that
   * contain the place; the smallest filled area first (so a small shape on a big one can always be had), among equals
   * the one drawn on top.
   */
  at(place: Place, reach: number, placeOf: (id: string) => number): readonly string[] {
    return this.#tree
      .search({ minX: place.x - reach, minY: place.y - reach, maxX: place.x + reach, maxY: place.y + reach })
      .filter(entry => outlineContains(entry.outline, place) || outlineDistance(entry.outline, place) <= reach)
      .sort((first, second) => first.area - second.area || placeOf(second.id) - placeOf(first.id))
      .map(entry => entry.id);
  }

  /** The shape at a place belongs to `ids` and is hit there, by edge or inside. */
  hits(id: string, place: Place, reach: number): boolean {
    const entry = this.#entries.get(id);
    return (
      entry !== undefined && (outlineContains(entry.outline, place) || outlineDistance(entry.outline, place) <= reach)
    );
  }
}

function entryOf(id: string, outline: Outline): IndexEntry {
  return { ...outlineBounds(outline), id, outline, area: outlineArea(outline) };
}
