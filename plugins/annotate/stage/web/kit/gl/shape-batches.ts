import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { encloses, grow, pointCount } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Emphasis, LayerChanges, ShapeLayer } from '../shape-layer.ts';
import { ShapeBatch } from './shape-batch.ts';

/** Room in the batch of all for shapes put on top later. */
const spare = 0.1;

/** Shapes of a tile up to which they are gathered. */
const tileLimit = 2500;

/** Points of shapes up to which a part is drawn while somebody waits. */
const quickPoints = 20_000;

/**
 * Chooses what to send to the GPU for a part of the item: the batch of all shapes, kept up to date in place, or a small
 * one of the shapes in that part. Zoomed in, a window half as large again as the view is gathered and used until the
 * view leaves it.
 */
export class ShapeBatches {
  readonly #layer: ShapeLayer;
  readonly #gatherLimit: number;
  readonly #all: ShapeBatch;
  readonly #window: ShapeBatch;
  readonly #patch: ShapeBatch;
  readonly #selectedPart: ShapeBatch;
  readonly #emphasized: Readonly<Record<Emphasis, ShapeBatch>>;
  #stale = true;
  #windowPart: Rectangle | undefined;
  #crowdedPart: Rectangle | undefined;
  readonly #emphasisVersions: Record<Emphasis, number> = { hovered: -1, selected: -1 };

  /** Up to `gatherLimit` shapes are gathered into a small batch of their own; more are crowded. */
  constructor(gl: WebGL2RenderingContext, layer: ShapeLayer, gatherLimit: number) {
    this.#layer = layer;
    this.#gatherLimit = gatherLimit;
    this.#all = new ShapeBatch(gl);
    this.#window = new ShapeBatch(gl);
    this.#patch = new ShapeBatch(gl);
    this.#selectedPart = new ShapeBatch(gl);
    this.#emphasized = { hovered: new ShapeBatch(gl), selected: new ShapeBatch(gl) };
  }

  /** Takes over what changed since the last frame. */
  follow(changes: LayerChanges): void {
    const touched = changes.reordered || changes.set.size + changes.removed.size + changes.added.size > 0;
    if (!touched) return;
    this.#windowPart = undefined;
    this.#crowdedPart = undefined;
    if (changes.reordered) this.#stale = true;
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

  /** The shapes in a part that must be redrawn while the view is still; undefined when they are crowded. */
  forDamage(part: Rectangle): ShapeBatch | undefined {
    return this.#gather(part, this.#gatherLimit);
  }

  /** The shapes in a part have so few points that waiting for them to be drawn is quick. */
  isQuick(part: Rectangle): boolean {
    const shapes = this.#layer.meeting(part, tileLimit);
    return (
      shapes !== undefined && shapes.reduce((points, { outline }) => points + pointCount(outline), 0) <= quickPoints
    );
  }

  /**
   * The shapes in a part that is kept; all shapes when they are so many there that gathering them would take longer.
   */
  forTile(part: Rectangle): ShapeBatch {
    return this.#gather(part, tileLimit) ?? this.complete();
  }

  /** The shapes in view; undefined when they are crowded. */
  forView(visible: Rectangle): ShapeBatch | undefined {
    if (this.#windowPart !== undefined && encloses(this.#windowPart, visible)) return this.#window;
    if (this.#crowdedPart !== undefined && isStill(this.#crowdedPart, visible)) return undefined;
    const margin = Math.max(visible.maxX - visible.minX, visible.maxY - visible.minY) / 4;
    for (const part of [grow(visible, margin), visible]) {
      const shapes = this.#layer.meeting(part, this.#gatherLimit);
      if (shapes === undefined) continue;
      this.#window.load(shapes);
      this.#windowPart = part;
      return this.#window;
    }
    this.#crowdedPart = visible;
    return undefined;
  }

  /** All shapes. */
  complete(): ShapeBatch {
    if (this.#stale) this.#all.load(this.#layer.ordered(), spare);
    this.#stale = false;
    return this.#all;
  }

  /** The selected shapes in a part. */
  selectedIn(part: Rectangle): ShapeBatch {
    this.#selectedPart.load(this.#layer.emphasized('selected', part));
    return this.#selectedPart;
  }

  /** All shapes that stand out in one way, drawn once more over all others. */
  emphasized(emphasis: Emphasis): ShapeBatch {
    const batch = this.#emphasized[emphasis];
    if (this.#emphasisVersions[emphasis] !== this.#layer.emphasisVersion) batch.load(this.#layer.emphasized(emphasis));
    this.#emphasisVersions[emphasis] = this.#layer.emphasisVersion;
    return batch;
  }

  dispose(): void {
    for (const batch of [
      this.#all,
      this.#window,
      this.#patch,
      this.#selectedPart,
      this.#emphasized.hovered,
      this.#emphasized.selected,
    ])
      batch.dispose();
  }

  #gather(part: Rectangle, limit: number): ShapeBatch | undefined {
    const shapes = this.#layer.meeting(part, limit);
    if (shapes === undefined) return undefined;
    this.#patch.load(shapes);
    return this.#patch;
  }
}

/** The view has hardly moved or shrunk since, so what was crowded is taken to be so without counting again. */
function isStill(before: Rectangle, now: Rectangle): boolean {
  const width = before.maxX - before.minX;
  const height = before.maxY - before.minY;
  return (
    now.maxX - now.minX >= width * 0.9 &&
    Math.abs(now.minX + now.maxX - before.minX - before.maxX) < width / 2 &&
    Math.abs(now.minY + now.maxY - before.minY - before.maxY) < height / 2
  );
}
