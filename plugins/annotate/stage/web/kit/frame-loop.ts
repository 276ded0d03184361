import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { unite } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Changes since the last frame. */
export interface FrameNeeds {
  /** Item pixels to draw again; undefined for all. */
  readonly damage: Rectangle | undefined;
  /** Only handles, labels and the like changed: the picture and the shapes stay. */
  readonly overlayOnly: boolean;
}

/** Collects requests and draws once on the next animation frame; nothing runs while nothing changes. */
export class FrameLoop {
  readonly #draw: (needs: FrameNeeds) => void;
  #handle: number | undefined;
  #damage: Rectangle | undefined;
  #all = false;

  constructor(draw: (needs: FrameNeeds) => void) {
    this.#draw = draw;
  }

  /** Everything is to be drawn again, e.g. since the view moved. */
  requestAll(): void {
    this.#all = true;
    this.#schedule();
  }

  /** A part of the item is to be drawn again. */
  requestPart(part: Rectangle): void {
    this.#damage = this.#damage === undefined ? part : unite(this.#damage, part);
    this.#schedule();
  }

  /** The overlay is to be drawn again. */
  requestOverlay(): void {
    this.#schedule();
  }

  dispose(): void {
    if (this.#handle !== undefined) cancelAnimationFrame(this.#handle);
    this.#handle = undefined;
  }

  #schedule(): void {
    this.#handle ??= requestAnimationFrame(() => {
      this.#handle = undefined;
      const needs = {
        damage: this.#all ? undefined : this.#damage,
        overlayOnly: !this.#all && this.#damage === undefined,
      };
      this.#all = false;
      this.#damage = undefined;
      this.#draw(needs);
    });
  }
}
