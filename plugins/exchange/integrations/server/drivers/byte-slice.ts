import type { ByteRange } from '#core/data/server/index.ts';

/** The bytes of a range out of a whole stream, for stores that answer ranges with the whole file. */
export async function* byteSlice(
  source: AsyncIterable<Uint8Array>,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of source) {
    const part = chunk.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > last) return;
  }
}
