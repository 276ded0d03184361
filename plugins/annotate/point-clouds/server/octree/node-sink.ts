import { writeSync } from 'node:fs';
import type { CloudChannel } from '../../common/cloud-view.ts';
import { encodeNode } from '../../common/cloud-node.ts';
import type { Records } from './records.ts';

/** A cube in document coordinates, named by its place in the octree. */
export interface Cube {
  readonly name: string;
  readonly min: readonly [number, number, number];
  readonly size: number;
}

/** A node whose payload was written. */
export interface WrittenNode {
  readonly name: string;
  readonly points: number;
  readonly spacing: number;
  readonly min: [number, number, number];
  readonly max: [number, number, number];
  /** Bytes of its payload in the output. */
  readonly first: number;
  readonly size: number;
}

/** One eighth of a cube: 4 · (x upper) + 2 · (y upper) + (z upper). */
export const childCube = ({ name, min, size }: Cube, digit: number): Cube => ({
  name: `${name}${digit}`,
  min: [min[0] + (digit & 4 ? size / 2 : 0), min[1] + (digit & 2 ? size / 2 : 0), min[2] + (digit & 1 ? size / 2 : 0)],
  size: size / 2,
});

/** Writes the payloads of nodes one after another. */
export class NodeSink {
  readonly nodes: WrittenNode[] = [];
  written = 0;

  constructor(
    private readonly handle: number,
    private readonly channels: readonly CloudChannel[],
    private position: number,
  ) {}

  /** Byte after the last payload. */
  get end(): number {
    return this.position;
  }

  /** Writes the points `order[from..to]` of `records` as a node. */
  write({ name, min, size }: Cube, records: Records, order: Uint32Array, from: number, to: number): void {
    const count = to - from;
    if (count === 0) return;
    const { extra, extraBytes } = records;
    const positions = new Float32Array(count * 3);
    const indices = new Uint32Array(count);
    const columns = {
      intensity: new Uint16Array(this.channels.includes('intensity') ? count : 0),
      classification: new Uint8Array(this.channels.includes('classification') ? count : 0),
      color: new Uint8Array(this.channels.includes('color') ? count * 3 : 0),
      ring: new Uint8Array(this.channels.includes('ring') ? count : 0),
    };
    for (let i = 0; i < count; i += 1) {
      const at = order[from + i]!;
      positions[i * 3] = records.x[at]! - min[0];
      positions[i * 3 + 1] = records.y[at]! - min[1];
      positions[i * 3 + 2] = records.z[at]! - min[2];
      indices[i] = records.index[at]!;
      let byte = at * extraBytes;
      for (const channel of this.channels) {
        if (channel === 'intensity') {
          columns.intensity[i] = extra[byte]! | (extra[byte + 1]! << 8);
          byte += 2;
        } else if (channel === 'color') {
          columns.color[i * 3] = extra[byte]!;
          columns.color[i * 3 + 1] = extra[byte + 1]!;
          columns.color[i * 3 + 2] = extra[byte + 2]!;
          byte += 3;
        } else {
          columns[channel][i] = extra[byte]!;
          byte += 1;
        }
      }
    }
    const bytes = encodeNode({ positions, indices, ...columns }, this.channels);
    for (let at = 0; at < bytes.length;) at += writeSync(this.handle, bytes, at, bytes.length - at, this.position + at);
    this.nodes.push({
      name,
      points: count,
      // Scans are surfaces: their points share an area, not a volume.
      spacing: size / Math.sqrt(count),
      min: [min[0], min[1], min[2]],
      max: [min[0] + size, min[1] + size, min[2] + size],
      first: this.position,
      size: bytes.length,
    });
    this.position += bytes.length;
    this.written += count;
  }
}
