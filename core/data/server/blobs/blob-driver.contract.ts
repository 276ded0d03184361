import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobDriver, BlobEntry } from './blob-driver.ts';

/** A driver to be tested, and how to take it down. */
export interface DriverUnderTest {
  readonly driver: BlobDriver;
  close(): Promise<void>;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const NOWHERE = hashOf(Buffer.from('nobody has stored this'));

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Tests that every driver must pass; run it for each. */
export function blobDriverContract(name: string, make: () => Promise<DriverUnderTest>): void {
  describe(`blob driver: ${name}`, () => {
    let driver: BlobDriver;
    let close: () => Promise<void>;

    beforeAll(async () => {
      ({ driver, close } = await make());
    });
    afterAll(() => close());

    const put = (bytes: Uint8Array, options?: Parameters<BlobDriver['put']>[1]): Promise<BlobEntry> =>
      driver.put(Readable.from([bytes]), options);
    const read = async (hash: string, first?: number, last?: number): Promise<Buffer | undefined> => {
      const stream = await driver.get(hash, first === undefined || last === undefined ? undefined : { first, last });
      return stream === undefined ? undefined : Buffer.concat(await stream.toArray());
    };
    const all = async (): Promise<BlobEntry[]> => {
      const entries: BlobEntry[] = [];
      for await (const each of driver.list()) entries.push(each);
      return entries;
    };

    describe('put', () => {
      it('should name a blob by the hash of its bytes and return its size', async () => {
        const bytes = randomBytes(1000);
        expect(await put(bytes)).toEqual({ hash: hashOf(bytes), size: 1000 });
      });

      it('should keep an empty blob', async () => {
        const { hash, size } = await put(new Uint8Array());
        expect(size).toBe(0);
        expect(await read(hash)).toHaveLength(0);
      });

      it('should keep bytes that come in many pieces', async () => {
        const bytes = randomBytes(300_001);
        const { hash } = await driver.put(pieces(bytes, 977));
        expect(bytes.equals((await read(hash))!)).toBe(true);
      });

      it('should keep a large blob', async () => {
        const bytes = randomBytes(20_000_000);
        const { hash, size } = await driver.put(pieces(bytes, 65_536));
        expect([hash, size]).toEqual([hashOf(bytes), bytes.length]);
        expect(hashOf((await read(hash))!)).toBe(hash);
      });

      it('should keep the same bytes once', async () => {
        const bytes = randomBytes(500);
        const [one, other] = [await put(bytes), await put(bytes)];
        expect(other).toEqual(one);
        expect((await all()).filter(each => each.hash === one.hash)).toHaveLength(1);
      });

      it('should keep the same bytes sent by many at once', async () => {
        const bytes = randomBytes(200_000);
        const entries = await Promise.all(Array.from({ length: 10 }, () => driver.put(pieces(bytes, 10_000))));
        expect(new Set(entries.map(each => each.hash)).size).toBe(1);
        expect(bytes.equals((await read(entries[0]!.hash))!)).toBe(true);
      });

      it('should refuse more bytes than allowed and keep nothing', async () => {
        const bytes = randomBytes(1001);
        await expect(put(bytes, { maxBytes: 1000 })).rejects.toMatchObject({ code: 'TOO_LARGE', status: 413 });
        expect(await driver.head(hashOf(bytes))).toBeUndefined();
      });

      it('should take exactly as many bytes as allowed', async () => {
        expect((await put(randomBytes(1000), { maxBytes: 1000 })).size).toBe(1000);
      });

      it('should stop reading a source that is too large', async () => {
        let given = 0;
        async function* endless(): AsyncGenerator<Uint8Array> {
          for (;;) yield Buffer.alloc(((given += 1000), 1000));
        }
        await expect(driver.put(endless(), { maxBytes: 10_000 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
        expect(given).toBeLessThan(2_000_000);
      });

      it('should refuse bytes that differ from the expected hash and keep nothing', async () => {
        const bytes = randomBytes(100);
        await expect(put(bytes, { expected: NOWHERE })).rejects.toMatchObject({ code: 'BLOB_DIFFERS' });
        expect(await driver.head(hashOf(bytes))).toBeUndefined();
      });

      it('should take bytes that have the expected hash', async () => {
        const bytes = randomBytes(100);
        expect((await put(bytes, { expected: hashOf(bytes) })).hash).toBe(hashOf(bytes));
      });

      it('should keep nothing when the source fails half-way, and throw its error', async () => {
        const bytes = randomBytes(2000);
        const before = (await all()).length;
        async function* broken(): AsyncGenerator<Uint8Array> {
          yield bytes.subarray(0, 1000);
          throw new Error('the connection broke');
        }
        await expect(driver.put(broken())).rejects.toThrow('the connection broke');
        expect(await all()).toHaveLength(before);
      });

      it('should stop and keep nothing when it is aborted', async () => {
        const abort = new AbortController();
        const before = (await all()).length;
        async function* slow(): AsyncGenerator<Uint8Array> {
          yield randomBytes(10);
          abort.abort(new Error('gone'));
          yield randomBytes(10);
        }
        await expect(driver.put(slow(), { signal: abort.signal })).rejects.toThrow('gone');
        expect(await all()).toHaveLength(before);
      });

      it('should refuse with a clear fault when the bytes cannot fit on the disk', async () => {
        await expect(put(randomBytes(10), { expectedBytes: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject({
          code: 'STORAGE_FULL',
          status: 503,
        });
      });
    });

    describe('get', () => {
      let bytes: Buffer;
      let hash: string;

      beforeAll(async () => {
        bytes = randomBytes(100_000);
        ({ hash } = await put(bytes));
      });

      it('should answer the bytes', async () => {
        expect(bytes.equals((await read(hash))!)).toBe(true);
      });

      it('should answer nothing for a blob that is not there', async () => {
        expect(await read(NOWHERE)).toBeUndefined();
      });

      it.each([
        [0, 0],
        [0, 99_999],
        [99_999, 99_999],
        [10, 19],
        [65_530, 65_545],
      ])('should answer the range %i to %i', async (first, last) => {
        expect(bytes.subarray(first, last + 1).equals((await read(hash, first, last))!)).toBe(true);
      });

      it('should let many read at once', async () => {
        const found = await Promise.all(Array.from({ length: 20 }, () => read(hash)));
        expect(found.every(each => bytes.equals(each!))).toBe(true);
      });

      it('should let a reader go away early', async () => {
        const stream = (await driver.get(hash))!;
        stream.destroy();
        expect(bytes.equals((await read(hash))!)).toBe(true);
      });

      it.each(['', 'short', '../../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`, `${'a'.repeat(64)}\n`])(
        'should know nothing of the name %j',
        async name => {
          expect(await driver.get(name)).toBeUndefined();
          expect(await driver.head(name)).toBeUndefined();
          expect(await driver.delete(name)).toBe(false);
        },
      );
    });

    describe('head', () => {
      it('should return the size', async () => {
        const { hash } = await put(randomBytes(77));
        expect(await driver.head(hash)).toEqual({ hash, size: 77 });
      });

      it('should answer nothing for a blob that is not there', async () => {
        expect(await driver.head(NOWHERE)).toBeUndefined();
      });
    });

    describe('delete', () => {
      it('should remove the blob', async () => {
        const { hash } = await put(randomBytes(10));
        expect(await driver.delete(hash)).toBe(true);
        expect([await driver.head(hash), await read(hash)]).toEqual([undefined, undefined]);
      });

      it('should say when there was none', async () => {
        expect(await driver.delete(NOWHERE)).toBe(false);
      });

      it('should let the same bytes be kept again', async () => {
        const bytes = randomBytes(10);
        const { hash } = await put(bytes);
        await driver.delete(hash);
        await put(bytes);
        expect(bytes.equals((await read(hash))!)).toBe(true);
      });
    });

    describe('list', () => {
      it('should name every blob once, in order, with its size', async () => {
        const made = await Promise.all(Array.from({ length: 30 }, (_, index) => put(randomBytes(index + 1))));
        const listed = await all();
        expect(listed.map(each => each.hash)).toEqual(listed.map(each => each.hash).sort());
        expect(new Set(listed.map(each => each.hash)).size).toBe(listed.length);
        for (const each of made) expect(listed).toContainEqual(each);
      });
    });
  });
}
