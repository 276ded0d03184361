import type { Rectangle } from '../geometry/rectangle.ts';
import { emptyRectangle, isEmptyRectangle, unite } from '../geometry/rectangle.ts';
import type { TileArea } from './raster-tile.ts';
import { readTile, runsOf, tileId, tilePlace, tileSize, writeTile } from './raster-tile.ts';

/** Initial content of a raster; what belongs to slots lies in their order, the background's first. */
export interface RasterContent {
  readonly labels: Uint16Array;
  /** 24-bit part colours. */
  readonly colors: readonly number[];
  /** Pixels of each slot. */
  readonly counts: ArrayLike<number>;
  /** Area of each slot: left, top, right and bottom, four numbers a slot. */
  readonly bounds: ArrayLike<number>;
}

/** A change that is painted already but not yet kept or taken back. */
export interface OpenChange {
  /** Writes what was there before into labels of the same raster. */
  restore(labels: Uint16Array): void;
}

/** A mask at one time, without changes that are under way, e.g. half a stroke. */
export interface SettledMask {
  readonly width: number;
  readonly height: number;
  /** Slot of each pixel, row by row. */
  readonly labels: Uint16Array;
  /** 24-bit part colours by slot. */
  readonly colors: readonly number[];
}

/** Most part colours that one raster holds. */
export const mostSlots = 65_535;

/**
 * The mask of an image in memory: which part each pixel belongs to, none at most. A pixel holds the short number of its
 * part colour, its slot; slot 0 is the background. Slots are of this object only: what is written down names colours.
 */
export class LabelRaster {
  readonly width: number;
  readonly height: number;
  /** Slot of each pixel, row by row. Only {@link LabelRaster} and a change of it write here. */
  readonly labels: Uint16Array;
  readonly columns: number;
  readonly rows: number;
  readonly #colors: number[] = [0];
  readonly #slots = new Map<number, number>([[0, 0]]);
  #counts = new Uint32Array(1024);
  /** Left, top, right and bottom of what each slot has ever covered. */
  #reaches = new Int32Array(4 * 1024);
  #version = 0;
  readonly #listeners = new Set<(area: Rectangle) => void>();
  readonly #interrupted = new Set<() => void>();
  readonly #open = new Set<OpenChange>();

  /** `labels` and the colours of its slots, when there is something in it; they are taken over, not copied. */
  constructor(width: number, height: number, content?: RasterContent) {
    this.width = width;
    this.height = height;
    this.columns = Math.ceil(width / tileSize);
    this.rows = Math.ceil(height / tileSize);
    this.labels = content?.labels ?? new Uint16Array(width * height);
    this.#counts[0] = width * height;
    content?.colors.forEach((color, slot) => {
      this.#colors[slot] = color;
      this.#slots.set(color, slot);
      this.#setCount(slot, content.counts[slot]!);
      for (let side = 0; side < 4; side += 1) this.#reaches[slot * 4 + side] = content.bounds[slot * 4 + side]!;
    });
  }

  /** Counts up with every change of pixels. */
  get version(): number {
    return this.#version;
  }

  /** Another raster that holds the same. */
  copy(): LabelRaster {
    return new LabelRaster(this.width, this.height, {
      labels: this.labels.slice(),
      colors: [...this.#colors],
      counts: this.#counts.slice(0, this.#colors.length),
      bounds: this.#reaches.slice(0, this.#colors.length * 4),
    });
  }

  /** Slots that were given out: all are below this number. */
  get slotCount(): number {
    return this.#colors.length;
  }

  /** 24-bit colour of a slot. */
  colorOf(slot: number): number {
    return this.#colors[slot] ?? 0;
  }

  /** Colours by slot, 0 first. */
  get colors(): readonly number[] {
    return this.#colors;
  }

  /** The slot of a colour, a new one when the raster has not seen it. @throws RangeError when there are too many. */
  slotOf(color: number): number {
    const known = this.#slots.get(color);
    if (known !== undefined) return known;
    if (this.#colors.length > mostSlots) throw new RangeError(`A mask in the editor has at most ${mostSlots} parts.`);
    const slot = this.#colors.push(color) - 1;
    this.#slots.set(color, slot);
    this.#setCount(slot, 0);
    return slot;
  }

  /** Pixels of a slot. */
  countOf(slot: number): number {
    return this.#counts[slot] ?? 0;
  }

  /** Slot of the pixel that holds a place; 0 outside of the image too. */
  at(x: number, y: number): number {
    const column = Math.floor(x);
    const row = Math.floor(y);
    return column < 0 || row < 0 || column >= this.width || row >= this.height
      ? 0
      : this.labels[row * this.width + column]!;
  }

  areaOf(column: number, row: number): TileArea {
    const left = column * tileSize;
    const top = row * tileSize;
    return { left, top, width: Math.min(tileSize, this.width - left), height: Math.min(tileSize, this.height - top) };
  }

  /** A tile as text (see {@link writeTile}). */
  tile(column: number, row: number): string {
    return writeTile(runsOf(this.labels, this.width, this.areaOf(column, row), this.#colors));
  }

  /** Puts a patch's value in place of a tile. Names of tiles the image does not have are left out. */
  write(id: string, text: string): void {
    const place = tilePlace(id);
    if (place === undefined || place.column >= this.columns || place.row >= this.rows) return;
    const area = this.areaOf(place.column, place.row);
    const { colors, lengths } = readTile(text, area.width * area.height);
    const { left, top, width } = area;
    let done = 0;
    colors.forEach((color, at) => {
      const slot = this.slotOf(color);
      const end = done + lengths[at]!;
      while (done < end) {
        const x = done % width;
        const count = Math.min(end - done, width - x);
        const y = top + Math.floor(done / width);
        this.#fill(y * this.width + left + x, count, slot);
        if (slot !== 0) this.reached(slot, y, left + x, left + x + count);
        done += count;
      }
    });
    this.changed({ minX: left, minY: top, maxX: left + width, maxY: top + area.height });
  }

  /** Reports that pixels of an area were written; `labels` holds them already. */
  changed(area: Rectangle): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener(area);
  }

  /** A copy of what may be stored. */
  settled(): SettledMask {
    const labels = this.labels.slice();
    for (const change of [...this.#open].toReversed()) change.restore(labels);
    return { width: this.width, height: this.height, labels, colors: [...this.#colors] };
  }

  /** For a change of this raster: it begins, or has ended. */
  setOpen(change: OpenChange, open: boolean): void {
    if (open) this.#open.add(change);
    else this.#open.delete(change);
  }

  /** Asks whoever paints to end it now, since the mask is about to change below. */
  interrupt(): void {
    for (const listener of this.#interrupted) listener();
  }

  /** Calls `listener` when paint under way must be ended. Returns the way to stop. */
  onInterrupt(listener: () => void): () => void {
    this.#interrupted.add(listener);
    return () => this.#interrupted.delete(listener);
  }

  /** For a change of this raster: pixels went from one slot to another. */
  moved(from: number, to: number, pixels: number): void {
    this.#counts[from] = this.#counts[from]! - pixels;
    this.#counts[to] = this.#counts[to]! + pixels;
  }

  /** Calls `listener` with the area of each change, item pixels. Returns the way to stop. */
  onChange(listener: (area: Rectangle) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** For a change of this raster: a slot covers pixels of a row now. */
  reached(slot: number, y: number, from: number, to: number): void {
    const at = slot * 4;
    const reaches = this.#reaches;
    if (from < reaches[at]!) reaches[at] = from;
    if (y < reaches[at + 1]!) reaches[at + 1] = y;
    if (to > reaches[at + 2]!) reaches[at + 2] = to;
    if (y >= reaches[at + 3]!) reaches[at + 3] = y + 1;
  }

  /** An area that holds all pixels of some slots, and may be larger; at once. Empty when they have none. */
  reachOf(slots: Iterable<number>): Rectangle {
    let area = emptyRectangle;
    for (const slot of slots) {
      if (slot === 0 || this.countOf(slot) === 0) continue;
      const [minX, minY, maxX, maxY] = this.#reaches.subarray(slot * 4, slot * 4 + 4) as unknown as readonly [
        number,
        number,
        number,
        number,
      ];
      area = unite(area, { minX, minY, maxX, maxY });
    }
    return area;
  }

  /** Area around all pixels of some slots, found by looking; undefined when there are none. */
  boundsOf(slots: ReadonlySet<number>): Rectangle | undefined {
    const wanted = new Uint8Array(this.slotCount);
    const reach = this.reachOf(slots);
    if (isEmptyRectangle(reach)) return undefined;
    let left = 0;
    for (const slot of slots) {
      if (slot < wanted.length && this.countOf(slot) > 0 && wanted[slot] === 0) {
        wanted[slot] = 1;
        left += this.countOf(slot);
      }
    }
    if (left === 0) return undefined;
    let [minX, minY, maxX, maxY] = [this.width, 0, 0, 0];
    let first = true;
    for (let y = reach.minY; y < reach.maxY && left > 0; y += 1) {
      const start = y * this.width;
      let before = left;
      for (let x = reach.minX; x < reach.maxX; x += 1) {
        if (wanted[this.labels[start + x]!] !== 1) continue;
        if (x < minX) minX = x;
        if (x > maxX) maxX = x;
        left -= 1;
      }
      before -= left;
      if (before === 0) continue;
      if (first) minY = y;
      first = false;
      maxY = y;
    }
    return { minX, minY, maxX: maxX + 1, maxY: maxY + 1 };
  }

  #fill(start: number, length: number, slot: number): void {
    const { labels } = this;
    for (let at = start; at < start + length; at += 1) {
      const before = labels[at]!;
      if (before === slot) continue;
      this.#counts[before] = this.#counts[before]! - 1;
      this.#counts[slot] = this.#counts[slot]! + 1;
      labels[at] = slot;
    }
  }

  #setCount(slot: number, count: number): void {
    if (slot >= this.#counts.length) {
      const larger = new Uint32Array(Math.max(slot + 1, this.#counts.length * 2));
      larger.set(this.#counts);
      this.#counts = larger;
      const reaches = new Int32Array(4 * larger.length);
      reaches.set(this.#reaches);
      this.#reaches = reaches;
    }
    this.#counts[slot] = count;
    this.#reaches.set([this.width, this.height, 0, 0], slot * 4);
  }
}

/** All tiles that differ between two rasters of one size, as names. */
export function differingTiles(first: LabelRaster, second: LabelRaster): readonly string[] {
  const ids: string[] = [];
  for (let row = 0; row < first.rows; row += 1) {
    for (let column = 0; column < first.columns; column += 1)
      if (first.tile(column, row) !== second.tile(column, row)) ids.push(tileId(column, row));
  }
  return ids;
}
