import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  emptyRectangle,
  everywhere,
  isEmptyRectangle,
  unite,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { DrawnShape } from './drawn-shape.ts';
import { SpatialIndex } from './spatial-index.ts';

/** Emphasis of a shape. */
export type Emphasis = 'hovered' | 'selected';

/** Positions of the shapes in the drawing order; the scene knows. */
export interface DrawingOrder {
  /** Ids of all shapes, the lowest first; may name shapes the layer does not have. */
  readonly ids: () => Iterable<string>;
  /** Returns the number of `ids`. */
  readonly count: () => number;
  /** Place of a shape, -1 for one that is on top of all others for now, such as the one being drawn. */
  readonly placeOf: (id: string) => number;
}

/** Facts about the last changes that renderers need; read and emptied by them once per frame. */
export interface LayerChanges {
  /** Redrawn in its place. */
  readonly set: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  /** On top of all others. */
  readonly added: ReadonlySet<string>;
  /** The order changed, or a shape came between others: all must be read again. */
  readonly reordered: boolean;
  /**
   * Part of the picture with changed shapes, in item pixels; empty when nowhere, endless when anywhere. How they stand
   * out is no part of it.
   */
  readonly part: Rectangle;
}

/**
 * All shapes of a stage with their spatial index: what renderers draw and tools hit. Reports the damaged part of the
 * item.
 */
export class ShapeLayer {
  readonly index = new SpatialIndex();
  readonly #order: DrawingOrder;
  readonly #onDamage: (part: Rectangle) => void;
  readonly #shapes = new Map<string, DrawnShape>();
  readonly #emphasis = new Map<string, Emphasis>();
  #set = new Set<string>();
  #removed = new Set<string>();
  #added = new Set<string>();
  #reordered = true;
  #part = emptyRectangle;
  #emphasisVersion = 0;
  #selectedCount = 0;
  #selectedVersion = 0;

  constructor(order: DrawingOrder, onDamage: (part: Rectangle) => void) {
    this.#order = order;
    this.#onDamage = onDamage;
  }

  get size(): number {
    return this.#shapes.size;
  }

  /** Number of selected shapes. */
  get selectedCount(): number {
    return this.#selectedCount;
  }

  /** Counts up when shapes were selected or no longer. */
  get selectedVersion(): number {
    return this.#selectedVersion;
  }

  /** Counts up when the emphasized shapes, or how they look, changed. */
  get emphasisVersion(): number {
    return this.#emphasisVersion;
  }

  /** A shape stands out. */
  get hasEmphasized(): boolean {
    return this.#emphasis.size > 0;
  }

  get(id: string): DrawnShape | undefined {
    return this.#shapes.get(id);
  }

  emphasisOf(id: string): Emphasis | undefined {
    return this.#emphasis.get(id);
  }

  /** Replaces all shapes. */
  load(shapes: readonly DrawnShape[]): void {
    this.#shapes.clear();
    this.index.clear();
    for (const shape of shapes) this.#shapes.set(shape.id, shape);
    this.index.load(shapes);
    this.reorder();
  }

  /** Puts a shape in, or another in its place. */
  set(shape: DrawnShape): void {
    this.setAll([shape]);
  }

  /** Puts shapes in, or others in their places. No two of them may be the same shape. */
  setAll(shapes: readonly DrawnShape[]): void {
    const changed = shapes.filter(shape => this.#shapes.get(shape.id) !== shape);
    this.#change(changed);
    this.index.setAll(changed.filter(({ id, outline }) => this.#shapes.get(id)?.outline !== outline));
    for (const shape of changed) {
      const isNew = !this.#shapes.has(shape.id);
      this.#shapes.set(shape.id, shape);
      if (this.#emphasis.has(shape.id)) this.#emphasisVersion += 1;
      if (!isNew) this.#set.add(shape.id);
      else if (this.#order.placeOf(shape.id) < 0 || this.#isTop(shape.id)) this.#added.add(shape.id);
      else this.#reordered = true;
    }
    this.#change(changed);
  }

  remove(id: string): void {
    if (!this.#shapes.has(id)) return;
    this.#change([{ id }]);
    this.#shapes.delete(id);
    this.index.remove(id);
    this.#setEmphasis(id, undefined);
    if (!this.#added.delete(id)) this.#removed.add(id);
    this.#set.delete(id);
  }

  /** The drawing order changed: all is drawn again. */
  reorder(): void {
    this.#reordered = true;
    this.#emphasisVersion += 1;
    this.#part = everywhere;
    this.#onDamage(everywhere);
  }

  /** Makes a shape stand out, or no longer. */
  emphasize(id: string, emphasis: Emphasis | undefined): void {
    if (this.#setEmphasis(id, emphasis)) this.#damage(id);
  }

  /** All shapes, the lowest first. */
  ordered(): readonly DrawnShape[] {
    const shapes: DrawnShape[] = [];
    for (const id of this.#order.ids()) {
      const shape = this.#shapes.get(id);
      if (shape !== undefined) shapes.push(shape);
    }
    if (shapes.length < this.#shapes.size)
      shapes.push(...[...this.#shapes.values()].filter(shape => this.#order.placeOf(shape.id) < 0));
    return shapes;
  }

  /** The shapes whose bounds meet a part of the item, the lowest first; undefined when they are more than `limit`. */
  meeting(part: Rectangle, limit: number = Infinity): readonly DrawnShape[] | undefined {
    const ids = this.index.meeting(part);
    if (ids.length > limit) return undefined;
    return this.#sorted(ids);
  }

  /** The shapes that stand out in one way, the lowest first; with `part`, those whose bounds meet it. */
  emphasized(emphasis: Emphasis, part?: Rectangle): readonly DrawnShape[] {
    const ids = part === undefined ? [...this.#emphasis.keys()] : this.index.meeting(part);
    return this.#sorted(ids.filter(id => this.#emphasis.get(id) === emphasis));
  }

  /** The one shape a person means at a place in item pixels, or undefined. `reach` in item pixels. */
  at(place: { readonly x: number; readonly y: number }, reach: number): string | undefined {
    return this.index.at(place, reach, this.#order.placeOf)[0];
  }

  /** Returns the changes since the last call. */
  takeChanges(): LayerChanges {
    const changes = {
      set: this.#set,
      removed: this.#removed,
      added: this.#added,
      reordered: this.#reordered,
      part: this.#part,
    };
    this.#set = new Set();
    this.#removed = new Set();
    this.#added = new Set();
    this.#reordered = false;
    this.#part = emptyRectangle;
    return changes;
  }

  #setEmphasis(id: string, emphasis: Emphasis | undefined): boolean {
    const before = this.#emphasis.get(id);
    if (before === emphasis) return false;
    if (emphasis === undefined) this.#emphasis.delete(id);
    else this.#emphasis.set(id, emphasis);
    this.#emphasisVersion += 1;
    const change = Number(emphasis === 'selected') - Number(before === 'selected');
    this.#selectedCount += change;
    if (change !== 0) this.#selectedVersion += 1;
    return true;
  }

  #isTop(id: string): boolean {
    return this.#order.placeOf(id) === this.#order.count() - 1;
  }

  #sorted(ids: readonly string[]): readonly DrawnShape[] {
    const place = (id: string): number => {
      const known = this.#order.placeOf(id);
      return known < 0 ? Infinity : known;
    };
    const found: { readonly shape: DrawnShape; readonly place: number }[] = [];
    for (const id of ids) {
      const shape = this.#shapes.get(id);
      if (shape !== undefined) found.push({ shape, place: place(id) });
    }
    return found
      .sort((first, second) => (first.place === second.place ? 0 : first.place - second.place))
      .map(entry => entry.shape);
  }

  /** Marks the places of shapes as changed. */
  #change(shapes: readonly { readonly id: string }[]): void {
    let part = emptyRectangle;
    for (const { id } of shapes) part = unite(part, this.index.boundsOf(id) ?? emptyRectangle);
    if (isEmptyRectangle(part)) return;
    this.#part = unite(this.#part, part);
    this.#onDamage(part);
  }

  #damage(id: string): void {
    const bounds = this.index.boundsOf(id);
    if (bounds !== undefined) this.#onDamage(unite(emptyRectangle, bounds));
  }
}
