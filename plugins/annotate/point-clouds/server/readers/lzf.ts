/** Bytes that a back reference reaches at most. */
const REACH = 8192;
const LONGEST = 264;
const FLUSH = 1 << 20;

/**
 * Unpacks an LZF block piece by piece, so that neither side is in memory as one.
 * @param read bytes of the packed block from a position
 * @param write takes unpacked bytes; they are reused afterwards
 * @returns how many bytes came out
 * @throws RangeError for a block that refers to what is not there, is cut off, or unpacks to more than `most` bytes
 */
export function unpackLzf(
  read: (position: number, length: number) => Uint8Array,
  packed: number,
  most: number,
  write: (bytes: Uint8Array) => void,
): number {
  const out = new Uint8Array(REACH + FLUSH + LONGEST);
  let filled = 0;
  let kept = 0;
  let total = 0;
  let chunk: Uint8Array = new Uint8Array(0);
  let chunkStart = 0;
  let at = 0;
  const next = (): number => {
    if (at >= packed) throw new RangeError('the packed data is cut off');
    if (at - chunkStart >= chunk.length) {
      chunkStart = at;
      chunk = read(at, Math.min(FLUSH, packed - at));
      if (chunk.length === 0) throw new RangeError('the packed data is cut off');
    }
    const value = chunk[at - chunkStart]!;
    at += 1;
    return value;
  };
  const flush = (): void => {
    write(out.subarray(kept, filled));
    const keep = Math.min(REACH, filled);
    out.copyWithin(0, filled - keep, filled);
    filled = keep;
    kept = keep;
  };
  while (at < packed) {
    const control = next();
    let length: number;
    if (control < 32) {
      length = control + 1;
      for (let i = 0; i < length; i += 1) out[filled + i] = next();
    } else {
      length = control >> 5;
      if (length === 7) length += next();
      length += 2;
      const back = ((control & 31) << 8) + next() + 1;
      if (back > filled) throw new RangeError('the packed data refers to bytes before its beginning');
      for (let i = 0; i < length; i += 1) out[filled + i] = out[filled + i - back]!;
    }
    filled += length;
    total += length;
    if (total > most) throw new RangeError('the packed data holds more than its header claims');
    if (filled >= REACH + FLUSH) flush();
  }
  write(out.subarray(kept, filled));
  return total;
}
