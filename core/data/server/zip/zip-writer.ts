import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { PassThrough, pipeline, Readable as Source } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, createDeflateRaw, deflateRaw, deflateRawSync } from 'node:zlib';
import type { ZipEntry } from './zip-records.ts';
import { descriptor, directoryRecord, endRecords, localHeader } from './zip-records.ts';

const compressed = promisify(deflateRaw);
/** Bytes up to which handing a file to another thread takes longer than compressing it. */
const SMALL = 64 * 1024;
/** Bytes that are passed on together: a file of an item is small, and every piece costs a write. */
const PIECE = 256 * 1024;

export interface ZipWriterOptions {
  /** Level of compression, as zlib counts; as quickly as can be when absent. */
  readonly level?: number;
  /** Permissions of the files once they are unpacked; everybody when absent. */
  readonly rights?: number;
}

/**
 * Writes a zip archive as a stream while it is read: nothing but the directory stays in memory, whatever the size of
 * the archive, and whoever reads sets the pace. Our own, since exports and backups are a hundred thousand files and
 * more: zip-stream 7 passes each on in 16 pieces and holds what it knows of it as objects, yazl 3 looks for the next
 * file from the first one on, and zip.js 2 takes five times as long.
 */
export class ZipWriter {
  readonly #output = new PassThrough({ highWaterMark: 1 << 20 });
  readonly #signal: AbortSignal;
  readonly #zlib: { readonly level: number };
  readonly #rights: number;
  #gathered: Buffer[] = [];
  #waiting = 0;
  #offset = 0;
  #files = 0;
  /** The directory so far, in as few objects as there can be: an archive may hold a million files. */
  readonly #directory: Buffer[] = [];
  #latest: Buffer[] = [];

  /** The signal ends the writing: every call then throws its reason. */
  constructor(signal: AbortSignal, { level = constants.Z_BEST_SPEED, rights = 0o644 }: ZipWriterOptions = {}) {
    this.#signal = signal;
    this.#zlib = { level };
    this.#rights = rights;
    // Whoever writes learns of the end by the signal; a stream that nobody reads any more must not bring the process
    // down.
    this.#output.on('error', () => undefined);
    const stop = (): void => void this.#output.destroy(signal.reason instanceof Error ? signal.reason : undefined);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }

  /** The archive; whoever reads it sets the pace. */
  get stream(): Readable {
    return this.#output;
  }

  /** Adds a file that is in memory, compressed. */
  async add(path: string, content: string | Buffer, at: Date): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const packed = bytes.length > SMALL ? await compressed(bytes, this.#zlib) : deflateRawSync(bytes, this.#zlib);
    const entry = this.#begin({
      path: checked(path),
      at,
      compressed: true,
      crc: crc32(bytes),
      size: bytes.length,
      compressedSize: packed.length,
      described: false,
    });
    this.#gather(localHeader(entry));
    this.#gather(packed);
    this.#list(entry);
    await this.#passOn();
  }

  /** Adds a file whose bytes come bit by bit; pictures are packed already and stay as they are. */
  async addStream(
    path: string,
    source: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
    at: Date,
    compress = false,
  ): Promise<void> {
    const begun = this.#begin({
      path: checked(path),
      at,
      compressed: compress,
      crc: 0,
      size: 0,
      compressedSize: 0,
      described: true,
    });
    this.#gather(localHeader(begun));
    const facts = { crc: 0, size: 0, compressedSize: 0 };
    for await (const piece of compress ? deflated(source, facts, this.#zlib) : counted(source, facts)) {
      facts.compressedSize += piece.length;
      this.#gather(piece);
      await this.#passOn();
    }
    const entry = { ...begun, ...facts };
    this.#gather(descriptor(entry));
    this.#list(entry);
    await this.#passOn();
  }

  /** Writes the directory; the stream ends. */
  async end(): Promise<void> {
    const offset = this.#offset;
    for (const part of [...this.#directory, ...this.#latest]) {
      this.#gather(part);
      await this.#passOn();
    }
    this.#gather(endRecords(this.#files, offset, this.#offset - offset));
    await this.#passOn(0);
    this.#output.end();
  }

  #begin(entry: Omit<ZipEntry, 'offset' | 'rights'>): ZipEntry {
    this.#signal.throwIfAborted();
    return { ...entry, rights: this.#rights, offset: this.#offset };
  }

  #list(entry: ZipEntry): void {
    this.#files += 1;
    this.#latest.push(directoryRecord(entry));
    if (this.#latest.length < 1024) return;
    this.#directory.push(Buffer.concat(this.#latest));
    this.#latest = [];
  }

  #gather(bytes: Buffer): void {
    this.#gathered.push(bytes);
    this.#waiting += bytes.length;
    this.#offset += bytes.length;
  }

  /** Hands on what was gathered once it is enough, and waits until there is room for more. */
  async #passOn(enough = PIECE): Promise<void> {
    this.#signal.throwIfAborted();
    if (this.#waiting <= enough) return;
    const piece = Buffer.concat(this.#gathered, this.#waiting);
    this.#gathered = [];
    this.#waiting = 0;
    if (!this.#output.write(piece))
      await once(this.#output, 'drain', { signal: this.#signal }).catch(() => this.#signal.throwIfAborted());
  }
}

interface Facts {
  crc: number;
  size: number;
}

/** The bytes as they are, counted on the way. */
async function* counted(
  source: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  facts: Facts,
): AsyncGenerator<Buffer> {
  for await (const part of source) {
    const bytes =
      typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    facts.crc = crc32(bytes, facts.crc);
    facts.size += bytes.length;
    yield bytes;
  }
}

/** The same, compressed by another thread. A fault of the source comes out here. */
function deflated(
  source: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  facts: Facts,
  zlib: { readonly level: number },
): AsyncIterable<Buffer> {
  return pipeline(Source.from(counted(source, facts), { objectMode: false }), createDeflateRaw(zlib), () => undefined);
}

/** @throws Error when the path would lead out of the folder that the archive is unpacked into. */
function checked(path: string): string {
  if (path === '' || path.startsWith('/') || path.includes('\\') || path.split('/').includes('..'))
    throw new Error(`“${path}” is no path within an archive.`);
  return path;
}
