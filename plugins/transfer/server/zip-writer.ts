import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import ZipStream from 'zip-stream';

/**
 * Writes a zip archive as a stream while it is read: nothing but the directory stays in memory, whatever the size of the
 * archive. A thin layer over zip-stream that waits for each file, so that whoever reads sets the pace.
 */
export class ZipWriter {
  readonly #zip = new ZipStream({ highWaterMark: 1 << 20, zlib: { level: constants.Z_BEST_SPEED } });
  readonly #signal: AbortSignal;

  /** The signal ends the writing: every call then throws its reason. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    // Whoever writes learns of the end by the signal; a stream that nobody reads any more must not bring the process down.
    this.#zip.on('error', () => undefined);
    signal.addEventListener('abort', () => this.#zip.destroy(signal.reason instanceof Error ? signal.reason : undefined), { once: true });
  }

  /** The archive; whoever reads it sets the pace. */
  get stream(): Readable {
    return this.#zip as unknown as Readable;
  }

  /** Adds a file that is in memory, compressed. */
  async add(path: string, content: string | Buffer, at: Date): Promise<void> {
    return this.#entry(path, typeof content === 'string' ? Buffer.from(content) : content, at, true);
  }

  /** Adds a file whose bytes come bit by bit; pictures are packed already and stay as they are. */
  async addStream(path: string, source: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>, at: Date, compress = false): Promise<void> {
    return this.#entry(path, Readable.from(source, { objectMode: false }), at, compress);
  }

  /** Writes the directory; the stream ends. */
  async end(): Promise<void> {
    this.#signal.throwIfAborted();
    this.#zip.finish();
  }

  #entry(path: string, source: Buffer | Readable, at: Date, compress: boolean): Promise<void> {
    this.#signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(this.#signal.reason as Error);
      this.#signal.addEventListener('abort', stop, { once: true });
      if (source instanceof Readable) source.once('error', reject);
      this.#zip.entry(source as never, { name: path, date: at, mode: 0o644, store: !compress }, error => {
        this.#signal.removeEventListener('abort', stop);
        if (error) reject(error);
        else resolve();
      });
    });
  }
}
