/** Points with an intensity, for files of tests. */
export interface TestPoints {
  readonly count: number;
  /** x, y, z, intensity of point `at`. */
  point(at: number): readonly [number, number, number, number];
}

/** Points on a rolling ground with walls, spread by the golden ratio; the same for the same number. */
export const streetPoints = (count: number): TestPoints => ({
  count,
  point(at) {
    const turn = (at * 0.618_033_988_749_894_9) % 1;
    const [x, y] = [((at / count) * 2 - 1) * 80, (turn * 2 - 1) * 50];
    const z = at % 5 === 0 ? (at % 97) / 10 : Math.sin(x / 9) + Math.cos(y / 7);
    return [
      Math.fround(x),
      Math.fround(at % 5 === 0 ? Math.sign(y) * 20 : y),
      Math.fround(z),
      Math.fround((at % 256) / 255),
    ];
  },
});

/** A file of float32 values, KITTI's with four and nuScenes' with five a point. */
export function binFile({ count, point }: TestPoints, rings = false): Buffer {
  const width = rings ? 20 : 16;
  const bytes = Buffer.alloc(count * width);
  for (let at = 0; at < count; at += 1) {
    for (const [place, value] of point(at).entries()) bytes.writeFloatLE(value, at * width + place * 4);
    if (rings) bytes.writeFloatLE(at % 32, at * width + 16);
  }
  return bytes;
}

const pcdHeader = (count: number, data: string): string =>
  [
    '# .PCD v0.7',
    'VERSION 0.7',
    'FIELDS x y z intensity',
    'SIZE 8 8 8 4',
    'TYPE F F F F',
    'COUNT 1 1 1 1',
    `WIDTH ${count}`,
    'HEIGHT 1',
    'VIEWPOINT 0 0 0 1 0 0 0',
    `POINTS ${count}`,
    `DATA ${data}`,
    '',
  ].join('\n');

/** A PCD file with float64 coordinates. Compressed data is written as LZF literals, which any reader takes. */
export function pcdFile({ count, point }: TestPoints, data: 'ascii' | 'binary' | 'binary_compressed'): Buffer {
  const points = Array.from({ length: count }, (_, at) => point(at));
  const header = Buffer.from(pcdHeader(count, data));
  if (data === 'ascii') return Buffer.concat([header, Buffer.from(points.map(each => `${each.join(' ')}\n`).join(''))]);
  const body = Buffer.alloc(count * 28);
  const isColumns = data === 'binary_compressed';
  for (const [at, values] of points.entries())
    for (const [place, value] of values.entries()) {
      if (place === 3) body.writeFloatLE(value, isColumns ? count * 24 + at * 4 : at * 28 + 24);
      else body.writeDoubleLE(value, isColumns ? (count * place + at) * 8 : at * 28 + place * 8);
    }
  if (!isColumns) return Buffer.concat([header, body]);
  const packed: Buffer[] = [];
  for (let at = 0; at < body.length; at += 32) {
    const literal = body.subarray(at, at + 32);
    packed.push(Buffer.from([literal.length - 1]), literal);
  }
  const bytes = Buffer.concat(packed);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(bytes.length, 0);
  sizes.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, sizes, bytes]);
}

/** A PLY file with float64 coordinates. */
export function plyFile(
  { count, point }: TestPoints,
  format: 'ascii' | 'binary_little_endian' | 'binary_big_endian',
): Buffer {
  const fields = ['double x', 'double y', 'double z', 'float intensity'].map(each => `property ${each}\n`).join('');
  const header = Buffer.from(`ply\nformat ${format} 1.0\nelement vertex ${count}\n${fields}end_header\n`);
  if (format === 'ascii')
    return Buffer.concat([
      header,
      ...Array.from({ length: count }, (_, at) => Buffer.from(`${point(at).join(' ')}\n`)),
    ]);
  const view = new DataView(new ArrayBuffer(count * 28));
  for (let at = 0; at < count; at += 1)
    for (const [place, value] of point(at).entries())
      if (place === 3) view.setFloat32(at * 28 + 24, value, format === 'binary_little_endian');
      else view.setFloat64(at * 28 + place * 8, value, format === 'binary_little_endian');
  return Buffer.concat([header, Buffer.from(view.buffer)]);
}

/** A LAS 1.2 file of point format 0, in thousandths from an offset. */
export function lasFile({ count, point }: TestPoints, offset: readonly [number, number, number]): Buffer {
  const bytes = Buffer.alloc(227 + count * 20);
  bytes.write('LASF', 0, 'latin1');
  bytes.set([1, 2], 24);
  bytes.writeUInt16LE(227, 94);
  bytes.writeUInt32LE(227, 96);
  bytes.writeUInt16LE(20, 105);
  bytes.writeUInt32LE(count, 107);
  for (const [at, value] of [0.001, 0.001, 0.001, ...offset].entries()) bytes.writeDoubleLE(value, 131 + at * 8);
  for (let at = 0; at < count; at += 1) {
    const [x, y, z, intensity] = point(at);
    for (const [place, value] of [x, y, z].entries())
      bytes.writeInt32LE(Math.round((value - offset[place]!) * 1000), 227 + at * 20 + place * 4);
    bytes.writeUInt16LE(Math.round(intensity * 65_535), 227 + at * 20 + 12);
  }
  return bytes;
}
