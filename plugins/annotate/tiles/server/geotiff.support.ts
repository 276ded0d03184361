/** A tag of a TIFF directory: characters (2), shorts (3) or doubles (12). */
export interface GeoTag {
  readonly tag: number;
  readonly type: 2 | 3 | 12;
  readonly values: readonly number[];
}

/** The description of an image, longer than what fits beside the tag. */
export const describedAs = (text: string): GeoTag => ({ tag: 270, type: 2, values: [...Buffer.from(`${text}\0`)] });

/** The tags of a map whose upper left corner is at `x`, `y` of UTM zone 31 north, with `metres` along a pixel. */
export const utmTags = (x: number, y: number, metres: number): readonly GeoTag[] => [
  { tag: 33_550, type: 12, values: [metres, metres, 0] },
  { tag: 33_922, type: 12, values: [0, 0, 0, x, y, 0] },
  { tag: 34_735, type: 3, values: [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32_631] },
];

/** A classic little-endian TIFF with further tags: its directory is written again at its end. */
export function withTags(tiff: Buffer, tags: readonly GeoTag[]): Buffer {
  const start = tiff.readUInt32LE(4);
  const count = tiff.readUInt16LE(start);
  const entries = Array.from({ length: count }, (_, at) =>
    Buffer.from(tiff.subarray(start + 2 + at * 12, start + 14 + at * 12)),
  );
  const next = tiff.subarray(start + 2 + count * 12, start + 6 + count * 12);
  const values: Buffer[] = [];
  let end = tiff.length;
  for (const { tag, type, values: numbers } of tags) {
    const size = { 2: 1, 3: 2, 12: 8 }[type];
    const bytes = Buffer.alloc(numbers.length * size);
    for (const [at, value] of numbers.entries())
      if (type === 12) bytes.writeDoubleLE(value, at * 8);
      else if (type === 3) bytes.writeUInt16LE(value, at * 2);
      else bytes.writeUInt8(value, at);
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(tag, 0);
    entry.writeUInt16LE(type, 2);
    entry.writeUInt32LE(numbers.length, 4);
    entry.writeUInt32LE(end, 8);
    entries.push(entry);
    values.push(bytes);
    end += bytes.length;
  }
  entries.sort((one, other) => one.readUInt16LE(0) - other.readUInt16LE(0));
  const head = Buffer.alloc(2);
  head.writeUInt16LE(entries.length);
  const whole = Buffer.concat([tiff, ...values, head, ...entries, next]);
  whole.writeUInt32LE(end, 4);
  return whole;
}
