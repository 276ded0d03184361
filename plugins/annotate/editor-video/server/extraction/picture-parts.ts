/** Marks of a JPEG file: begin and end of a picture. */
const [BEGIN, END] = [0xd8, 0xd9];
const MARK = 0xff;
/** Bytes of the largest picture that is taken apart. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Takes a stream of JPEG pictures that follow each other apart. Within the data of a picture the mark of its end
 * cannot occur. @throws RangeError of a picture that is larger than memory allows
 */
export async function* picturesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  let looked = 0;
  for await (const part of stream) {
    held = held.length === 0 ? Buffer.from(part) : Buffer.concat([held, part]);
    for (let end = endOf(held, looked); end >= 0; end = endOf(held, 0)) {
      yield held.subarray(0, end);
      held = held.subarray(end);
    }
    if (held.length > LARGEST) throw new RangeError('A picture is too large.');
    looked = Math.max(0, held.length - 1);
  }
}

/** The place after the first picture; -1 while its end is not there. */
function endOf(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MARK, from); at >= 0; at = bytes.indexOf(MARK, at + 1))
    if (bytes[at + 1] === END && at > 1 && bytes[1] === BEGIN) return at + 2;
  return -1;
}
