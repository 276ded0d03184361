import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const wide = 0xffff_ffff;
/** UTF-8 names; with the second, checksum and sizes stand behind the bytes. */
const UTF8 = 0x0800;
const SIZES_FOLLOW = 0x0008;
const STORED = 0;
const DEFLATED = 8;
/** Version of the format a reader must know: 4.5 has entries and archives beyond 4 GiB and 65 535 entries. */
const VERSION = 45;
/** Files being compressed at a time. */
const AHEAD = 8;

interface Written {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * Writes a zip archive as a stream while it is read: nothing but the directory (some 100 bytes an entry) stays in memory,
 * whatever the size of the archive. Small files are compressed, streams are stored as they are.
 */
export class ZipWriter {
  readonly #out = new PassThrough({ highWaterMark: 1 << 20 });
  readonly #directory: Buffer[] = [];
  readonly #signal: AbortSignal;
  readonly #ahead: { readonly name: Buffer; readonly bytes: Buffer; readonly packed: Promise<Buffer>; readonly at: Date }[] = [];
  #offset = 0;

  /** The signal ends the writing: every call then throws its reason. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    // Whoever writes learns of the end by the signal; a stream that nobody reads any more must not bring the process down.
    this.#out.on('error', () => undefined);
    signal.addEventListener('abort', () => this.#out.destroy(signal.reason instanceof Error ? signal.reason : undefined), { once: true });
  }

  /** The archive; whoever reads it sets the pace. */
  get stream(): Readable {
    return this.#out;
  }

  /** Adds a file that is in memory. */
  async add(path: string, content: string | Buffer, at: Date): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const packed = deflate(bytes, { level: 1 });
    // It is awaited later; a failure before that must not count as unhandled.
    packed.catch(() => undefined);
    this.#ahead.push({ name: Buffer.from(path), bytes, packed, at });
    if (this.#ahead.length >= AHEAD) await this.#writeNext();
  }

  /** Adds a file whose bytes come bit by bit; pictures are packed already and stay as they are. */
  async addStream(path: string, source: AsyncIterable<Uint8Array | string>, at: Date, compress = false): Promise<void> {
    await this.#writeAhead();
    const entry = { name: Buffer.from(path), flags: UTF8 | SIZES_FOLLOW, method: compress ? DEFLATED : STORED, time: dosTime(at), offset: this.#offset };
    await this.#write(localHeader({ ...entry, crc: 0, packed: 0, size: 0 }, true));
    let crc = 0;
    let size = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        crc = crc32(bytes, crc);
        size += bytes.length;
        yield bytes;
      }
    }
    const start = this.#offset;
    const content = compress ? compose(counted(), createDeflateRaw({ level: 1 }), this.#signal) : counted();
    for await (const bytes of content) await this.#write(bytes);
    const packed = this.#offset - start;
    const behind = Buffer.alloc(24);
    behind.writeUInt32LE(0x0807_4b50, 0);
    behind.writeUInt32LE(crc, 4);
    behind.writeBigUInt64LE(BigInt(packed), 8);
    behind.writeBigUInt64LE(BigInt(size), 16);
    await this.#write(behind);
    this.#directory.push(directoryEntry({ ...entry, crc, packed, size }));
  }

  /** Writes the directory; the stream ends. */
  async end(): Promise<void> {
    await this.#writeAhead();
    const start = this.#offset;
    for (const entry of this.#directory) await this.#write(entry);
    await this.#write(directoryEnd(this.#directory.length, start, this.#offset - start));
    this.#out.end();
  }

  async #writeAhead(): Promise<void> {
    while (this.#ahead.length > 0) await this.#writeNext();
  }

  async #writeNext(): Promise<void> {
    const { name, bytes, packed, at } = this.#ahead.shift()!;
    const content = await packed;
    const entry: Written = { name, flags: UTF8, method: DEFLATED, time: dosTime(at), crc: crc32(bytes), packed: content.length, size: bytes.length, offset: this.#offset };
    await this.#write(localHeader(entry, false));
    await this.#write(content);
    this.#directory.push(directoryEntry(entry));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#signal.throwIfAborted();
    this.#offset += bytes.length;
    if (!this.#out.write(bytes)) await once(this.#out, 'drain', { signal: this.#signal });
  }
}

/** What comes out of `through` when `source` goes in; a fault of the source comes out too. */
function compose(source: AsyncIterable<Buffer>, through: Transform, signal: AbortSignal): AsyncIterable<Buffer> {
  pipeline(Readable.from(source, { objectMode: false }), through, { signal }).catch((error: Error) => through.destroy(error));
  return through as AsyncIterable<Buffer>;
}

/** Date and time as zip keeps them: two seconds exact, in UTC so that archives are the same everywhere. */
function dosTime(at: Date): number {
  const year = Math.min(127, Math.max(0, at.getUTCFullYear() - 1980));
  const day = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return ((day << 16) | (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)) >>> 0;
}

function localHeader(entry: Written, streamed: boolean): Buffer {
  // A streamed file may turn out beyond 4 GiB: the empty extra field says that its sizes have eight bytes.
  const extra = streamed ? 20 : 0;
  const header = Buffer.alloc(30 + entry.name.length + extra);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(entry.flags, 6);
  header.writeUInt16LE(entry.method, 8);
  header.writeUInt32LE(entry.time, 10);
  header.writeUInt32LE(entry.crc, 14);
  header.writeUInt32LE(streamed ? wide : entry.packed, 18);
  header.writeUInt32LE(streamed ? wide : entry.size, 22);
  header.writeUInt16LE(entry.name.length, 26);
  header.writeUInt16LE(extra, 28);
  entry.name.copy(header, 30);
  if (streamed) {
    header.writeUInt16LE(1, 30 + entry.name.length);
    header.writeUInt16LE(16, 32 + entry.name.length);
  }
  return header;
}

function directoryEntry(entry: Written): Buffer {
  const large = entry.size >= wide || entry.packed >= wide || entry.offset >= wide;
  const extra = large ? 28 : 0;
  const record = Buffer.alloc(46 + entry.name.length + extra);
  record.writeUInt32LE(0x0201_4b50, 0);
  // Made by: Unix, so that the mode below counts.
  record.writeUInt16LE((3 << 8) | VERSION, 4);
  record.writeUInt16LE(VERSION, 6);
  record.writeUInt16LE(entry.flags, 8);
  record.writeUInt16LE(entry.method, 10);
  record.writeUInt32LE(entry.time, 12);
  record.writeUInt32LE(entry.crc, 16);
  record.writeUInt32LE(large ? wide : entry.packed, 20);
  record.writeUInt32LE(large ? wide : entry.size, 24);
  record.writeUInt16LE(entry.name.length, 28);
  record.writeUInt16LE(extra, 30);
  record.writeUInt32LE((0o100_644 << 16) >>> 0, 38);
  record.writeUInt32LE(large ? wide : entry.offset, 42);
  entry.name.copy(record, 46);
  if (large) {
    const at = 46 + entry.name.length;
    record.writeUInt16LE(1, at);
    record.writeUInt16LE(24, at + 2);
    record.writeBigUInt64LE(BigInt(entry.size), at + 4);
    record.writeBigUInt64LE(BigInt(entry.packed), at + 12);
    record.writeBigUInt64LE(BigInt(entry.offset), at + 20);
  }
  return record;
}

function directoryEnd(count: number, start: number, length: number): Buffer {
  const large = count >= 0xffff || start >= wide || length >= wide;
  const records = Buffer.alloc((large ? 76 : 0) + 22);
  let at = 0;
  if (large) {
    records.writeUInt32LE(0x0606_4b50, 0);
    records.writeBigUInt64LE(44n, 4);
    records.writeUInt16LE((3 << 8) | VERSION, 12);
    records.writeUInt16LE(VERSION, 14);
    records.writeBigUInt64LE(BigInt(count), 24);
    records.writeBigUInt64LE(BigInt(count), 32);
    records.writeBigUInt64LE(BigInt(length), 40);
    records.writeBigUInt64LE(BigInt(start), 48);
    records.writeUInt32LE(0x0706_4b50, 56);
    records.writeBigUInt64LE(BigInt(start + length), 64);
    records.writeUInt32LE(1, 72);
    at = 76;
  }
  records.writeUInt32LE(0x0605_4b50, at);
  records.writeUInt16LE(Math.min(count, 0xffff), at + 8);
  records.writeUInt16LE(Math.min(count, 0xffff), at + 10);
  records.writeUInt32LE(Math.min(length, wide), at + 12);
  records.writeUInt32LE(Math.min(start, wide), at + 16);
  return records;
}
