import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { Georeference } from '../common/georeference.ts';
import { isInvertible } from '../common/georeference.ts';

/** Tags of a TIFF directory that place an image (OGC GeoTIFF 1.1). */
const TAGS = { scale: 33_550, tiepoint: 33_922, matrix: 34_264, keys: 34_735 } as const;
/** Keys of the geo key directory. */
const KEYS = { rasterType: 1025, geographic: 2048, projected: 3072 } as const;
const PIXEL_IS_POINT = 2;
/** Numbers from here on are no EPSG codes: 32767 is a system of the user's own. */
const OWN_SYSTEM = 32_767;
/** Entries of the largest directory and values of the longest tag that are read: headers may lie. */
const MOST_ENTRIES = 1000;
const MOST_VALUES = 4000;

const SHORT = 3;
const DOUBLE = 12;
const typeBytes: Readonly<Record<number, number>> = { [SHORT]: 2, [DOUBLE]: 8 };

/** The fields of the first directory of a TIFF file, classic or BigTIFF. */
class TiffTags {
  readonly #entries = new Map<number, Buffer>();
  #little = true;
  #big = false;

  constructor(private readonly handle: FileHandle) {}

  /** Reads the directory. False of a file that is no TIFF. */
  async open(): Promise<boolean> {
    const head = await this.#bytes(0, 16);
    const order = head.toString('latin1', 0, 2);
    if (order !== 'II' && order !== 'MM') return false;
    this.#little = order === 'II';
    const version = this.#short(head, 2);
    if (version !== 42 && version !== 43) return false;
    this.#big = version === 43;
    const at = this.#big ? this.#long8(head, 8) : this.#long(head, 4);
    const [counted, length] = this.#big ? [8, 20] : [2, 12];
    const start = await this.#bytes(at, counted);
    const count = Math.min(MOST_ENTRIES, this.#big ? this.#long8(start, 0) : this.#short(start, 0));
    const bytes = await this.#bytes(at + counted, count * length);
    for (let entry = 0; entry < count; entry += 1) {
      const field = bytes.subarray(entry * length, (entry + 1) * length);
      this.#entries.set(this.#short(field, 0), field);
    }
    return true;
  }

  /** The numbers of a tag; undefined where it is absent, of another type, or longer than such a tag is. */
  async numbers(tag: number): Promise<readonly number[] | undefined> {
    const field = this.#entries.get(tag);
    if (field === undefined) return undefined;
    const type = this.#short(field, 2);
    const size = typeBytes[type];
    const count = this.#big ? this.#long8(field, 4) : this.#long(field, 4);
    if (size === undefined || count > MOST_VALUES) return undefined;
    const inline = this.#big ? 8 : 4;
    const value = field.subarray(this.#big ? 12 : 8);
    const bytes =
      count * size <= inline
        ? value
        : await this.#bytes(this.#big ? this.#long8(value, 0) : this.#long(value, 0), count * size);
    return Array.from({ length: count }, (_, at) =>
      type === SHORT ? this.#short(bytes, at * 2) : this.#double(bytes, at * 8),
    );
  }

  /** @throws RangeError of bytes beyond the end of the file */
  async #bytes(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw new RangeError('The file ends early.');
    return buffer;
  }

  #short(bytes: Buffer, at: number): number {
    return this.#little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  }

  #long(bytes: Buffer, at: number): number {
    return this.#little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  }

  #long8(bytes: Buffer, at: number): number {
    return Number(this.#little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  }

  #double(bytes: Buffer, at: number): number {
    return this.#little ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at);
  }
}

/**
 * Reads the place on the earth of a GeoTIFF, of its first image. Only a few bounded parts of the file are read, so that
 * a header that lies costs nothing. Undefined of other files, and of those whose tags are damaged.
 */
export async function readGeoreference(file: string): Promise<Georeference | undefined> {
  const handle = await open(file);
  try {
    const tags = new TiffTags(handle);
    if (!(await tags.open())) return undefined;
    const keys = geoKeys((await tags.numbers(TAGS.keys)) ?? []);
    const found = transformOf(
      await tags.numbers(TAGS.matrix),
      await tags.numbers(TAGS.scale),
      await tags.numbers(TAGS.tiepoint),
    );
    if (found === undefined) return undefined;
    const transform = keys.get(KEYS.rasterType) === PIXEL_IS_POINT ? fromCorner(found) : found;
    if (!transform.every(Number.isFinite) || !isInvertible(transform)) return undefined;
    const code = [KEYS.projected, KEYS.geographic].map(key => keys.get(key)).find(each => each !== undefined);
    return { crs: code === undefined || code >= OWN_SYSTEM ? '' : `EPSG:${code}`, transform };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    await handle.close();
  }
}

/** Keys that hold their value themselves. */
function geoKeys(directory: readonly number[]): ReadonlyMap<number, number> {
  const keys = new Map<number, number>();
  for (let at = 4; at + 3 < directory.length; at += 4)
    if (directory[at + 1] === 0) keys.set(directory[at]!, directory[at + 3]!);
  return keys;
}

function transformOf(
  matrix: readonly number[] | undefined,
  scale: readonly number[] | undefined,
  tiepoint: readonly number[] | undefined,
): readonly number[] | undefined {
  if (matrix?.length === 16) return [0, 1, 3, 4, 5, 7].map(at => matrix[at]!);
  if (scale === undefined || tiepoint === undefined || scale.length < 2 || tiepoint.length < 6) return undefined;
  const [across, down] = scale as [number, number];
  const [column, row, , x, y] = tiepoint as [number, number, number, number, number];
  return [across, 0, x - column * across, 0, -down, y + row * down];
}

/** The transform of pixel corners, where the file gives that of the middles of pixels. */
const fromCorner = ([a, b, c, d, e, f]: readonly number[]): readonly number[] => [
  a!,
  b!,
  c! - a! / 2 - b! / 2,
  d!,
  e!,
  f! - d! / 2 - e! / 2,
];
