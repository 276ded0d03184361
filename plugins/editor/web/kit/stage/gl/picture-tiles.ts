import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import { meets } from '#plugins/editor/common/geometry/rectangle.ts';
import type { StageFrame } from '../stage-renderer.ts';
import { visiblePart } from '../stage-renderer.ts';

/** Device pixels along one side of a tile. */
const tileSize = 256;

/** New tiles rendered in one frame at most, and the milliseconds of script after which no further one is begun. */
const newPerFrame = 4;
const renderTime = 1.5;

/** The same for a view that has shown nothing yet: it is rendered at once when all it needs is there, better whole soon than smooth. */
const firstPerFrame = 100;
const firstRenderTime = 80;

/** Milliseconds the zoom must rest before tiles of its scale are made. */
const restTime = 120;

/** Tiles whose shapes were edited, which must not be seen old, rendered in one frame at most. */
const editedPerFrame = 6;

/** Tiles kept of one scale. */
const capacity = 160;

interface Tile {
  readonly texture: WebGLTexture;
  /** Holds the texture, to render into it and to copy from it. */
  readonly framebuffer: WebGLFramebuffer;
  readonly bounds: Rectangle;
  /** What it shows has changed since it was rendered. */
  stale: boolean;
  used: number;
}

/** Where tiles get their contents from. */
export interface TileSource {
  /** What a tile needs is at hand; asks for it when it is not. */
  readonly ready: (part: Rectangle, scale: number) => boolean;
  /** Draws a frame into the framebuffer that is bound. */
  readonly render: (frame: StageFrame) => void;
  /** Clears, and draws what can be had for parts without a tile. */
  readonly backdrop: (frame: StageFrame, part: Rectangle) => void;
  readonly requestFrame: () => void;
}

/** The tiles of one scale (device pixels per item pixel), by `column/row` counted from the item's origin. */
interface TileSet {
  readonly scale: number;
  readonly tiles: Map<string, Tile>;
}

/**
 * Keeps what is seen, picture and shapes together, as tiles of pixels, where drawing it anew for each frame is too slow, i.e. without a GPU.
 * Panning copies tiles, which is why the view must lie on device pixels; while zooming the tiles of the last scale are stretched, and
 * sharp ones are made, a few a frame, once the zoom rests.
 */
export class PictureTiles {
  readonly #gl: WebGL2RenderingContext;
  readonly #source: TileSource;
  #shown: TileSet | undefined;
  #coming: TileSet | undefined;
  #lastScale: number | undefined;
  #scaledAt = -Infinity;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #complete = false;
  /** The view was complete once. */
  #filled = false;

  constructor(gl: WebGL2RenderingContext, source: TileSource) {
    this.#gl = gl;
    this.#source = source;
  }

  /** The last frame lacked nothing. */
  get complete(): boolean {
    return this.#complete;
  }

  /** A part of the item looks different now. */
  invalidate(part: Rectangle): void {
    for (const set of [this.#shown, this.#coming]) {
      for (const tile of set?.tiles.values() ?? []) if (meets(tile.bounds, part)) tile.stale = true;
    }
  }

  /** Draws `part` of the item; the scissor may be set. Asks for another frame while tiles are missing. */
  draw(frame: StageFrame, part: Rectangle): void {
    this.#frame += 1;
    const scale = frame.view.zoom * frame.ratio;
    const resting = this.#rests(scale);
    this.#shown ??= { scale, tiles: new Map() };
    if (this.#shown.scale !== scale && this.#coming?.scale !== scale) this.#replaceComing({ scale, tiles: new Map() });
    if (this.#shown.scale === scale) this.#replaceComing(undefined);
    this.#complete = (resting || this.#shown.scale === scale) && this.#make(this.#coming ?? this.#shown, frame);
    this.#filled ||= this.#complete;
    if (this.#complete && this.#coming !== undefined) this.#swap();
    const { scale: shownScale, tiles } = this.#shown;
    if (tilesMeeting(part, shownScale).some(key => !tiles.has(nameOf(key)))) this.#source.backdrop(frame, part);
    this.#copy(this.#shown, frame, part);
  }

  dispose(): void {
    clearTimeout(this.#restTimer);
    for (const set of [this.#shown, this.#coming]) this.#release(set);
  }

  /** The scale has not changed for a while, or never; otherwise asks for a frame when it will have rested. */
  #rests(scale: number): boolean {
    const now = performance.now();
    if (this.#lastScale !== undefined && this.#lastScale !== scale) {
      this.#scaledAt = now;
      clearTimeout(this.#restTimer);
      this.#restTimer = setTimeout(this.#source.requestFrame, restTime);
    }
    this.#lastScale = scale;
    return now - this.#scaledAt >= restTime - 1;
  }

  /** Renders what is missing of a set in view, within the budget of a frame, and asks for another frame if it can go on; true when all is there. */
  #make(set: TileSet, frame: StageFrame): boolean {
    const keys = tilesMeeting(visiblePart(frame), set.scale);
    const missing = keys.filter(key => !set.tiles.has(nameOf(key)));
    const possible = missing.filter(key => this.#source.ready(boundsOf(key, set.scale), set.scale));
    const edited = keys.filter(key => set.tiles.get(nameOf(key))?.stale === true);
    const waits = !this.#filled && possible.length < missing.length;
    const [most, time] = this.#filled ? [newPerFrame, renderTime] : [waits ? 0 : firstPerFrame, firstRenderTime];
    const rendered = this.#renderTiles(set, edited.slice(0, editedPerFrame), frame, Infinity) + this.#renderTiles(set, possible.slice(0, most), frame, time);
    this.#evict(set);
    if (!waits && rendered < possible.length + edited.length) this.#source.requestFrame();
    return rendered === missing.length + edited.length;
  }

  #renderTiles(set: TileSet, keys: readonly TileKey[], frame: StageFrame, time: number): number {
    if (keys.length === 0) return 0;
    const gl = this.#gl;
    const start = performance.now();
    let rendered = 0;
    const scissored = gl.isEnabled(gl.SCISSOR_TEST);
    gl.disable(gl.SCISSOR_TEST);
    gl.viewport(0, 0, tileSize, tileSize);
    for (const key of keys) {
      const tile = set.tiles.get(nameOf(key)) ?? this.#makeTile(boundsOf(key, set.scale));
      set.tiles.set(nameOf(key), tile);
      tile.stale = false;
      tile.used = this.#frame;
      gl.bindFramebuffer(gl.FRAMEBUFFER, tile.framebuffer);
      const centre = { x: (tile.bounds.minX + tile.bounds.maxX) / 2, y: (tile.bounds.minY + tile.bounds.maxY) / 2 };
      this.#source.render({ ...frame, view: { centre, zoom: set.scale / frame.ratio }, viewport: { width: tileSize / frame.ratio, height: tileSize / frame.ratio }, damage: undefined });
      rendered += 1;
      if (performance.now() - start > time) break;
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, gl.canvas.width, gl.canvas.height);
    if (scissored) gl.enable(gl.SCISSOR_TEST);
    return rendered;
  }

  /** Copies tiles as blocks of pixels, which takes a renderer in software a fraction of the time that drawing them would. */
  #copy(set: TileSet, frame: StageFrame, part: Rectangle): void {
    const gl = this.#gl;
    const { width, height } = gl.canvas;
    const { centre, zoom } = frame.view;
    const scale = zoom * frame.ratio;
    const onCanvas = (place: number, middle: number, extent: number): number => Math.round((place - middle) * scale + extent / 2);
    for (const key of tilesMeeting(part, set.scale)) {
      const tile = set.tiles.get(nameOf(key));
      if (tile === undefined) continue;
      tile.used = this.#frame;
      const { minX, minY, maxX, maxY } = tile.bounds;
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, tile.framebuffer);
      // A framebuffer begins at the bottom.
      gl.blitFramebuffer(0, 0, tileSize, tileSize, onCanvas(minX, centre.x, width), height - onCanvas(maxY, centre.y, height), onCanvas(maxX, centre.x, width), height - onCanvas(minY, centre.y, height), gl.COLOR_BUFFER_BIT, gl.NEAREST);
    }
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  }

  #swap(): void {
    this.#release(this.#shown);
    this.#shown = this.#coming;
    this.#coming = undefined;
  }

  #replaceComing(set: TileSet | undefined): void {
    this.#release(this.#coming);
    this.#coming = set;
  }

  #release(set: TileSet | undefined): void {
    for (const tile of set?.tiles.values() ?? []) this.#forget(tile);
  }

  #evict(set: TileSet): void {
    if (set.tiles.size <= capacity) return;
    const idle = [...set.tiles].filter(([, tile]) => tile.used < this.#frame - 1).sort(([, first], [, second]) => first.used - second.used);
    for (const [name, tile] of idle.slice(0, set.tiles.size - capacity)) {
      set.tiles.delete(name);
      this.#forget(tile);
    }
  }

  #makeTile(bounds: Rectangle): Tile {
    const gl = this.#gl;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, tileSize, tileSize);
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    return { texture, framebuffer, bounds, stale: false, used: this.#frame };
  }

  #forget({ texture, framebuffer }: Tile): void {
    this.#gl.deleteFramebuffer(framebuffer);
    this.#gl.deleteTexture(texture);
  }
}

interface TileKey {
  readonly column: number;
  readonly row: number;
}

/** The tiles that meet a part of the item, nearest to its middle first. */
function tilesMeeting(part: Rectangle, scale: number): readonly TileKey[] {
  const side = tileSize / scale;
  const keys: TileKey[] = [];
  for (let row = Math.floor(part.minY / side); row <= Math.floor(part.maxY / side); row += 1) {
    for (let column = Math.floor(part.minX / side); column <= Math.floor(part.maxX / side); column += 1) keys.push({ column, row });
  }
  const x = (part.minX + part.maxX) / 2 / side - 0.5;
  const y = (part.minY + part.maxY) / 2 / side - 0.5;
  return keys.sort((first, second) => Math.hypot(first.column - x, first.row - y) - Math.hypot(second.column - x, second.row - y));
}

function boundsOf({ column, row }: TileKey, scale: number): Rectangle {
  const side = tileSize / scale;
  return { minX: column * side, minY: row * side, maxX: (column + 1) * side, maxY: (row + 1) * side };
}

function nameOf({ column, row }: TileKey): string {
  return `${column}/${row}`;
}
