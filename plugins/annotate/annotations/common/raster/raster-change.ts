import type { Patch } from '../edits.ts';
import type { Rectangle } from '../geometry/rectangle.ts';
import { emptyRectangle, isEmptyRectangle, unite } from '../geometry/rectangle.ts';
import type { LabelRaster, OpenChange } from './label-raster.ts';
import { runsOf, tileId, tileSize, writeTile } from './raster-tile.ts';

/** Map of the pixels that may be painted over: 1 for each slot that may, by its number. */
export type Paintable = Uint8Array;

/**
 * One change of a raster that is under way, e.g. a stroke: it paints into the raster at once, keeps what was there, and
 * in the end is either kept as patches or taken back. Coordinates are item pixels.
 */
export class RasterChange implements OpenChange {
  readonly raster: LabelRaster;
  /** Contents of touched tiles before, by tile number. */
  readonly #before = new Map<number, Uint16Array>();
  /** The number of the tile run painted last, which most runs share. */
  #lastTile = -1;
  #area = emptyRectangle;

  constructor(raster: LabelRaster) {
    this.raster = raster;
  }

  /** Area that was painted; empty when nowhere. */
  get area(): Rectangle {
    return this.#area;
  }

  /**
   * Paints the pixels from `from` up to but not `to` of a row, those whose slot may be painted over; all when nothing
   * is said.
   */
  row(y: number, from: number, to: number, slot: number, paintable?: Paintable): void {
    const { raster } = this;
    if (y < 0 || y >= raster.height) return;
    const left = Math.max(from, 0);
    const right = Math.min(to, raster.width);
    if (left >= right) return;
    this.#keep(y, left, right);
    const { labels, width } = raster;
    const start = y * width;
    let [first, last] = [right, left];
    let run = 0;
    let of = slot;
    for (let x = left; x < right; x += 1) {
      const before = labels[start + x]!;
      if (before === slot || (paintable !== undefined && paintable[before] !== 1)) continue;
      labels[start + x] = slot;
      if (x < first) first = x;
      last = x;
      if (before === of) {
        run += 1;
        continue;
      }
      if (run > 0) raster.moved(of, slot, run);
      of = before;
      run = 1;
    }
    if (run > 0) raster.moved(of, slot, run);
    if (first > last) return;
    if (slot !== 0) raster.reached(slot, y, first, last + 1);
    this.#area = unite(this.#area, { minX: first, minY: y, maxX: last + 1, maxY: y + 1 });
  }

  /** Writes the touched tiles as they were before into labels of the raster. */
  restore(labels: Uint16Array): void {
    const { raster } = this;
    for (const [number, kept] of this.#before) {
      const { left, top, width, height } = raster.areaOf(number % raster.columns, Math.floor(number / raster.columns));
      for (let y = 0; y < height; y += 1)
        labels.set(kept.subarray(y * width, (y + 1) * width), (top + y) * raster.width + left);
    }
  }

  /** Slot of a pixel as it was before. */
  before(x: number, y: number): number {
    const kept = this.#before.get(Math.floor(y / tileSize) * this.raster.columns + Math.floor(x / tileSize));
    if (kept === undefined) return this.raster.labels[y * this.raster.width + x]!;
    const area = this.raster.areaOf(Math.floor(x / tileSize), Math.floor(y / tileSize));
    return kept[(y - area.top) * area.width + (x - area.left)]!;
  }

  /** Reports the painted area to the listeners of the raster, and begins a new one. */
  announce(area: Rectangle = this.#area): void {
    if (!isEmptyRectangle(area)) this.raster.changed(area);
  }

  /** Returns the changes as patches; the raster keeps it, and the change is over. */
  patches(): readonly Patch[] {
    const { raster } = this;
    raster.setOpen(this, false);
    return [...this.#before]
      .toSorted(([first], [second]) => first - second)
      .flatMap(([number, kept]) => {
        const column = number % raster.columns;
        const row = Math.floor(number / raster.columns);
        const { width, height } = raster.areaOf(column, row);
        const before = writeTile(runsOf(kept, width, { left: 0, top: 0, width, height }, raster.colors));
        const after = raster.tile(column, row);
        return before === after ? [] : [{ collection: 'raster' as const, id: tileId(column, row), before, after }];
      });
  }

  /** Puts everything back as it was. */
  revert(): void {
    const { raster } = this;
    for (const [number, kept] of this.#before) {
      const area = raster.areaOf(number % raster.columns, Math.floor(number / raster.columns));
      for (let y = 0; y < area.height; y += 1) {
        const start = (area.top + y) * raster.width + area.left;
        for (let x = 0; x < area.width; x += 1) {
          const now = raster.labels[start + x]!;
          const then = kept[y * area.width + x]!;
          if (now === then) continue;
          raster.moved(now, then, 1);
          raster.labels[start + x] = then;
        }
      }
    }
    this.announce();
    raster.setOpen(this, false);
    this.#before.clear();
    this.#lastTile = -1;
    this.#area = emptyRectangle;
  }

  #keep(y: number, from: number, to: number): void {
    const { raster } = this;
    const row = Math.floor(y / tileSize);
    for (let column = Math.floor(from / tileSize); column <= Math.floor((to - 1) / tileSize); column += 1) {
      const number = row * raster.columns + column;
      if (number === this.#lastTile || this.#before.has(number)) continue;
      this.#lastTile = number;
      const { left, top, width, height } = raster.areaOf(column, row);
      const kept = new Uint16Array(width * height);
      for (let line = 0; line < height; line += 1) {
        const start = (top + line) * raster.width + left;
        kept.set(raster.labels.subarray(start, start + width), line * width);
      }
      if (this.#before.size === 0) raster.setOpen(this, true);
      this.#before.set(number, kept);
    }
  }
}
