import { Fault } from '#core/base/common/index.ts';
import type { Egress, EgressResponse } from '#core/egress/server/index.ts';
import type { ArchiveLayout } from '../common/archive-layout.ts';
import { badPyramid, longestSide, pyramidShape } from '../common/archive-layout.ts';
import type { PyramidShape } from '../common/pyramid.ts';
import { levelCount, levelTiles, tileFileSize, tileSizes } from '../common/pyramid.ts';
import { addressKind, dziPlaces, xyzPlaces } from '../common/tile-address.ts';
import type { ReadyPyramid } from './checked-tile.ts';
import { checkedTile, HEADER_BYTES, headerSize, TILE_BYTES } from './checked-tile.ts';

/** Tiles that are asked for at the same time. */
const AT_ONCE = 8;
/** Bytes of the largest file that is fetched, and milliseconds it may take. */
const FILE_BYTES = 16 * 1024 ** 3;
const FILE_MS = 2 * 3_600_000;
/** Edges of tiles that patterns are tried with, the likeliest first. */
const EDGES = [256, 512, 1024, 2048, 128, tileSizes.min];
/** Levels of the deepest pyramid that is looked for. */
const MOST_LEVELS = 24;
/** Missing tiles from which on their share counts, and the largest share. */
const MANY_MISSING = 1000;
const MISSING_SHARE = 0.95;

/** Size of an image in pixels, as the person gave it; 0 where nobody did. */
interface GivenSize {
  readonly width: number;
  readonly height: number;
}

/** Reads pyramids and files that lie at addresses, through the guarded way out. */
export class RemoteImages {
  readonly #egress: Egress;
  readonly #signal: AbortSignal;

  constructor(egress: Egress, signal: AbortSignal) {
    this.#egress = egress;
    this.#signal = signal;
  }

  /**
   * Opens the pyramid at an address; undefined of an address of a file.
   * @throws Fault ASSET_UNREADABLE, OUTSIDE_FILE and those of {@link Egress.fetch}
   */
  async open(address: string, given: GivenSize): Promise<ReadyPyramid | undefined> {
    const kind = addressKind(address);
    if (kind === 'file') return undefined;
    const { shape, layout } = kind === 'dzi' ? await this.#dzi(address) : await this.#xyz(address, given);
    let [asked, missing] = [0, 0];
    const pyramid: ReadyPyramid = {
      shape,
      layout,
      atOnce: AT_ONCE,
      tile: async place => {
        const tile = await checkedTile(path => this.#tile(path), shape, layout, place);
        asked += 1;
        if (tile === undefined) missing += 1;
        if (missing >= MANY_MISSING && missing > asked * MISSING_SHARE)
          throw badPyramid(`${hostOf(address)} does not have ${missing} of the first ${asked} tiles.`);
        return tile;
      },
      close: () => undefined,
    };
    // A header may say anything: the tiles at both ends of the pyramid show that it is true.
    if (kind === 'dzi') {
      const last = levelTiles(shape, shape.levels - 1);
      for (const place of [
        { level: 0, column: 0, row: 0 },
        { level: shape.levels - 1, column: last.columns - 1, row: last.rows - 1 },
      ])
        if ((await pyramid.tile(place)) === undefined)
          throw badPyramid(
            `The .dzi file says ${shape.width} × ${shape.height} pixels, but ${hostOf(address)} does not have the tile ${place.column}_${place.row} of level ${place.level + layout.levels.length - shape.levels}.`,
          );
    }
    return pyramid;
  }

  /** The file at an address, as it comes. @throws Fault OUTSIDE_FILE and those of {@link Egress.fetch} */
  async file(address: string): Promise<AsyncIterable<Uint8Array>> {
    const answer = await this.#ask(address, FILE_BYTES, FILE_MS);
    if (answer.ok) return answer.stream();
    return this.#refuse(address, answer);
  }

  async #dzi(address: string): Promise<{ readonly shape: PyramidShape; readonly layout: ArchiveLayout }> {
    const answer = await this.#ask(address, HEADER_BYTES);
    if (!answer.ok) return this.#refuse(address, answer);
    const { header, layout } = dziPlaces(address, await answer.text());
    return { shape: pyramidShape(header, layout), layout };
  }

  async #xyz(
    pattern: string,
    given: GivenSize,
  ): Promise<{ readonly shape: PyramidShape; readonly layout: ArchiveLayout }> {
    if (given.width === 0 || given.height === 0) return this.#measured(pattern);
    const { width, height } = given;
    if (Math.max(width, height) > longestSide)
      throw badPyramid(`The image has ${width} × ${height} pixels; at most ${longestSide} a side are supported.`);
    let found: string | undefined;
    for (const tileSize of EDGES) {
      const shape = { width, height, tileSize, overlap: 0, levels: levelCount(width, height, tileSize) };
      const layout = xyzPlaces(pattern, shape, shape.levels);
      const first = { level: shape.levels - 1, column: 0, row: 0 };
      const path = layout.path(first.level, 0, 0);
      const size = await this.#sizeOf(path);
      if (size === undefined) continue;
      const wanted = tileFileSize(shape, first);
      if (size.width === wanted.width && size.height === wanted.height) return { shape, layout };
      found ??= `The tile ${path} has ${size.width} × ${size.height} pixels`;
    }
    throw badPyramid(
      `${found ?? `${hostOf(pattern)} does not have the first tile`}; that does not fit an image of ${width} × ${height} pixels whose level 0 is one tile.`,
    );
  }

  /** Finds the size of an image by its tiles: the last level, its last column and row, and the tile in both. */
  async #measured(pattern: string): Promise<{ readonly shape: PyramidShape; readonly layout: ArchiveLayout }> {
    const unknown = (): never => {
      throw badPyramid(
        `The tiles at ${hostOf(pattern)} do not say how large the image is. Give its width and height with the address.`,
      );
    };
    const places = xyzPlaces(pattern, { width: 1, height: 1, tileSize: 1, overlap: 0, levels: 1 }, 1);
    const sizeAt = (
      level: number,
      column: number,
      row: number,
    ): Promise<{ readonly width: number; readonly height: number } | undefined> =>
      this.#sizeOf(places.path(level, column, row));
    const most = longestSide / tileSizes.min;
    const levels = await countOf(MOST_LEVELS, async level => (await sizeAt(level, 0, 0)) !== undefined);
    const first = levels === 0 ? undefined : await sizeAt(levels - 1, 0, 0);
    if (first === undefined) return unknown();
    const columns = await countOf(most, async column => (await sizeAt(levels - 1, column, 0)) !== undefined);
    const rows = await countOf(most, async row => (await sizeAt(levels - 1, 0, row)) !== undefined);
    const last = await sizeAt(levels - 1, columns - 1, rows - 1);
    if (last === undefined) return unknown();
    const tileSize = Math.max(first.width, first.height);
    const header = {
      width: (columns - 1) * tileSize + last.width,
      height: (rows - 1) * tileSize + last.height,
      tileSize,
      overlap: 0,
    };
    const layout = xyzPlaces(pattern, { ...header, levels }, levels);
    const shape = pyramidShape(header, layout);
    // Where tiles are left out the count ends too early: the smaller levels then show a larger image.
    for (let level = 0; level < levels - 1; level += 1) {
      const size = await sizeAt(level, 0, 0);
      const extent = (all: number): number => Math.min(tileSize, Math.ceil(all / 2 ** (levels - 1 - level)));
      if (size?.width !== extent(header.width) || size.height !== extent(header.height)) return unknown();
    }
    return { shape, layout };
  }

  async #sizeOf(path: string): Promise<{ readonly width: number; readonly height: number } | undefined> {
    const bytes = await this.#tile(path);
    return bytes === undefined ? undefined : headerSize(bytes, path);
  }

  /** Undefined of a tile that the host does not have. */
  async #tile(path: string): Promise<Buffer | undefined> {
    const answer = await this.#ask(path, TILE_BYTES);
    if (answer.status === 200) return answer.bytes();
    if (![204, 404, 410].includes(answer.status)) return this.#refuse(path, answer);
    await answer.discard();
    return undefined;
  }

  async #refuse(address: string, answer: EgressResponse): Promise<never> {
    await answer.discard();
    throw new Fault('OUTSIDE_FILE', `${hostOf(address)} answered ${answer.status} for ${new URL(address).pathname}.`, {
      status: 422,
    });
  }

  #ask(url: string, maxBytes: number, timeoutMs?: number): Promise<EgressResponse> {
    return this.#egress.fetch(url, {
      maxBytes,
      signal: this.#signal,
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }
}

/** The number of places from 0 on that are there, at most `most`; none is left out. */
async function countOf(most: number, isThere: (at: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [0, 1];
  while (high <= most && (await isThere(high - 1))) [low, high] = [high, high * 2];
  high = Math.min(high, most + 1);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isThere(middle - 1)) low = middle;
    else high = middle;
  }
  return low;
}

const hostOf = (url: string): string => new URL(url).host;
