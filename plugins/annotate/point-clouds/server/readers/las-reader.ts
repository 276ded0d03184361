import type { CloudView } from '../../common/cloud-view.ts';
import type { PartsFile, PointReader } from './point-reader.ts';
import { assertPoints, badCloud, mapAxes } from './point-reader.ts';
import type { StoredField } from './stored-fields.ts';
import { rolesOf, storedBatches } from './stored-fields.ts';
import { lasUnit } from './las-unit.ts';
import { isCopc } from './copc-chunks.ts';
import { copcBatches, lazBatches } from './laz-points.ts';

/** Byte of the color in a record, by point format. */
const COLORS: Readonly<Record<number, number>> = { 2: 20, 3: 28, 5: 28, 7: 30, 8: 30, 10: 30 };
const RECORD_BYTES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];

/** Public header of a LAS file. */
export interface LasHeader {
  readonly minor: number;
  readonly format: number;
  readonly compressed: boolean;
  readonly recordBytes: number;
  readonly points: number;
  /** Byte at which the points begin. */
  readonly start: number;
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
  readonly unit: CloudView['unit'];
}

/** Opens a LAS file of versions 1.0 to 1.4, a LAZ or a COPC file. @throws Fault ASSET_UNREADABLE naming what is wrong. */
export function openLas(file: PartsFile): PointReader {
  const header = readLasHeader(file);
  const { recordBytes, points, start, compressed, unit } = header;
  assertPoints(file.name, points, compressed ? undefined : (file.size - start) / recordBytes);
  const stored = lasFields(header, 0);
  const names = [
    'X',
    'Y',
    'Z',
    'Intensity',
    'Classification',
    ...(header.format in COLORS ? ['Red', 'Green', 'Blue'] : []),
  ];
  return {
    header: { fields: names, roles: rolesOf(stored), unit, axes: mapAxes, pose: null },
    points,
    slow: compressed,
    batches() {
      if (!compressed) return storedBatches(file, lasFields(header, start), points);
      return isCopc(file) ? copcBatches(file, header, stored) : lazBatches(file, header, stored);
    },
    close: () => undefined,
  };
}

/** Offsets of the values of a record, the first at byte `start`. */
function lasFields({ format, recordBytes: stride, scale, offset }: LasHeader, start: number): StoredField[] {
  const axes = (['x', 'y', 'z'] as const).map((role, at) => ({
    role,
    type: 'i4' as const,
    start: start + at * 4,
    stride,
    scale: scale[at]!,
    offset: offset[at]!,
  }));
  const fields: StoredField[] = [
    ...axes,
    { role: 'intensity', type: 'u2', start: start + 12, stride },
    format < 6
      ? { role: 'classification', type: 'u1', start: start + 15, stride, mask: 0x1f }
      : { role: 'classification', type: 'u1', start: start + 16, stride },
  ];
  const color = COLORS[format];
  if (color !== undefined)
    for (const [at, role] of (['red', 'green', 'blue'] as const).entries())
      fields.push({ role, type: 'u2', start: start + color + at * 2, stride });
  return fields;
}

/** Reads the public header. @throws Fault ASSET_UNREADABLE naming what is wrong. */
export function readLasHeader(file: PartsFile): LasHeader {
  const bytes = file.read(0, 375);
  if (bytes.length < 227 || bytes.toString('latin1', 0, 4) !== 'LASF')
    throw badCloud(file.name, 'It does not begin as a LAS file does.');
  const [major, minor] = [bytes[24]!, bytes[25]!];
  if (major !== 1 || minor > 4)
    throw badCloud(file.name, `LAS ${major}.${minor} is unknown; 1.0 to 1.4 are supported.`);
  const start = bytes.readUInt32LE(96);
  const coded = bytes[104]!;
  const compressed = (coded & 0xc0) !== 0;
  const format = coded & 0x3f;
  const recordBytes = bytes.readUInt16LE(105);
  const least = RECORD_BYTES[format];
  if (least === undefined) throw badCloud(file.name, `Point format ${format} is unknown; 0 to 10 are supported.`);
  if (recordBytes < least)
    throw badCloud(file.name, `Its records have ${recordBytes} bytes; point format ${format} needs ${least}.`);
  if (start < bytes.readUInt16LE(94) || start > file.size)
    throw badCloud(file.name, `Its points begin at byte ${start} of ${file.size}. It is damaged or cut off.`);
  const legacy = bytes.readUInt32LE(107);
  if (minor === 4 && bytes.length < 375) throw badCloud(file.name, 'It is cut off in its header.');
  const points = minor === 4 ? Number(bytes.readBigUInt64LE(247)) || legacy : legacy;
  const numbers = [131, 139, 147, 155, 163, 171].map(at => bytes.readDoubleLE(at));
  if (numbers.some(each => !Number.isFinite(each)) || numbers.slice(0, 3).some(each => each === 0))
    throw badCloud(file.name, 'The scale or the offset of its header is no usable number.');
  const [sx, sy, sz, ox, oy, oz] = numbers as [number, number, number, number, number, number];
  return {
    minor,
    format,
    compressed,
    recordBytes,
    points,
    start,
    scale: [sx, sy, sz],
    offset: [ox, oy, oz],
    unit: lasUnit(file, bytes.readUInt16LE(94), bytes.readUInt32LE(100), start),
  };
}
