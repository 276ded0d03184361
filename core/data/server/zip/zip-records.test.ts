import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { fromRandomAccessReader, RandomAccessReader } from 'yauzl';
import type { ZipFile } from 'yauzl';
import { descriptor, directoryRecord, endRecords, localHeader } from './zip-records.ts';
import type { ZipEntry } from './zip-records.ts';
import { entriesOf } from '#tests/support/zip-reading.ts';

const at = new Date('2026-11-20T03:52:10Z');
const rights = 0o600;
const GIGABYTE = 2 ** 30;

/** An archive of which only the parts with something in them are held; the rest are zeros. */
class Sparse extends RandomAccessReader {
  readonly #parts: readonly { readonly at: number; readonly bytes: Buffer }[];

  constructor(parts: readonly { readonly at: number; readonly bytes: Buffer }[]) {
    super();
    this.#parts = parts;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const range = Buffer.alloc(end - start);
    for (const { at: place, bytes } of this.#parts) {
      const [from, to] = [Math.max(start, place), Math.min(end, place + bytes.length)];
      if (from < to) bytes.copy(range, from - start, from - place, to - place);
    }
    return Readable.from([range]);
  }
}

const opened = (parts: readonly { readonly at: number; readonly bytes: Buffer }[], length: number): Promise<ZipFile> =>
  new Promise((done, failed) =>
    fromRandomAccessReader(new Sparse(parts), length, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? failed(error) : done(zip),
    ),
  );

it('should write records of files of more than four gigabytes, and of those after them', async () => {
  const large: ZipEntry = {
    path: 'film.mp4',
    at,
    rights,
    compressed: false,
    crc: 7,
    size: 5 * GIGABYTE,
    compressedSize: 5 * GIGABYTE,
    offset: 0,
    described: true,
  };
  const text = Buffer.from('after it');
  const behind = localHeader(large).length + large.size + descriptor(large).length;
  const small: ZipEntry = {
    path: 'Straße.json',
    at,
    rights,
    compressed: false,
    crc: crc32(text),
    size: text.length,
    compressedSize: text.length,
    offset: behind,
    described: false,
  };
  const start = behind + localHeader(small).length + text.length;
  const directory = Buffer.concat([directoryRecord(large), directoryRecord(small)]);
  const end = endRecords(2, start, directory.length);
  const zip = await opened(
    [
      { at: 0, bytes: localHeader(large) },
      { at: behind, bytes: Buffer.concat([localHeader(small), text]) },
      { at: start, bytes: Buffer.concat([directory, end]) },
    ],
    start + directory.length + end.length,
  );
  const [film, other] = await entriesOf(zip);
  expect(film).toMatchObject({ fileName: 'film.mp4', uncompressedSize: 5 * GIGABYTE, compressedSize: 5 * GIGABYTE });
  expect(other!.externalFileAttributes >>> 16).toBe(0o100_600);
  const read = await new Promise<Readable>((done, failed) =>
    zip.openReadStream(other!, (error, stream) => (error ? failed(error) : done(stream))),
  );
  expect(Buffer.concat((await read.toArray()) as Buffer[]).toString()).toBe('after it');
});

it('should write sizes of eight bytes behind a large file, of four behind others', () => {
  const entry: ZipEntry = {
    path: 'a',
    at,
    rights,
    compressed: false,
    crc: 1,
    size: 2 ** 33,
    compressedSize: 2 ** 33,
    offset: 0,
    described: true,
  };
  expect(descriptor(entry).readBigUInt64LE(16)).toBe(2n ** 33n);
  expect(descriptor({ ...entry, size: 3, compressedSize: 2 }).readUInt32LE(12)).toBe(3);
});

it('should keep to the years the format knows', () => {
  const dated = (text: string): number =>
    localHeader({
      path: 'a',
      at: new Date(text),
      rights,
      compressed: false,
      crc: 0,
      size: 0,
      compressedSize: 0,
      offset: 0,
      described: false,
    }).readUInt16LE(12);
  expect(dated('1971-05-05T00:00:00Z')).toBe((1 << 5) | 1);
  expect(dated('nonsense')).toBe((1 << 5) | 1);
  expect(dated('2200-01-01T00:00:00Z') >> 9).toBe(127);
});
