import type { CloudChannel } from '../../common/cloud-view.ts';
import { pointBytes } from '../../common/cloud-node.ts';
import type { PartsFile, PointBatch } from '../readers/point-reader.ts';
import { badCloud, batchPoints } from '../readers/point-reader.ts';

/** Points in columns. `extra` holds the bytes of the channels of each point, in their order. */
export interface Records {
  readonly count: number;
  /** Document coordinates. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** Point numbers in the file. */
  readonly index: Uint32Array;
  readonly extra: Uint8Array;
  readonly extraBytes: number;
}

/** Room for so many points. */
export function emptyRecords(capacity: number, extraBytes: number): Records & { count: number } {
  return {
    count: 0,
    x: new Float64Array(capacity),
    y: new Float64Array(capacity),
    z: new Float64Array(capacity),
    index: new Uint32Array(capacity),
    extra: new Uint8Array(capacity * extraBytes),
    extraBytes,
  };
}

/** Bytes that the channels of one point take. */
export const extraBytesOf = (channels: readonly CloudChannel[]): number => pointBytes(channels) - 16;

/** Copies one point to the end of `to`. */
export function pushRecord(to: Records & { count: number }, from: Records, at: number): void {
  const { count, extraBytes } = to;
  to.x[count] = from.x[at]!;
  to.y[count] = from.y[at]!;
  to.z[count] = from.z[at]!;
  to.index[count] = from.index[at]!;
  for (let i = 0; i < extraBytes; i += 1) to.extra[count * extraBytes + i] = from.extra[at * extraBytes + i]!;
  to.count = count + 1;
}

/** Bytes of a point as it is kept on the disk while a cloud is divided. */
export const recordBytes = (extraBytes: number): number => 28 + extraBytes;

/**
 * Writes points one after another: x, y, z as float64, the index, the channels. Answers the bytes, reused by the next
 * call of the same `into`.
 */
export function packRecords(records: Records, into: Buffer): Buffer {
  const { count, extraBytes, extra } = records;
  const view = new DataView(into.buffer, into.byteOffset, into.byteLength);
  const stride = recordBytes(extraBytes);
  for (let i = 0, at = 0; i < count; i += 1, at += stride) {
    view.setFloat64(at, records.x[i]!, true);
    view.setFloat64(at + 8, records.y[i]!, true);
    view.setFloat64(at + 16, records.z[i]!, true);
    view.setUint32(at + 24, records.index[i]!, true);
    for (let k = 0; k < extraBytes; k += 1) into[at + 28 + k] = extra[i * extraBytes + k]!;
  }
  return into.subarray(0, count * stride);
}

/**
 * Reads `count` packed points from byte `start` of a file, a batch at a time; the columns are reused by the next batch.
 */
export function* storedRecords(file: PartsFile, start: number, count: number, extraBytes: number): Generator<Records> {
  const records = emptyRecords(Math.min(count, batchPoints), extraBytes);
  const stride = recordBytes(extraBytes);
  for (let first = 0; first < count; first += batchPoints) {
    records.count = Math.min(batchPoints, count - first);
    const bytes = file.read(start + first * stride, records.count * stride);
    if (bytes.length < records.count * stride) throw new Error('Points that were kept are gone.');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = 0, at = 0; i < records.count; i += 1, at += stride) {
      records.x[i] = view.getFloat64(at, true);
      records.y[i] = view.getFloat64(at + 8, true);
      records.z[i] = view.getFloat64(at + 16, true);
      records.index[i] = view.getUint32(at + 24, true);
      for (let k = 0; k < extraBytes; k += 1) records.extra[i * extraBytes + k] = bytes[at + 28 + k]!;
    }
    yield records;
  }
}

/** Facts of a cloud after its points were read once. */
export interface Survey {
  /** All points of the file; those without finite coordinates keep their numbers. */
  readonly points: number;
  readonly finite: number;
  readonly offset: readonly [number, number, number];
  /** Extent of the finite points, in document coordinates. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  readonly intensity: readonly [number, number] | null;
  /** Largest color value found: 16-bit colors are reduced to 8 bits. */
  readonly brightest: number;
}

/** Distance from the origin, per axis, from which on coordinates get an offset. */
const FAR = 10_000;
const ROUND = 1000;

/** Reads all points once. @throws Fault ASSET_UNREADABLE without a finite point, or with more than are supported. */
export function surveyPoints(name: string, batches: Iterable<PointBatch>, most: number): Survey {
  let points = 0;
  let finite = 0;
  let offset: [number, number, number] = [0, 0, 0];
  const min = [Infinity, Infinity, Infinity] as [number, number, number];
  const max = [-Infinity, -Infinity, -Infinity] as [number, number, number];
  let [dim, bright, brightest] = [Infinity, -Infinity, 0];
  for (const { count, columns } of batches) {
    const { x, y, z, intensity, red, green, blue } = columns as Record<string, Float64Array>;
    for (let i = 0; i < count; i += 1) {
      const [px, py, pz] = [x![i]!, y![i]!, z![i]!];
      // Infinite and unknown coordinates make the sum no number.
      if (!Number.isFinite(px + py + pz)) continue;
      if (finite === 0)
        offset = [px, py, pz].map(each =>
          Math.abs(each) < FAR ? 0 : Math.round(each / ROUND) * ROUND,
        ) as typeof offset;
      finite += 1;
      const [dx, dy, dz] = [px - offset[0], py - offset[1], pz - offset[2]];
      if (dx < min[0]) min[0] = dx;
      if (dx > max[0]) max[0] = dx;
      if (dy < min[1]) min[1] = dy;
      if (dy > max[1]) max[1] = dy;
      if (dz < min[2]) min[2] = dz;
      if (dz > max[2]) max[2] = dz;
      if (intensity !== undefined) {
        const value = intensity[i]!;
        if (value < dim && value > -Infinity) dim = value;
        if (value > bright && value < Infinity) bright = value;
      }
      if (red !== undefined && green !== undefined && blue !== undefined)
        brightest = Math.max(brightest, red[i]!, green[i]!, blue[i]!);
    }
    points += count;
    if (points > most) throw badCloud(name, `It has more than ${most} points. Split the file.`);
  }
  if (finite === 0) throw badCloud(name, 'It has no point with finite coordinates.');
  return { points, finite, offset, min, max, intensity: dim <= bright ? [dim, bright] : null, brightest };
}

/** Finite points in document coordinates with their channels as payloads have them; reused by the next batch. */
export function* documentRecords(
  batches: Iterable<PointBatch>,
  survey: Survey,
  channels: readonly CloudChannel[],
): Generator<Records> {
  const extraBytes = extraBytesOf(channels);
  const records = emptyRecords(batchPoints, extraBytes);
  const [ox, oy, oz] = survey.offset;
  const [low, high] = survey.intensity ?? [0, 0];
  const scale = high > low ? 65_535 / (high - low) : 0;
  const shift = survey.brightest > 255 ? 256 : 1;
  let first = 0;
  for (const { count, columns } of batches) {
    const { x, y, z, intensity, classification, red, green, blue, ring } = columns;
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const [px, py, pz] = [x![i]!, y![i]!, z![i]!];
      if (!Number.isFinite(px + py + pz)) continue;
      records.x[kept] = px - ox;
      records.y[kept] = py - oy;
      records.z[kept] = pz - oz;
      records.index[kept] = first + i;
      let at = kept * extraBytes;
      for (const channel of channels) {
        if (channel === 'intensity') {
          const value = Math.round((intensity![i]! - low) * scale);
          const clamped = value > 65_535 ? 65_535 : value > 0 ? value : 0;
          records.extra[at] = clamped & 255;
          records.extra[at + 1] = clamped >> 8;
          at += 2;
        } else if (channel === 'color') {
          records.extra[at] = red![i]! / shift;
          records.extra[at + 1] = green![i]! / shift;
          records.extra[at + 2] = blue![i]! / shift;
          at += 3;
        } else {
          records.extra[at] = (channel === 'ring' ? ring! : classification!)[i]!;
          at += 1;
        }
      }
      kept += 1;
    }
    records.count = kept;
    first += count;
    if (kept > 0) yield records;
  }
}
