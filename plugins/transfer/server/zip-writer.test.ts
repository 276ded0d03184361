import { describe, expect, it } from 'vitest';
import { fromBufferPromise, readAll } from './zip-reading.support.ts';
import { ZipWriter } from './zip-writer.ts';

const at = new Date('2026-11-20T03:52:10Z');
const collect = async (writer: ZipWriter, write: () => Promise<void>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const reading = (async () => { for await (const chunk of writer.stream) chunks.push(chunk as Buffer); })();
  await write();
  await writer.end();
  await reading;
  return Buffer.concat(chunks);
};

describe('a written zip', () => {
  it('should be read again, file by file, compressed ones and streams', async () => {
    const writer = new ZipWriter(new AbortController().signal);
    const archive = await collect(writer, async () => {
      for (let index = 0; index < 20; index++) await writer.add(`night/Straße ${index}.json`, JSON.stringify({ index }), at);
      await writer.addStream('photo.jpg', (async function* () { yield Buffer.from('abc'); yield 'def'; })(), at);
      await writer.addStream('coco.json', (async function* () { yield '['; yield '1'.repeat(10_000); yield ']'; })(), at, true);
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
      for (let index = 0; index < 66_000; index++) await writer.add(`${index}`, '', at);
    });
    expect((await fromBufferPromise(archive)).entryCount).toBe(66_000);
  }, 30_000);

  it('should stop with the reason it is given', async () => {
    const abort = new AbortController();
    const writer = new ZipWriter(abort.signal);
    abort.abort(new Error('enough'));
    await expect(writer.addStream('a', (async function* () { yield 'x'; })(), at)).rejects.toThrow('enough');
  });

  it('should be the same bytes for the same files', async () => {
    const make = (): Promise<Buffer> => {
      const writer = new ZipWriter(new AbortController().signal);
      return collect(writer, () => writer.add('a.json', '{}', at));
    };
    expect((await make()).equals(await make())).toBe(true);
  });
});
