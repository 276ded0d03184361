import type { LazPerf } from 'laz-perf';
import { createLazPerf } from 'laz-perf';
import { copcChunks } from './copc-chunks.ts';
import type { PartsFile, PointBatch } from './point-reader.ts';
import { badCloud, batchPoints } from './point-reader.ts';
import type { StoredField } from './stored-fields.ts';
import { decodeField, emptyColumns, rolesOf } from './stored-fields.ts';

/** Bytes of the largest LAZ file: the decoder keeps it in memory. */
export const mostLazBytes = 384 * 1024 * 1024;
const COPY_BYTES = 4 << 20;

let decoder: LazPerf | undefined;

/** Loads the decoder of LAZ files. It is needed before the points of one are read. */
export async function loadLaz(): Promise<void> {
  decoder ??= await createLazPerf();
}

/** Reads the points of a LAZ file. @throws Fault ASSET_UNREADABLE for one that is damaged or too large. */
export function* lazBatches(
  file: PartsFile,
  { points, recordBytes }: { readonly points: number; readonly recordBytes: number },
  fields: readonly StoredField[],
): Generator<PointBatch> {
  if (decoder === undefined) throw new Error('The LAZ decoder is not loaded.');
  if (file.size > mostLazBytes)
    throw badCloud(
      file.name,
      `LAZ files may have ${mostLazBytes / 1024 ** 2} MB. Split it, or upload it as LAS or COPC.`,
    );
  const laz = decoder;
  const source = laz._malloc(file.size);
  const record = laz._malloc(recordBytes);
  const reader = new laz.LASZip();
  try {
    for (let at = 0; at < file.size; at += COPY_BYTES)
      laz.HEAPU8.set(file.read(at, Math.min(COPY_BYTES, file.size - at)), source + at);
    guarded(file.name, () => reader.open(source, file.size));
    if (reader.getPointLength() !== recordBytes || reader.getCount() !== points)
      throw badCloud(file.name, 'Its header and its compressed points contradict each other. It is damaged.');
    const columns = emptyColumns(rolesOf(fields));
    const bytes = new Uint8Array(batchPoints * recordBytes);
    for (let first = 0; first < points; first += batchPoints) {
      const count = Math.min(batchPoints, points - first);
      guarded(file.name, () => {
        for (let i = 0; i < count; i += 1) {
          reader.getPoint(record);
          bytes.set(laz.HEAPU8.subarray(record, record + recordBytes), i * recordBytes);
        }
      });
      for (const field of fields) decodeField(bytes, field.start, field, count, columns, true);
      yield { count, columns };
    }
  } finally {
    reader.delete();
    laz._free(record);
    laz._free(source);
  }
}

/**
 * Reads the points of a COPC file, a chunk at a time, so that it may be larger than memory.
 * @throws Fault ASSET_UNREADABLE for one that is damaged
 */
export function* copcBatches(
  file: PartsFile,
  header: { readonly points: number; readonly format: number; readonly recordBytes: number },
  fields: readonly StoredField[],
): Generator<PointBatch> {
  if (decoder === undefined) throw new Error('The LAZ decoder is not loaded.');
  const laz = decoder;
  const { format, recordBytes } = header;
  const columns = emptyColumns(rolesOf(fields));
  const bytes = new Uint8Array(batchPoints * recordBytes);
  const record = laz._malloc(recordBytes);
  try {
    for (const chunk of copcChunks(file, header.points)) {
      const source = laz._malloc(chunk.bytes);
      const reader = new laz.ChunkDecoder();
      try {
        laz.HEAPU8.set(file.read(chunk.offset, chunk.bytes), source);
        guarded(file.name, () => reader.open(format, recordBytes, source));
        for (let first = 0; first < chunk.points; first += batchPoints) {
          const count = Math.min(batchPoints, chunk.points - first);
          guarded(file.name, () => {
            for (let i = 0; i < count; i += 1) {
              reader.getPoint(record);
              bytes.set(laz.HEAPU8.subarray(record, record + recordBytes), i * recordBytes);
            }
          });
          for (const field of fields) decodeField(bytes, field.start, field, count, columns, true);
          yield { count, columns };
        }
      } finally {
        reader.delete();
        laz._free(source);
      }
    }
  } finally {
    laz._free(record);
  }
}

/** The decoder throws numbers. */
function guarded(name: string, run: () => void): void {
  try {
    run();
  } catch {
    throw badCloud(name, 'Its compressed points are damaged or cut off.');
  }
}
