import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { meets } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ImageSource, TileKey } from './image-source.ts';
import { levelFor, tileBounds, tilesMeeting } from './tile-plan.ts';

/** Converts a tile's pixels for a renderer and releases them. */
export interface TileKeeper<T> {
  keep(bitmap: ImageBitmap): T;
  release(kept: T): void;
}

/** A tile ready to be drawn, and the part of the item it covers. */
export interface ReadyTile<T> {
  readonly kept: T;
  readonly bounds: Rectangle;
}

interface Entry<T> {
  readonly kept: T;
  readonly key: TileKey;
  used: number;
}

/** Tiles kept at most (512 × 512 pixels take 1 MB each). */
const capacity = 192;

/** Requests under way at a time. */
const concurrency = 6;

/**
 * Milliseconds a frame may spend on handing bitmaps to the renderer; one is handed over in any case. More until the
 * picture was whole for the first time: better there soon than smooth.
 */
const uploadTime = 1.5;
const firstUploadTime = 12;

/** Times a tile is asked for before it is given up. */
const attempts = 3;

/** Loads the tiles a view needs, and the coarsest one to fall back to, and keeps those used last. */
export class TileCache<T> {
  readonly #source: ImageSource;
  readonly #keeper: TileKeeper<T>;
  readonly #onArrival: () => void;
  readonly #ready = new Map<string, Entry<T>>();
  readonly #arrived: { readonly key: TileKey; readonly bitmap: ImageBitmap }[] = [];
  readonly #wanted = new Map<string, TileKey>();
  readonly #pending = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #unfollow: (() => void) | undefined;
  #frame = 0;
  #disposed = false;
  #complete = false;
  /** All that was asked for was there once. */
  #opened = false;

  /** `onArrival` is called when a new frame would show more. */
  constructor(source: ImageSource, keeper: TileKeeper<T>, onArrival: () => void) {
    this.#source = source;
    this.#keeper = keeper;
    this.#onArrival = onArrival;
    this.#unfollow = source.onTiles?.(onArrival);
  }

  /** Nothing asked for since the frame began was missing. */
  get complete(): boolean {
    return this.#complete;
  }

  /**
   * Begins a frame that shows `visible` at a scale (device pixels per item pixel): takes over tiles that have arrived
   * and forgets wishes for tiles that are no longer in view. Returns the parts of the item that look different now.
   */
  beginFrame(visible: Rectangle, scale: number): readonly Rectangle[] {
    if (this.#disposed) return [];
    this.#opened ||= this.#frame > 0 && this.#complete;
    this.#frame += 1;
    this.#complete = true;
    const level = levelFor(this.#source, scale);
    const coarsest = this.#source.levels.length - 1;
    for (const [name, key] of this.#wanted) {
      if ((key.level !== level && key.level !== coarsest) || !meets(tileBounds(this.#source, key), visible))
        this.#wanted.delete(name);
    }
    return this.#keepArrived();
  }

  /** All tiles of a part are there at the right level; asks for those that are not. */
  prepare(part: Rectangle, scale: number): boolean {
    const missing = this.#missing(part, scale);
    if (missing.length === 0) return true;
    this.#complete = false;
    this.#want(missing, part);
    return false;
  }

  /**
   * The tiles to draw for a part of the item, in this order; asks for those that are missing. As long as the right
   * level is incomplete, another one fills in below it.
   */
  tilesFor(part: Rectangle, scale: number): readonly ReadyTile<T>[] {
    if (!this.#disposed) this.prepare(part, scale);
    return this.tilesAtHand(part, scale);
  }

  /** The same without asking for anything, e.g. while the view changes too fast for that. */
  tilesAtHand(part: Rectangle, scale: number): readonly ReadyTile<T>[] {
    if (this.#disposed) return [];
    const level = levelFor(this.#source, scale);
    const own = this.#readyAt(level, part);
    return this.#missing(part, scale).length === 0 ? own : [...this.#substitute(level, part), ...own];
  }

  dispose(): void {
    this.#disposed = true;
    this.#unfollow?.();
    for (const entry of this.#ready.values()) this.#keeper.release(entry.kept);
    for (const { bitmap } of this.#arrived) bitmap.close();
    this.#ready.clear();
  }

  /**
   * Tiles of another level that cover a part: the next coarser level that is complete there, else the next finer, else
   * all that is at hand.
   */
  #substitute(level: number, part: Rectangle): readonly ReadyTile<T>[] {
    const coarser = this.#source.levels.map((_, index) => index).slice(level + 1);
    const finer = this.#source.levels
      .map((_, index) => index)
      .slice(0, level)
      .toReversed();
    for (const other of [...coarser, ...finer]) {
      const keys = tilesMeeting(this.#source, other, part);
      if (keys.every(key => this.#ready.has(nameOf(key)))) return keys.map(key => this.#use(key));
    }
    return coarser.toReversed().flatMap(other => this.#readyAt(other, part));
  }

  #missing(part: Rectangle, scale: number): readonly TileKey[] {
    return tilesMeeting(this.#source, levelFor(this.#source, scale), part).filter(key => !this.#ready.has(nameOf(key)));
  }

  #readyAt(level: number, part: Rectangle): readonly ReadyTile<T>[] {
    return tilesMeeting(this.#source, level, part)
      .filter(key => this.#ready.has(nameOf(key)))
      .map(key => this.#use(key));
  }

  #use(key: TileKey): ReadyTile<T> {
    const entry = this.#ready.get(nameOf(key))!;
    entry.used = this.#frame;
    return { kept: entry.kept, bounds: tileBounds(this.#source, key) };
  }

  #want(missing: readonly TileKey[], part: Rectangle): void {
    const coarsest = tilesMeeting(this.#source, this.#source.levels.length - 1, part).filter(
      key => !this.#ready.has(nameOf(key)),
    );
    for (const key of [...nearestFirst(missing, this.#source, part), ...coarsest]) this.#wanted.set(nameOf(key), key);
    this.#pump();
  }

  #pump(): void {
    for (const [name, key] of this.#wanted) {
      if (this.#pending.size >= concurrency) return;
      this.#wanted.delete(name);
      if (
        this.#source.has?.(key) === false ||
        this.#pending.has(name) ||
        this.#ready.has(name) ||
        (this.#failures.get(name) ?? 0) >= attempts ||
        this.#arrived.some(one => nameOf(one.key) === name)
      )
        continue;
      this.#pending.add(name);
      void this.#load(key);
    }
  }

  async #load(key: TileKey): Promise<void> {
    const name = nameOf(key);
    try {
      const bitmap = await this.#source.tile(key);
      if (this.#disposed) bitmap.close();
      else this.#arrived.push({ key, bitmap });
    } catch {
      // Closing the picture ends up here too.
      this.#failures.set(name, (this.#failures.get(name) ?? 0) + 1);
      this.#wanted.set(name, key);
    } finally {
      this.#pending.delete(name);
      if (!this.#disposed) {
        this.#pump();
        this.#onArrival();
      }
    }
  }

  #keepArrived(): readonly Rectangle[] {
    const start = performance.now();
    const changed: Rectangle[] = [];
    while (this.#arrived.length > 0) {
      const { key, bitmap } = this.#arrived.shift()!;
      this.#ready.set(nameOf(key), { kept: this.#keeper.keep(bitmap), key, used: this.#frame });
      changed.push(tileBounds(this.#source, key));
      if (performance.now() - start > (this.#opened ? uploadTime : firstUploadTime)) break;
    }
    if (this.#arrived.length > 0) this.#onArrival();
    this.#evict();
    return changed;
  }

  #evict(): void {
    if (this.#ready.size <= capacity) return;
    const coarsest = this.#source.levels.length - 1;
    const idle = [...this.#ready]
      .filter(([, entry]) => entry.key.level !== coarsest && entry.used < this.#frame - 1)
      .sort(([, first], [, second]) => first.used - second.used);
    for (const [name, entry] of idle.slice(0, this.#ready.size - capacity)) {
      this.#ready.delete(name);
      this.#keeper.release(entry.kept);
    }
  }
}

function nameOf(key: TileKey): string {
  return `${key.level}/${key.column}/${key.row}`;
}

function nearestFirst(keys: readonly TileKey[], source: ImageSource, part: Rectangle): readonly TileKey[] {
  const x = (part.minX + part.maxX) / 2;
  const y = (part.minY + part.maxY) / 2;
  const away = (key: TileKey): number => {
    const bounds = tileBounds(source, key);
    return Math.hypot((bounds.minX + bounds.maxX) / 2 - x, (bounds.minY + bounds.maxY) / 2 - y);
  };
  return keys.toSorted((first, second) => away(first) - away(second));
}
