import { closeSync, openSync, writeSync } from 'node:fs';
import type { CloudPose } from '../../common/cloud-view.ts';
import { openParts } from './parts-file.ts';
import type { PartsFile, PointReader } from './point-reader.ts';
import { assertCoordinates, assertPoints, badCloud, lidarAxes, mostPoints, roleOf } from './point-reader.ts';
import type { NumberType, StoredField } from './stored-fields.ts';
import { rolesOf, sizeOf, storedBatches } from './stored-fields.ts';
import { textBatches, textLines } from './text-points.ts';
import { unpackLzf } from './lzf.ts';

const HEADER_BYTES = 65_536;

interface PcdField {
  readonly name: string;
  readonly type: NumberType;
  readonly count: number;
}

interface PcdHeader {
  readonly fields: readonly PcdField[];
  readonly points: number;
  readonly data: 'ascii' | 'binary' | 'binary_compressed';
  readonly pose: CloudPose | null;
  /** Byte at which the points begin. */
  readonly start: number;
}

/**
 * Opens a PCD file: ascii, binary or binary_compressed.
 * @param scratch a path where compressed points are unpacked; the caller removes it
 * @throws Fault ASSET_UNREADABLE naming what is wrong
 */
export function openPcd(file: PartsFile, scratch: string): PointReader {
  const header = readHeader(file);
  const { fields, points, data, pose, start } = header;
  const stride = fields.reduce((sum, { type, count }) => sum + sizeOf(type) * count, 0);
  const body = file.size - start;
  assertPoints(file.name, points, data === 'ascii' ? body / 2 : data === 'binary' ? body / stride : undefined);
  const stored = (columns: boolean): StoredField[] => {
    let at = 0;
    return fields.flatMap(({ name, type, count }, column) => {
      const from = columns ? at * points : at;
      at += sizeOf(type) * count;
      const role = pcdRole(name);
      return role === undefined || count !== 1
        ? []
        : [{ role, type, start: from, stride: columns ? sizeOf(type) : stride, ...(columns ? { column } : {}) }];
    });
  };
  const roles = rolesOf(stored(false));
  assertCoordinates(file.name, roles);
  const unpacked = data === 'binary_compressed' ? new UnpackedPcd(file, start, points * stride, scratch) : undefined;
  return {
    header: { fields: fields.map(each => each.name), roles, unit: 'm', axes: lidarAxes, pose },
    points,
    slow: data === 'ascii',
    batches() {
      if (data === 'binary')
        return storedBatches(
          file,
          stored(false).map(each => ({ ...each, start: each.start + start })),
          points,
        );
      if (unpacked !== undefined) return storedBatches(unpacked.open(), stored(true), points);
      const texts = fields.flatMap(({ name, type, count }) =>
        Array.from({ length: count }, () => ({
          role: count === 1 ? pcdRole(name) : undefined,
          asFloat: type.startsWith('f'),
        })),
      );
      return textBatches(file, textLines(file, start), texts, points);
    },
    close: () => unpacked?.close(),
  };
}

const pcdRole = (name: string): ReturnType<typeof roleOf> | 'rgb' => (/^rgba?$/i.test(name) ? 'rgb' : roleOf(name));

function readHeader(file: PartsFile): PcdHeader {
  const text = file.read(0, Math.min(HEADER_BYTES, file.size)).toString('latin1');
  const found = new Map<string, string[]>();
  let start = 0;
  while (!found.has('DATA')) {
    const end = text.indexOf('\n', start);
    if (end < 0) throw badCloud(file.name, 'Its header has no DATA line. It is no PCD file.');
    const [word = '', ...values] = text.slice(start, end).trim().split(/\s+/);
    found.set(word.toUpperCase(), values);
    start = end + 1;
  }
  const need = (word: string): string[] => {
    const values = found.get(word);
    if (values === undefined || values.length === 0) throw badCloud(file.name, `Its header has no ${word} line.`);
    return values;
  };
  const names = need('FIELDS');
  const sizes = need('SIZE');
  const types = need('TYPE');
  const counts = found.get('COUNT') ?? names.map(() => '1');
  if (sizes.length !== names.length || types.length !== names.length || counts.length !== names.length)
    throw badCloud(file.name, 'FIELDS, SIZE, TYPE and COUNT of its header differ in length.');
  const fields = names.map((name, at): PcdField => {
    const type = `${types[at]!.toLowerCase()}${sizes[at]}`;
    const count = Number(counts[at]);
    if (!/^([iu][1248]|f[48])$/.test(type)) throw badCloud(file.name, `Field ${name} has the unknown type ${type}.`);
    if (!Number.isInteger(count) || count < 1 || count > 4096)
      throw badCloud(file.name, `Field ${name} has COUNT ${counts[at]}.`);
    return { name, type: type as NumberType, count };
  });
  const data = need('DATA')[0]!.toLowerCase();
  if (data !== 'ascii' && data !== 'binary' && data !== 'binary_compressed')
    throw badCloud(file.name, `DATA ${data} is unknown. Use ascii, binary or binary_compressed.`);
  const points = Number(found.get('POINTS')?.[0] ?? Number(need('WIDTH')[0]) * Number(found.get('HEIGHT')?.[0] ?? 1));
  return { fields, points, data, pose: poseOf(found.get('VIEWPOINT')), start };
}

function poseOf(viewpoint: readonly string[] | undefined): CloudPose | null {
  const [x, y, z, qw, qx, qy, qz] = (viewpoint ?? []).map(Number);
  const all = [x, y, z, qw, qx, qy, qz];
  if (all.some(each => each === undefined || !Number.isFinite(each))) return null;
  if (x === 0 && y === 0 && z === 0 && qw === 1) return null;
  return { position: [x!, y!, z!], rotation: [qw!, qx!, qy!, qz!] };
}

/** Compressed points, unpacked into a file beside when they are first read. */
class UnpackedPcd {
  readonly #file: PartsFile;
  readonly #start: number;
  readonly #scratch: string;
  readonly #packed: number;
  readonly #size: number;
  #opened: (PartsFile & { close(): void }) | undefined;

  constructor(file: PartsFile, start: number, size: number, scratch: string) {
    const sizes = file.read(start, 8);
    if (sizes.length < 8) throw badCloud(file.name, 'It is cut off after its header.');
    this.#packed = sizes.readUInt32LE(0);
    this.#size = sizes.readUInt32LE(4);
    if (this.#size !== size)
      throw badCloud(file.name, `Its points unpack to ${this.#size} bytes; its header claims ${size}.`);
    if (this.#packed > file.size - start - 8)
      throw badCloud(file.name, `It claims ${this.#packed} compressed bytes but is cut off.`);
    if (size > mostPoints * 32) throw badCloud(file.name, `Its points unpack to ${size} bytes, which is too much.`);
    this.#file = file;
    this.#start = start + 8;
    this.#scratch = scratch;
  }

  open(): PartsFile {
    if (this.#opened !== undefined) return this.#opened;
    const handle = openSync(this.#scratch, 'w', 0o600);
    try {
      const size = unpackLzf(
        (at, length) => this.#file.read(this.#start + at, length),
        this.#packed,
        this.#size,
        bytes => writeSync(handle, bytes),
      );
      if (size < this.#size) throw new RangeError('the packed data holds less than its header claims');
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw badCloud(this.#file.name, `It is damaged: ${error.message}.`);
    } finally {
      closeSync(handle);
    }
    this.#opened = openParts(this.#scratch, this.#file.name);
    return this.#opened;
  }

  close(): void {
    this.#opened?.close();
  }
}
