import type { PartsFile } from './point-reader.ts';
import { badCloud } from './point-reader.ts';

/** Byte at which the description of a COPC file lies: the first record after the header of LAS 1.4. */
const RECORD = 375;
const RECORD_HEADER = 54;
const ENTRY = 32;
/** Bytes of the largest page of the hierarchy, and of the largest chunk. */
const MOST_PAGE = 64 * 1024 * 1024;
const MOST_CHUNK = 64 * 1024 * 1024;
/** A child page in place of a node, in the field of its points. */
const PAGE = -1;

/** The points of one node, compressed on their own. */
export interface CopcChunk {
  /** Byte of the file. */
  readonly offset: number;
  readonly bytes: number;
  readonly points: number;
}

/** True for a LAZ file that is cloud optimized. */
export function isCopc(file: PartsFile): boolean {
  const record = file.read(RECORD, RECORD_HEADER);
  return (
    record.length === RECORD_HEADER &&
    record.toString('latin1', 2, 18).replace(/\0.*$/s, '') === 'copc' &&
    record.readUInt16LE(18) === 1
  );
}

/**
 * The chunks of a COPC file in the order in which they lie in it, which is that of its points.
 * @throws Fault ASSET_UNREADABLE where its hierarchy leads out of the file, in circles, or to another number of points
 */
export function copcChunks(file: PartsFile, points: number): readonly CopcChunk[] {
  const info = file.read(RECORD + RECORD_HEADER, 160);
  if (info.length < 160) throw badCloud(file.name, 'It is cut off in its header.');
  const pages = [{ offset: Number(info.readBigUInt64LE(40)), bytes: Number(info.readBigUInt64LE(48)) }];
  const seen = new Set<number>();
  const chunks: CopcChunk[] = [];
  let found = 0;
  for (let page = pages.pop(); page !== undefined; page = pages.pop()) {
    const entries = hierarchyPage(file, page, seen);
    for (let at = 0; at < entries.length; at += ENTRY) {
      const offset = Number(entries.readBigUInt64LE(at + 16));
      const [bytes, count] = [entries.readInt32LE(at + 24), entries.readInt32LE(at + 28)];
      if (count === PAGE) pages.push({ offset, bytes });
      else if (count > 0) {
        if (bytes < 1 || bytes > MOST_CHUNK || offset + bytes > file.size)
          throw badCloud(file.name, `The points at byte ${offset} lie outside of the file. It is damaged or cut off.`);
        found += count;
        chunks.push({ offset, bytes, points: count });
      } else if (count < 0) throw badCloud(file.name, 'Its hierarchy is damaged.');
    }
  }
  if (found !== points)
    throw badCloud(file.name, `Its header claims ${points} points but its hierarchy has ${found}. It is damaged.`);
  return chunks.toSorted((one, other) => one.offset - other.offset);
}

function hierarchyPage(
  file: PartsFile,
  { offset, bytes }: { readonly offset: number; readonly bytes: number },
  seen: Set<number>,
): Buffer {
  const isWhole = bytes > 0 && bytes <= MOST_PAGE && bytes % ENTRY === 0 && offset + bytes <= file.size;
  if (!isWhole || seen.has(offset)) throw badCloud(file.name, 'Its hierarchy is damaged.');
  seen.add(offset);
  return file.read(offset, bytes);
}
