import { expect, it } from 'vitest';
import { decodeNode, encodeNode, pointBytes } from './cloud-node.ts';

const points = {
  positions: new Float32Array([0, 0.5, 1, 2, 3, 4, 5, 6, 7]),
  indices: new Uint32Array([4, 9, 4_000_000_000]),
  intensity: new Uint16Array([0, 1, 65_535]),
  classification: new Uint8Array([2, 6, 255]),
  color: new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]),
  ring: new Uint8Array([0, 31, 63]),
};

it('should decode what was encoded, wherever the bytes begin', () => {
  const channels = ['intensity', 'classification', 'color', 'ring'] as const;
  const bytes = encodeNode(points, channels);
  expect(bytes.length).toBe(3 * pointBytes(channels));
  for (const shift of [0, 1, 2, 4]) {
    const moved = Buffer.alloc(bytes.length + shift).subarray(shift);
    moved.set(bytes);
    expect(decodeNode(moved, channels)).toEqual(points);
  }
});

it('should refuse bytes that are no whole number of points and channels that lack values', () => {
  expect(() => decodeNode(new Uint8Array(17), [])).toThrow('no whole number of 16-byte points');
  expect(() => encodeNode({ ...points, ring: new Uint8Array(2) }, ['ring'])).toThrow('2 values; 3 are needed');
});
