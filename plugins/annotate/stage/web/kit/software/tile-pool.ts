import { tileSize } from './tile-grid.ts';

/** Canvases kept for tiles to come: as many as a large window shows. Each takes 256 KB. */
const capacity = 64;

/** A canvas for the pixels of a tile. */
export interface TileCanvas {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
}

/** Canvases of tiles that are shown no more, for the next ones. */
export class TilePool {
  readonly #free: TileCanvas[] = [];

  /** Returns a canvas, with the pixels of another tile or none. */
  take(): TileCanvas {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const canvas = new OffscreenCanvas(tileSize, tileSize);
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (context === null) throw new Error('This browser has no canvas to draw on');
    return { canvas, context };
  }

  /** Takes back a canvas that nobody draws or reads any more. */
  give({ canvas, context }: TileCanvas): void {
    if (this.#free.length < capacity) this.#free.push({ canvas, context });
  }
}
