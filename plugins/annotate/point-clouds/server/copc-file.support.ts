import type { TestPoints } from './point-files.support.ts';

const HEADER = 375;
const RECORD = 54 + 160;
/** A chunk of one point: the point as it is, their number, and the sizes of nine layers without content. */
const CHUNK = 30 + 4 + 9 * 4;

interface Entry {
  readonly key: readonly [number, number, number, number];
  readonly offset: number;
  readonly bytes: number;
  readonly points: number;
}

const page = (entries: readonly Entry[]): Buffer =>
  Buffer.concat(
    entries.map(({ key, offset, bytes, points }) => {
      const entry = Buffer.alloc(32);
      for (const [at, value] of key.entries()) entry.writeInt32LE(value, at * 4);
      entry.writeBigUInt64LE(BigInt(offset), 16);
      entry.writeInt32LE(bytes, 24);
      entry.writeInt32LE(points, 28);
      return entry;
    }),
  );

/**
 * A COPC file in which each point is a node of its own, the later half of them on a second page of the hierarchy.
 * Coordinates in millimetres.
 */
export function copcFile({ count, point }: TestPoints): Buffer {
  const head = Buffer.alloc(HEADER + RECORD);
  head.write('LASF', 0, 'latin1');
  head.set([1, 4], 24);
  head.writeUInt16LE(HEADER, 94);
  head.writeUInt32LE(HEADER + RECORD, 96);
  head.writeUInt32LE(1, 100);
  head.set([6 | 0x80], 104);
  head.writeUInt16LE(30, 105);
  for (const at of [131, 139, 147]) head.writeDoubleLE(0.001, at);
  head.writeBigUInt64LE(BigInt(count), 247);
  head.write('copc', HEADER + 2, 'latin1');
  head.writeUInt16LE(1, HEADER + 18);
  head.writeUInt16LE(160, HEADER + 20);
  const chunks = Array.from({ length: count }, (_, at) => {
    const chunk = Buffer.alloc(CHUNK);
    const [x, y, z, intensity] = point(at);
    for (const [place, value] of [x, y, z].entries()) chunk.writeInt32LE(Math.round(value * 1000), place * 4);
    chunk.writeUInt16LE(Math.round(intensity * 65_535), 12);
    chunk.writeUInt32LE(1, 30);
    return chunk;
  });
  const entries = chunks.map((_, at): Entry => ({
    key: [at, 0, 0, 0],
    offset: head.length + at * CHUNK,
    bytes: CHUNK,
    points: 1,
  }));
  const later = page(entries.slice(count / 2));
  const laterAt = head.length + count * CHUNK;
  const root = page([
    // The order of a hierarchy is not that of the points.
    ...entries.slice(0, count / 2).toReversed(),
    { key: [1, 0, 0, 0], offset: laterAt, bytes: later.length, points: -1 },
  ]);
  head.writeBigUInt64LE(BigInt(laterAt + later.length), HEADER + 54 + 40);
  head.writeBigUInt64LE(BigInt(root.length), HEADER + 54 + 48);
  return Buffer.concat([head, ...chunks, later, root]);
}
