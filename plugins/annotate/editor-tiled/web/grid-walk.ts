import { proxy } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { centreOf } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { OverlayPainter, Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import type { Cell } from '../common/seen-cells.ts';
import { SeenCells } from '../common/seen-cells.ts';
import type { SeenStore } from './seen-store.ts';

/** Milliseconds after which a cell in view counts as seen; passing over one is not enough. */
const LOOK_MS = 500;

/** Walks over an image cell by cell, and remembers which cells were seen. */
export class GridWalk {
  readonly state = proxy({ shown: false, seen: 0, total: 0 });
  readonly #stage: Stage;
  readonly #store: SeenStore;
  readonly #itemId: number;
  #cells: SeenCells;
  #looking: ReturnType<typeof setTimeout> | undefined;

  constructor(stage: Stage, store: SeenStore, itemId: number, size: Size) {
    this.#stage = stage;
    this.#store = store;
    this.#itemId = itemId;
    this.#cells = new SeenCells(size, store.get(itemId));
    this.#count();
  }

  /** The size of the image is known now. */
  setSize(size: Size): void {
    this.#cells = new SeenCells(size, this.#store.get(this.#itemId));
    this.#count();
  }

  follow(): Disposable {
    const stop = this.#stage.camera.onChange(() => {
      clearTimeout(this.#looking);
      this.#looking = setTimeout(() => this.#look(), LOOK_MS);
    });
    return {
      dispose: () => {
        clearTimeout(this.#looking);
        stop();
      },
    };
  }

  toggle(): void {
    this.state.shown = !this.state.shown;
    this.#stage.requestOverlay();
  }

  /** Shows the cell beside the one in the middle of the view. */
  step(across: number, down: number): void {
    this.#show(this.#cells.beside(this.#middle(), across, down));
  }

  /** Shows the next cell that was not seen. False when all were. */
  next(): boolean {
    this.#look();
    const cell = this.#cells.nextUnseen(this.#middle());
    if (cell !== undefined) this.#show(cell);
    return cell !== undefined;
  }

  forget(): void {
    this.#cells.forgetAll();
    this.#keep();
  }

  /** Shades what was not seen; returns whether it drew anything. */
  paint(painter: OverlayPainter): boolean {
    if (!this.state.shown) return false;
    const { visible, item } = this.#stage.camera;
    const unseen = [...this.#cells.meeting(visible)].filter(cell => !this.#cells.isSeen(cell));
    painter.shade(
      unseen.map(cell => this.#cells.bounds(cell)),
      'rgb(0 0 0 / 0.45)',
    );
    painter.grid(item, this.#cells.side);
    return true;
  }

  #middle(): Cell {
    return this.#cells.at(this.#stage.camera.view.centre);
  }

  #show(cell: Cell): void {
    const { camera } = this.#stage;
    const { side } = this.#cells;
    const { width, height } = camera.viewport;
    // All cells at the same zoom, also the smaller ones at the edges.
    camera.restore({ centre: centreOf(this.#cells.bounds(cell)), zoom: Math.min(width, height) / side });
    this.#look();
  }

  #look(): void {
    const { visible, zoom } = this.#stage.camera;
    if (this.#cells.look(visible, zoom)) this.#keep();
  }

  #keep(): void {
    this.#store.set(this.#itemId, this.#cells.toText());
    this.#count();
    this.#stage.requestOverlay();
  }

  #count(): void {
    this.state.seen = this.#cells.count;
    this.state.total = this.#cells.total;
  }
}
