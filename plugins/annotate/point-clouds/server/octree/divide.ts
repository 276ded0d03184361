import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { openParts } from '../readers/parts-file.ts';
import { badCloud } from '../readers/point-reader.ts';
import type { Cube, NodeSink } from './node-sink.ts';
import { childCube } from './node-sink.ts';
import type { Records } from './records.ts';
import { emptyRecords, packRecords, pushRecord, recordBytes, storedRecords } from './records.ts';
import { deepest, leafPoints, samplePoints, singleNodePoints, subdivide } from './subdivide.ts';

/** Points that are divided in memory. */
const CHUNK_POINTS = 1_000_000;
/** Levels of the grid in which points are counted, and its cells along a side. */
const LEVELS = 6;
const CELLS = 2 ** LEVELS;
/** Points kept of a chunk before they are written. */
const BUFFER_POINTS = 4096;

/** Points that can be read more than once. */
export interface PointSource {
  readonly count: number;
  read(): Iterable<Records>;
}

export interface Division {
  /** Name of the file in errors. */
  readonly name: string;
  /** A path beside which temporary files are made. */
  readonly scratch: string;
  readonly extraBytes: number;
  readonly sink: NodeSink;
}

/** Part of a cube that is divided by itself. */
interface Chunk {
  readonly cube: Cube;
  /** Points counted in it. */
  readonly counted: number;
  /** First of its points in the file of chunks. */
  readonly first: number;
  readonly buffer: Records & { count: number };
  /** Points written. */
  written: number;
}

/** A node above the chunks. */
interface UpperNode {
  readonly cube: Cube;
  readonly level: number;
  readonly marks: Uint8Array;
  records: Records & { count: number };
}

/**
 * Divides any number of points into nodes with bounded memory: counts them in a grid, writes them into chunks of a
 * million, and divides each chunk in memory. A chunk that is still too large is divided in the same way.
 * @throws Fault ASSET_UNREADABLE for millions of points at one place
 */
export function divide(cube: Cube, source: PointSource, division: Division): void {
  const { extraBytes, sink, scratch, name } = division;
  const isRoot = cube.name === 'r';
  if (source.count <= CHUNK_POINTS) {
    const all = emptyRecords(source.count, extraBytes);
    for (const batch of source.read()) appendRecords(all, batch);
    const order = Uint32Array.from({ length: all.count }, (_, at) => at);
    subdivide(cube, all, order, 0, all.count, sink, isRoot ? singleNodePoints : leafPoints);
    return;
  }
  if (cube.name.length > deepest) throw badCloud(name, `More than ${CHUNK_POINTS} of its points are at one place.`);
  const file = `${scratch}-${cube.name}`;
  const plan = planChunks(cube, source, extraBytes);
  try {
    distribute(cube, source, plan, file, division);
    const kept = openParts(file, name);
    try {
      for (const { cube: part, first, written } of plan.chunks)
        if (written > 0)
          divide(
            part,
            { count: written, read: () => storedRecords(kept, first * recordBytes(extraBytes), written, extraBytes) },
            division,
          );
    } finally {
      kept.close();
    }
  } finally {
    rmSync(file, { force: true });
  }
}

function appendRecords(all: Records & { count: number }, batch: Records): void {
  const { count } = batch;
  all.x.set(batch.x.subarray(0, count), all.count);
  all.y.set(batch.y.subarray(0, count), all.count);
  all.z.set(batch.z.subarray(0, count), all.count);
  all.index.set(batch.index.subarray(0, count), all.count);
  all.extra.set(batch.extra.subarray(0, count * all.extraBytes), all.count * all.extraBytes);
  all.count += count;
}

interface Plan {
  readonly chunks: readonly Chunk[];
  /** Chunk of each cell. */
  readonly chunkOf: Int32Array;
  /** Cells along a side of the sampling grid of the upper nodes. */
  readonly grid: number;
}

const cellOf = (value: number, min: number, scale: number, last: number): number => {
  const cell = Math.floor((value - min) * scale);
  return cell < 0 ? 0 : cell > last ? last : cell;
};

function planChunks(cube: Cube, source: PointSource, extraBytes: number): Plan {
  const counts = new Uint32Array(CELLS ** 3);
  const scale = CELLS / cube.size;
  for (const { count, x, y, z } of source.read())
    for (let i = 0; i < count; i += 1)
      counts[
        (cellOf(x[i]!, cube.min[0], scale, CELLS - 1) * CELLS + cellOf(y[i]!, cube.min[1], scale, CELLS - 1)) * CELLS +
          cellOf(z[i]!, cube.min[2], scale, CELLS - 1)
      ]! += 1;
  const chunkOf = new Int32Array(CELLS ** 3).fill(-1);
  const chunks: Chunk[] = [];
  let first = 0;
  const visit = (part: Cube, level: number, cx: number, cy: number, cz: number): void => {
    const side = CELLS >> level;
    let counted = 0;
    const each = (run: (cell: number) => void): void => {
      for (let x = cx; x < cx + side; x += 1)
        for (let y = cy; y < cy + side; y += 1)
          for (let z = cz; z < cz + side; z += 1) run((x * CELLS + y) * CELLS + z);
    };
    each(cell => (counted += counts[cell]!));
    if (counted === 0) return;
    if (level === LEVELS || (level > 0 && counted <= CHUNK_POINTS)) {
      each(cell => (chunkOf[cell] = chunks.length));
      chunks.push({ cube: part, counted, first, buffer: emptyRecords(BUFFER_POINTS, extraBytes), written: 0 });
      first += counted;
      return;
    }
    const half = side / 2;
    for (let digit = 0; digit < 8; digit += 1)
      visit(
        childCube(part, digit),
        level + 1,
        cx + (digit & 4 ? half : 0),
        cy + (digit & 2 ? half : 0),
        cz + (digit & 1 ? half : 0),
      );
  };
  visit(cube, 0, 0, 0, 0);
  const occupied = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  // On a surface a grid twice as fine has four times as many cells with points.
  const grid = occupied * 4 <= samplePoints * 1.3 ? 128 : occupied <= samplePoints ? 64 : 32;
  return { chunks, chunkOf, grid };
}

/** Gives each point to the first node above its chunk with a free cell, else to the chunk. Writes the upper nodes. */
function distribute(
  cube: Cube,
  source: PointSource,
  { chunks, chunkOf, grid }: Plan,
  file: string,
  { extraBytes, sink }: Division,
): void {
  const uppers = new Map<number, UpperNode>();
  const handle = openSync(file, 'w', 0o600);
  const packed = Buffer.allocUnsafeSlow(BUFFER_POINTS * recordBytes(extraBytes));
  const flush = (chunk: Chunk): void => {
    const bytes = packRecords(chunk.buffer, packed);
    const start = (chunk.first + chunk.written) * recordBytes(extraBytes);
    for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at, bytes.length - at, start + at);
    chunk.written += chunk.buffer.count;
    chunk.buffer.count = 0;
  };
  const levels = chunks.map(each => each.cube.name.length - cube.name.length);
  const scale = CELLS / cube.size;
  try {
    for (const batch of source.read()) {
      for (let i = 0; i < batch.count; i += 1) {
        const cx = cellOf(batch.x[i]!, cube.min[0], scale, CELLS - 1);
        const cy = cellOf(batch.y[i]!, cube.min[1], scale, CELLS - 1);
        const cz = cellOf(batch.z[i]!, cube.min[2], scale, CELLS - 1);
        const number = chunkOf[(cx * CELLS + cy) * CELLS + cz]!;
        let node: UpperNode | undefined;
        for (let level = 0; level < levels[number]!; level += 1) {
          const shift = LEVELS - level;
          const key = (((level * CELLS + (cx >> shift)) * CELLS + (cy >> shift)) * CELLS + (cz >> shift)) | 0;
          let upper = uppers.get(key);
          if (upper === undefined) {
            upper = upperNode(chunks[number]!.cube, cube, level, grid, extraBytes);
            uppers.set(key, upper);
          }
          if (upper.records.count < samplePoints && mark(upper, batch, i, grid)) {
            node = upper;
            break;
          }
        }
        if (node === undefined) {
          const chunk = chunks[number]!;
          pushRecord(chunk.buffer, batch, i);
          if (chunk.buffer.count === BUFFER_POINTS) flush(chunk);
        } else {
          if (node.records.count === node.records.index.length) node.records = grown(node.records);
          pushRecord(node.records, batch, i);
        }
      }
    }
    chunks.forEach(flush);
  } finally {
    closeSync(handle);
  }
  for (const { cube: part, records } of uppers.values())
    sink.write(
      part,
      records,
      Uint32Array.from({ length: records.count }, (_, at) => at),
      0,
      records.count,
    );
}

/** The node of a level on the way from `root` to `leaf`. */
function upperNode(leaf: Cube, root: Cube, level: number, grid: number, extraBytes: number): UpperNode {
  let cube = root;
  for (const digit of leaf.name.slice(root.name.length, root.name.length + level))
    cube = childCube(cube, Number(digit));
  return { cube, level, marks: new Uint8Array(grid ** 3 / 8), records: emptyRecords(4096, extraBytes) };
}

/** Takes the cell of a point; false where it was taken. */
function mark({ cube: { min, size }, marks }: UpperNode, { x, y, z }: Records, at: number, grid: number): boolean {
  const scale = grid / size;
  const last = grid - 1;
  const cell =
    (cellOf(x[at]!, min[0], scale, last) * grid + cellOf(y[at]!, min[1], scale, last)) * grid +
    cellOf(z[at]!, min[2], scale, last);
  const bit = 1 << (cell & 7);
  if ((marks[cell >> 3]! & bit) !== 0) return false;
  marks[cell >> 3]! |= bit;
  return true;
}

function grown(records: Records & { count: number }): Records & { count: number } {
  const larger = emptyRecords(records.count * 2, records.extraBytes);
  appendRecords(larger, records);
  return larger;
}
