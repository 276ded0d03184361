import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { S3Refusal } from '../s3-refusal.ts';
import { equalHex, hmac, sha256 } from './signature.ts';

/** With what the parts of a signed stream are signed, each over the one before. */
export interface ChunkSigning {
  readonly key: Buffer;
  readonly date: string;
  readonly scope: string;
  /** Signature of the request itself. */
  readonly seed: string;
}

/** Longest line of a chunk's head or a trailer, in bytes. */
const LINE = 4096;
const NOTHING = sha256('');

const incomplete = (): S3Refusal => new S3Refusal('IncompleteBody', 'The body ended before it was whole.');
const malformed = (): S3Refusal =>
  new S3Refusal('InvalidChunkSizeError', 'The body is not chunked as Content-Encoding: aws-chunked says.');

/**
 * Takes the `aws-chunked` frame off a body: `<hex size>[;chunk-signature=…]\r\n<bytes>\r\n` again and again, a chunk of
 * size 0, trailers, an empty line. Bytes are given on as they come; a wrong signature is noticed at the end of its
 * chunk.
 */
export class ChunkedBody {
  /** Trailers after the last chunk, by lower-case name; complete when `bytes` has ended. */
  readonly trailers = new Map<string, string>();
  readonly #signing: ChunkSigning | undefined;
  #previous: string;
  #buffer = Buffer.alloc(0);
  readonly #source: AsyncIterator<Uint8Array>;

  /** @param signing absent for unsigned streams. */
  constructor(source: AsyncIterable<Uint8Array>, signing?: ChunkSigning) {
    this.#source = source[Symbol.asyncIterator]();
    this.#signing = signing;
    this.#previous = signing?.seed ?? '';
  }

  /** The bytes that were framed. @throws S3Refusal IncompleteBody, InvalidChunkSizeError, SignatureDoesNotMatch. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const [size, signature] = this.#head(await this.#line());
        const digest = this.#signing === undefined ? undefined : createHash('sha256');
        yield* this.#take(size, digest);
        if (digest !== undefined) this.#check(signature, digest.digest('hex'));
        if (size === 0) break;
        if ((await this.#line()) !== '') throw malformed();
      }
      await this.#readTrailers();
      if (this.#buffer.length > 0 || (await this.#more())) throw malformed();
    } finally {
      await this.#source.return?.();
    }
  }

  #head(line: string): readonly [number, string | undefined] {
    const match = /^([0-9a-fA-F]{1,10})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line);
    if (match === null) throw malformed();
    return [Number.parseInt(match[1]!, 16), match[2]];
  }

  async *#take(size: number, digest: Hash | undefined): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0;) {
      if (this.#buffer.length === 0 && !(await this.#more())) throw incomplete();
      const piece = this.#buffer.subarray(0, left);
      this.#buffer = this.#buffer.subarray(piece.length);
      left -= piece.length;
      digest?.update(piece);
      yield piece;
    }
  }

  #check(signature: string | undefined, hash: string): void {
    this.#sign(
      signature,
      ['AWS4-HMAC-SHA256-PAYLOAD', this.#signing!.date, this.#signing!.scope, this.#previous, NOTHING, hash].join('\n'),
    );
  }

  #sign(signature: string | undefined, text: string): void {
    const expected = hmac(this.#signing!.key, text).toString('hex');
    if (signature === undefined || !equalHex(signature, expected))
      throw new S3Refusal('SignatureDoesNotMatch', 'A part of the body is not what was signed.', 403);
    this.#previous = expected;
  }

  async #readTrailers(): Promise<void> {
    let signed = '';
    for (let line = await this.#line(); line !== ''; line = await this.#line()) {
      const at = line.indexOf(':');
      if (at < 1 || this.trailers.size > 20)
        throw new S3Refusal('MalformedTrailerError', 'A trailer of the body is not of the form name:value.');
      const [name, value] = [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
      if (name !== 'x-amz-trailer-signature') signed += `${name}:${value}\n`;
      this.trailers.set(name, value);
    }
    if (this.#signing === undefined || signed === '') return;
    this.#sign(
      this.trailers.get('x-amz-trailer-signature'),
      ['AWS4-HMAC-SHA256-TRAILER', this.#signing.date, this.#signing.scope, this.#previous, sha256(signed)].join('\n'),
    );
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf('\r\n');
      if (end >= 0) {
        const line = this.#buffer.toString('latin1', 0, end);
        this.#buffer = this.#buffer.subarray(end + 2);
        return line;
      }
      if (this.#buffer.length > LINE) throw malformed();
      if (!(await this.#more())) throw incomplete();
    }
  }

  /** Reads on; false at the end. */
  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done === true) return false;
    this.#buffer = this.#buffer.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#buffer, next.value]);
    return true;
  }
}
