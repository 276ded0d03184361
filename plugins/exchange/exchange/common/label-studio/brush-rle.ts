/** Bits of a byte list, most significant first. */
class Bits {
  #at = 0;

  constructor(private readonly bytes: readonly number[]) {}

  take(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, this.#at += 1) {
      const byte = this.bytes[this.#at >> 3];
      if (byte === undefined) throw new RangeError('rle ends too early');
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }
}

/**
 * Unpacks a brush of Label Studio: which pixels are painted, row by row.
 *
 * @throws RangeError when the list is no such stream or does not hold `pixels` times four values
 */
export function unpackBrush(bytes: readonly number[], pixels: number): Uint8Array {
  const bits = new Bits(bytes);
  const total = bits.take(32);
  if (total !== pixels * 4) throw new RangeError(`rle covers ${total / 4} of ${pixels} pixels`);
  const word = bits.take(5) + 1;
  const sizes = Array.from({ length: 4 }, () => bits.take(4) + 1);
  const painted = new Uint8Array(pixels);
  const set = (at: number, value: number): void => {
    if (at % 4 === 3 && value > 0) painted[at >> 2] = 1;
  };
  for (let at = 0; at < total;) {
    const repeated = bits.take(1) === 1;
    const length = Math.min(total - at, bits.take(sizes[bits.take(2)]!) + 1);
    if (repeated) {
      const value = bits.take(word);
      if (value > 0) for (let each = at; each < at + length; each += 1) set(each, value);
      at += length;
    } else for (const end = at + length; at < end; at += 1) set(at, bits.take(word));
  }
  return painted;
}

/** Packs a mask as a brush: four equal bytes a pixel, 255 where it is painted. */
export function packBrush(painted: ArrayLike<number>): number[] {
  const bytes: number[] = [];
  let [byte, filled] = [0, 0];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      byte = (byte << 1) | (Math.floor(value / 2 ** bit) & 1);
      filled += 1;
      if (filled === 8) {
        bytes.push(byte);
        [byte, filled] = [0, 0];
      }
    }
  };
  const sizes = [3, 4, 8, 16] as const;
  put(painted.length * 4, 32);
  put(7, 5);
  for (const size of sizes) put(size - 1, 4);
  for (let at = 0; at < painted.length;) {
    const value = painted[at]!;
    const from = at;
    do at += 1;
    while (at < painted.length && painted[at] === value);
    for (let rest = (at - from) * 4; rest > 0;) {
      const length = Math.min(rest, 2 ** 16);
      const size = sizes.findIndex(each => length <= 2 ** each);
      put(1, 1);
      put(size, 2);
      put(length - 1, sizes[size]!);
      put(value === 0 ? 0 : 255, 8);
      rest -= length;
    }
  }
  if (filled > 0) put(0, 8 - filled);
  return bytes;
}
