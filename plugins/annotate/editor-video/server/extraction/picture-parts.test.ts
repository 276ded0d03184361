import { describe, expect, it } from 'vitest';
import { picturesOf } from './picture-parts.ts';

const picture = (...data: readonly number[]): Buffer => Buffer.from([0xff, 0xd8, ...data, 0xff, 0xd9]);

async function taken(bytes: Buffer, size: number): Promise<readonly Buffer[]> {
  const parts = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const found: Buffer[] = [];
  for await (const each of picturesOf(parts())) found.push(Buffer.from(each));
  return found;
}

describe('a stream of pictures', () => {
  it.each([1, 2, 3, 7, 100])('should be taken apart whatever its parts are: %i bytes each', async size => {
    const pictures = [picture(1, 0xff, 0, 2), picture(), picture(0xd9, 0xff, 0xff, 7)];
    expect(await taken(Buffer.concat(pictures), size)).toEqual(pictures);
  });

  it('should leave out a picture that was cut off', async () => {
    expect(await taken(Buffer.concat([picture(5), picture(6, 7).subarray(0, 4)]), 2)).toEqual([picture(5)]);
  });
});
