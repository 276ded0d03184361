import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import { encloses, grow } from '#plugins/editor/common/geometry/rectangle.ts';
import type { Emphasis, LayerChanges, ShapeLayer } from '../shape-layer.ts';
import { ShapeBatch } from './shape-batch.ts';

/** Up to so many shapes are gathered into a small batch of their own; above, the batch of all is drawn and the GPU cuts it. */
const gatherLimit = 1200;

/** Room in the batch of all for shapes put on top later. */
const spare = 0.1;

/**
 * Chooses what to send to the GPU for a part of the item: the batch of all shapes, kept up to date in place, or a small one of the shapes
 * in that part. Zoomed in, a window half as large again as the view is gathered and used until the view leaves it.
 */
export class ShapeBatches {
  readonly #layer: ShapeLayer;
  readonly #all: ShapeBatch;
  readonly #window: ShapeBatch;
  readonly #patch: ShapeBatch;
  readonly #emphasized: Readonly<Record<Emphasis, ShapeBatch>>;
  #stale = true;
  #windowPart: Rectangle | undefined;
  #crowdedPart: Rectangle | undefined;
  #emphasisVersion = -1;

  constructor(gl: WebGL2RenderingContext, layer: ShapeLayer) {
    this.#layer = layer;
    this.#all = new ShapeBatch(gl);
    this.#window = new ShapeBatch(gl);
    this.#patch = new ShapeBatch(gl);
    this.#emphasized = { hovered: new ShapeBatch(gl), selected: new ShapeBatch(gl) };
  }

  /** Takes over what changed since the last frame. */
  follow(changes: LayerChanges): void {
    const touched = changes.everything || changes.set.size + changes.removed.size + changes.added.size > 0;
    if (!touched) return;
    this.#windowPart = undefined;
    this.#crowdedPart = undefined;
    if (changes.everything) this.#stale = true;
    if (this.#stale) return;
    for (const id of changes.removed) this.#all.erase(id);
    for (const id of changes.set) {
      const shape = this.#layer.get(id);
      if (shape !== undefined && !this.#all.replace(shape)) this.#stale = true;
    }
    for (const id of changes.added) {
      const shape = this.#layer.get(id);
      if (shape !== undefined && !this.#all.append(shape)) this.#stale = true;
    }
  }

  /** The batch to draw when a part must be drawn anew and the view stands still. */
  forDamage(part: Rectangle): ShapeBatch {
    const shapes = this.#layer.meeting(part, gatherLimit);
    if (shapes === undefined) return this.#complete();
    this.#patch.load(shapes);
    return this.#patch;
  }

  /** The batch to draw for a whole view. */
  forView(visible: Rectangle): ShapeBatch {
    if (this.#windowPart !== undefined && encloses(this.#windowPart, visible)) return this.#window;
    if (this.#layer.size <= gatherLimit || (this.#crowdedPart !== undefined && encloses(visible, this.#crowdedPart))) return this.#complete();
    const margin = Math.max(visible.maxX - visible.minX, visible.maxY - visible.minY) / 4;
    const part = grow(visible, margin);
    const shapes = this.#layer.meeting(part, gatherLimit);
    if (shapes === undefined) {
      this.#crowdedPart = visible;
      return this.#complete();
    }
    this.#window.load(shapes);
    this.#windowPart = part;
    return this.#window;
  }

  /** The shapes that stand out, drawn once more over all others. */
  emphasized(): Readonly<Record<Emphasis, ShapeBatch>> {
    if (this.#emphasisVersion !== this.#layer.emphasisVersion) {
      this.#emphasisVersion = this.#layer.emphasisVersion;
      this.#emphasized.hovered.load(this.#layer.emphasized('hovered'));
      this.#emphasized.selected.load(this.#layer.emphasized('selected'));
    }
    return this.#emphasized;
  }

  dispose(): void {
    for (const batch of [this.#all, this.#window, this.#patch, this.#emphasized.hovered, this.#emphasized.selected]) batch.dispose();
  }

  #complete(): ShapeBatch {
    if (this.#stale) this.#all.load(this.#layer.ordered(), spare);
    this.#stale = false;
    return this.#all;
  }
}
