import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StageFrame } from '../stage-renderer.ts';
import { cssColor, visiblePart } from '../stage-renderer.ts';
import type { PixelReader } from './pixel-reader.ts';
import { RestClock } from './rest-clock.ts';
import type { PixelArea, TileKey } from './tile-grid.ts';
import { areaOf, around, nameOf, tilesMeeting, touched } from './tile-grid.ts';
import type { TilePool } from './tile-pool.ts';
import { TileSet } from './tile-set.ts';

/**
 * New tiles on their way at a time, and the milliseconds of script in one frame after which no further one is begun.
 */
const mostAwaited = 3;
const beginTime = 1;

/** The same for a view that has shown nothing yet: better whole soon than smooth. */
const firstAwaited = 100;
const firstTime = 80;

/** Tiles kept of one scale. */
const capacity = 160;

/** Source of the contents of tiles. */
export interface TileSource {
  /** Returns whether the data of a tile is loaded; asks for it when it is not. */
  readonly ready: (part: Rectangle, scale: number) => boolean;
  /** Draws a frame into the framebuffer that is bound. */
  readonly render: (frame: StageFrame) => void;
  readonly requestFrame: () => void;
}

/**
 * Keeps what is seen, picture and shapes together, as tiles of pixels, where redrawing it for each frame is too slow,
 * i.e. without a GPU. Panning copies tiles, which is why the view must lie on device pixels; while zooming the tiles of
 * the last scale are stretched, and sharp ones come, a few at a time, once the zoom rests. Where a tile lacks, the
 * tiles of the whole item in small fill in.
 */
export class RetainedTiles {
  readonly #reader: PixelReader;
  readonly #pool: TilePool;
  readonly #source: TileSource;
  readonly #clock: RestClock;
  #shown: TileSet | undefined;
  #coming: TileSet | undefined;
  #overview: TileSet | undefined;
  #frame = 0;
  #complete = false;
  /** The view was complete once. */
  #filled = false;

  constructor(reader: PixelReader, pool: TilePool, source: TileSource) {
    this.#reader = reader;
    this.#pool = pool;
    this.#source = source;
    this.#clock = new RestClock(source.requestFrame);
  }

  /** The last frame lacked nothing. */
  get complete(): boolean {
    return this.#complete;
  }

  /** There is nothing to show yet. */
  get isEmpty(): boolean {
    return [this.#shown, this.#coming, this.#overview].every(set => set === undefined || set.tiles.size === 0);
  }

  /** A part of the item looks different now; what is kept of it is shown until it is replaced. */
  outdate(part: Rectangle): void {
    this.#overview = this.#overview?.release();
    for (const set of [this.#shown, this.#coming]) set?.outdate(part);
  }

  /** Starts over: what is kept shows something else, or will not come. */
  clear(): void {
    this.#shown = this.#shown?.release();
    this.#coming = this.#coming?.release();
    this.#overview = this.#overview?.release();
    this.#complete = false;
    this.#filled = false;
  }

  /** A part of the item was edited and must not be seen old: it is drawn at once where it is in view. */
  patch(part: Rectangle, frame: StageFrame): void {
    this.#coming = this.#coming?.release();
    const shown = this.#shown;
    if (shown === undefined) return;
    const seen = tilesMeeting(visiblePart(frame), shown.scale).filter(key => shown.tiles.has(nameOf(key)));
    shown.forget(part, new Set(seen.map(nameOf)));
    const area = this.#areaIn(seen, part, shown);
    if (area !== undefined)
      shown.put(
        this.#reader.now(sizeOf(area), () => this.#render(area, shown.scale, frame)),
        area,
      );
    const overview = this.#overview;
    const small =
      overview === undefined
        ? undefined
        : this.#areaIn(
            [...overview.tiles.values()].map(tile => tile.key),
            part,
            overview,
          );
    if (overview !== undefined && small !== undefined)
      this.#reader.later(
        sizeOf(small),
        () => this.#render(small, overview.scale, frame),
        pixels => overview.put(pixels, small),
      );
  }

  /** Begins what a frame lacks, and asks for another frame when there is more to begin. */
  advance(frame: StageFrame): void {
    this.#frame += 1;
    const scale = frame.view.zoom * frame.ratio;
    const resting = this.#clock.rests(scale);
    this.#shown ??= new TileSet(scale, this.#pool);
    if (this.#coming?.scale !== scale || this.#shown.scale === scale) this.#coming = this.#coming?.release();
    if (this.#shown.scale !== scale) this.#coming ??= new TileSet(scale, this.#pool);
    this.#complete = (resting || this.#shown.scale === scale) && this.#make(this.#coming ?? this.#shown, frame);
    this.#filled ||= this.#complete;
    if (this.#complete && this.#coming !== undefined) this.#swap(this.#shown, this.#coming);
  }

  /** Draws a part of the item; the context is clipped to it, its unit is the device pixel. */
  draw(context: CanvasRenderingContext2D, frame: StageFrame, part: Rectangle): void {
    const shown = this.#shown;
    context.imageSmoothingEnabled = false;
    if (shown === undefined || tilesMeeting(part, shown.scale).some(key => !shown.tiles.has(nameOf(key)))) {
      context.fillStyle = cssColor(frame.background);
      context.fillRect(0, 0, context.canvas.width, context.canvas.height);
      if (this.#overview !== undefined) this.#copy(this.#overview, context, frame, part);
    }
    if (shown !== undefined) this.#copy(shown, context, frame, part);
    if (this.#coming !== undefined) this.#copy(this.#coming, context, frame, part);
  }

  dispose(): void {
    this.#clock.dispose();
  }

  /** Begins what is missing of a set in view, within the budget of a frame; true when nothing is. */
  #make(set: TileSet, frame: StageFrame): boolean {
    const keys = tilesMeeting(visiblePart(frame), set.scale);
    const missing = keys.filter(key => set.tiles.get(nameOf(key))?.stale !== false);
    const possible = missing.filter(
      key => !set.awaited.has(nameOf(key)) && this.#source.ready(partOf(areaOf(key), set.scale), set.scale),
    );
    const waits = !this.#filled && possible.length + set.awaited.size < missing.length;
    const [most, time] = this.#filled ? [mostAwaited, beginTime] : [waits ? 0 : firstAwaited, firstTime];
    const start = performance.now();
    let begun = 0;
    for (const key of possible) {
      if (set.awaited.size >= most || (begun > 0 && performance.now() - start > time)) break;
      const ticket = set.expect(key);
      const area = areaOf(key);
      this.#reader.later(
        sizeOf(area),
        () => this.#render(area, set.scale, frame),
        pixels => set.receive(key, ticket, pixels, this.#frame),
      );
      begun += 1;
    }
    set.evict(capacity, this.#frame);
    // Those on their way ask for a frame when they come.
    if (begun < possible.length && set.awaited.size < most) this.#source.requestFrame();
    return missing.length === 0;
  }

  #render(area: PixelArea, scale: number, frame: StageFrame): void {
    const { ratio } = frame;
    const { width, height } = sizeOf(area);
    const centre = { x: (area.left + area.right) / 2 / scale, y: (area.top + area.bottom) / 2 / scale };
    this.#source.render({
      ...frame,
      view: { centre, zoom: scale / ratio },
      viewport: { width: width / ratio, height: height / ratio },
      damage: undefined,
    });
  }

  #areaIn(keys: readonly TileKey[], part: Rectangle, set: TileSet): PixelArea | undefined {
    const within = around(keys.filter(key => touched(part, set.scale, areaOf(key)) !== undefined));
    return within === undefined ? undefined : touched(part, set.scale, within);
  }

  #copy(set: TileSet, context: CanvasRenderingContext2D, frame: StageFrame, part: Rectangle): void {
    const { width, height } = context.canvas;
    const { centre, zoom } = frame.view;
    const scale = zoom * frame.ratio;
    const place = (pixel: number, middle: number, extent: number): number =>
      Math.round((pixel / set.scale - middle) * scale + extent / 2);
    for (const key of tilesMeeting(part, set.scale)) {
      const tile = set.tiles.get(nameOf(key));
      if (tile === undefined) continue;
      tile.used = this.#frame;
      const area = areaOf(key);
      const left = place(area.left, centre.x, width);
      const top = place(area.top, centre.y, height);
      if (set.scale === scale) context.drawImage(tile.canvas, left, top);
      else
        context.drawImage(
          tile.canvas,
          left,
          top,
          place(area.right, centre.x, width) - left,
          place(area.bottom, centre.y, height) - top,
        );
    }
  }

  /** The coarsest set is kept as the overview, as long as it is coarser than what is shown. */
  #swap(before: TileSet, next: TileSet): void {
    const [coarse, other] =
      before.scale < (this.#overview?.scale ?? Infinity) ? [before, this.#overview] : [this.#overview, before];
    other?.release();
    this.#overview = coarse !== undefined && coarse.scale < next.scale ? coarse : coarse?.release();
    this.#shown = next;
    this.#coming = undefined;
  }
}

function sizeOf({ left, top, right, bottom }: PixelArea): { readonly width: number; readonly height: number } {
  return { width: right - left, height: bottom - top };
}

function partOf({ left, top, right, bottom }: PixelArea, scale: number): Rectangle {
  return { minX: left / scale, minY: top / scale, maxX: right / scale, maxY: bottom / scale };
}
