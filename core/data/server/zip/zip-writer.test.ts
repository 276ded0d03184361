import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { entriesOf, fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';
import { ZipWriter } from './zip-writer.ts';

const at = new Date('2026-11-20T03:52:10Z');
const collect = async (writer: ZipWriter, write: () => Promise<void>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const reading = (async () => {
    for await (const chunk of writer.stream) chunks.push(chunk as Buffer);
  })();
  await write();
  await writer.end();
  await reading;
  return Buffer.concat(chunks);
};

describe('a written zip', () => {
  it('should be read again, file by file, compressed ones and streams', async () => {
    const writer = new ZipWriter(new AbortController().signal);
    const archive = await collect(writer, async () => {
      for (let index = 0; index < 20; index++)
        await writer.add(`night/Straße ${index}.json`, JSON.stringify({ index }), at);
      await writer.addStream(
        'photo.jpg',
        (async function* () {
          yield Buffer.from('abc');
          yield 'def';
        })(),
        at,
      );
      await writer.addStream(
        'coco.json',
        (async function* () {
          yield '[';
          yield '1'.repeat(10_000);
          yield ']';
        })(),
        at,
        true,
      );
      await writer.add('last.txt', 'end', at);
    });
    const files = await readAll(await fromBufferPromise(archive));
    expect([...files.keys()]).toHaveLength(23);
    expect(files.get('night/Straße 7.json')?.toString()).toBe('{"index":7}');
    expect(files.get('photo.jpg')?.toString()).toBe('abcdef');
    expect(files.get('coco.json')).toHaveLength(10_002);
    expect(files.get('last.txt')?.toString()).toBe('end');
  });

  it('should hold more entries than the old format counts', async () => {
    const writer = new ZipWriter(new AbortController().signal);
    const archive = await collect(writer, async () => {
      // Files that are not compressed: a compressor for each would take most of the time.
      for (let index = 0; index < 66_000; index++) await writer.addStream(`${index}`, [], at);
    });
    expect((await fromBufferPromise(archive)).entryCount).toBe(66_000);
  });

  it('should hold large files, empty ones and packed streams, and say whose they are', async () => {
    const writer = new ZipWriter(new AbortController().signal);
    const large = Buffer.alloc(3_000_000, 'loupe ');
    const archive = await collect(writer, async () => {
      await writer.add('large.json', large, at);
      await writer.add('empty.json', '', at);
      await writer.addStream('large.png', [large.subarray(0, 1_000_000), large.subarray(1_000_000)], at);
      await writer.addStream('nothing.png', [], at, true);
    });
    const files = await readAll(await fromBufferPromise(archive));
    expect(files.get('large.json')?.equals(large)).toBe(true);
    expect(files.get('large.png')?.equals(large)).toBe(true);
    expect([files.get('empty.json')?.length, files.get('nothing.png')?.length]).toEqual([0, 0]);
    const [entry] = await entriesOf(await fromBufferPromise(archive));
    expect(entry!.getLastModDate({ timezone: 'UTC' })).toEqual(at);
    expect(entry!.externalFileAttributes >>> 16).toBe(0o100_644);
  });

  it('should hand on few pieces of many files, and no more than is read', async () => {
    const writer = new ZipWriter(new AbortController().signal);
    let pieces = 0;
    writer.stream.on('data', () => {
      pieces += 1;
    });
    for (let index = 0; index < 2000; index++) await writer.add(`${index}.json`, randomBytes(500), at);
    await writer.end();
    expect(pieces).toBeLessThan(10);

    const unread = new ZipWriter(new AbortController().signal);
    let added = 0;
    const adding = (async () => {
      for (; added < 40; added += 1) await unread.addStream(`${added}.png`, [randomBytes(200_000)], at);
    })();
    await expect.poll(() => unread.stream.readableLength).toBeGreaterThan(unread.stream.readableHighWaterMark);
    // Time for more to be added, were it not for the reader.
    for (let turn = 0; turn < 1000; turn++) await new Promise(resolve => setImmediate(resolve));
    expect(added).toBeLessThan(20);
    unread.stream.resume();
    await adding;
    expect(added).toBe(40);
  });

  it('should pass on what a source fails with, and refuse paths that lead elsewhere', async () => {
    for (const compress of [false, true]) {
      const writer = new ZipWriter(new AbortController().signal);
      await expect(
        writer.addStream(
          'a',
          (async function* () {
            yield 'x';
            throw new Error('unreadable');
          })(),
          at,
          compress,
        ),
      ).rejects.toThrow('unreadable');
    }
    const writer = new ZipWriter(new AbortController().signal);
    for (const path of ['', '/etc/a', '../a', 'a/../../b', 'a\\b'])
      await expect(writer.add(path, 'x', at)).rejects.toThrow('no path within an archive');
  });

  it('should stop with the reason it is given', async () => {
    const abort = new AbortController();
    const writer = new ZipWriter(abort.signal);
    abort.abort(new Error('enough'));
    await expect(
      writer.addStream(
        'a',
        (async function* () {
          yield 'x';
        })(),
        at,
      ),
    ).rejects.toThrow('enough');
  });

  it('should end its reader when the signal was aborted before it was made', async () => {
    const { stream } = new ZipWriter(AbortSignal.abort(new Error('enough')));
    await expect(stream.toArray()).rejects.toThrow('enough');
  });

  it('should be the same bytes for the same files', async () => {
    const make = (): Promise<Buffer> => {
      const writer = new ZipWriter(new AbortController().signal);
      return collect(writer, () => writer.add('a.json', '{}', at));
    };
    expect((await make()).equals(await make())).toBe(true);
  });
});
