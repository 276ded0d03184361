import type { CloudChannel } from './cloud-view.ts';

/** The points of an octree node. */
export interface NodePoints {
  /** x, y, z of each point, relative to the smallest corner of the node. */
  readonly positions: Float32Array;
  /** Point numbers in the file. */
  readonly indices: Uint32Array;
  /** Scaled over the frame's range of intensities to 0..65535. */
  readonly intensity?: Uint16Array;
  readonly classification?: Uint8Array;
  /** Red, green and blue of each point, 0..255. */
  readonly color?: Uint8Array;
  readonly ring?: Uint8Array;
}

const BYTES: Readonly<Record<CloudChannel, number>> = { intensity: 2, classification: 1, color: 3, ring: 1 };

/** Bytes of one point in a node payload. */
export const pointBytes = (channels: readonly CloudChannel[]): number =>
  16 + channels.reduce((sum, each) => sum + BYTES[each], 0);

/**
 * Encodes a node: little endian, positions (3 × float32), point numbers (uint32), then the channels in their order.
 * @throws RangeError for a channel without as many values as there are points.
 */
export function encodeNode(points: NodePoints, channels: readonly CloudChannel[]): Uint8Array {
  const count = points.indices.length;
  const bytes = new Uint8Array(count * pointBytes(channels));
  let at = 0;
  const put = (values: Float32Array | Uint32Array | Uint16Array | Uint8Array | undefined, wanted: number): void => {
    if (values?.length !== wanted) throw new RangeError(`${values?.length ?? 0} values; ${wanted} are needed.`);
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  };
  put(points.positions, count * 3);
  put(points.indices, count);
  for (const channel of channels) put(points[channel], channel === 'color' ? count * 3 : count);
  return bytes;
}

/**
 * Decodes what {@link encodeNode} made.
 * @throws RangeError where the bytes are no whole number of points.
 */
export function decodeNode(bytes: Uint8Array, channels: readonly CloudChannel[]): NodePoints {
  const size = pointBytes(channels);
  if (bytes.length % size !== 0)
    throw new RangeError(`${bytes.length} bytes are no whole number of ${size}-byte points.`);
  const count = bytes.length / size;
  // Typed arrays begin at a multiple of four: other bytes are copied.
  const { buffer: source, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  let at = byteOffset;
  const take = (length: number): number => {
    const start = at;
    at += length;
    return start;
  };
  const positions = new Float32Array(source, take(count * 12), count * 3);
  const indices = new Uint32Array(source, take(count * 4), count);
  const found: { -readonly [K in CloudChannel]?: NodePoints[K] } = {};
  for (const channel of channels) {
    const start = take(count * BYTES[channel]);
    // After an odd number of bytes sixteen-bit values need a copy of their own.
    if (channel === 'intensity')
      found.intensity =
        start % 2 === 0
          ? new Uint16Array(source, start, count)
          : new Uint16Array(source.slice(start, start + count * 2));
    else found[channel] = new Uint8Array(source, start, count * BYTES[channel]);
  }
  return { positions, indices, ...found } as NodePoints;
}
