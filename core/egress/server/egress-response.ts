import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Response } from 'undici';
import { Fault } from '#core/base/common/index.ts';

/** An answer from outside. Its bytes are counted as they come, unpacked. */
export class EgressResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: ReadonlyMap<string, string>;
  readonly #answer: Response;
  readonly #maxBytes: number;
  readonly #explain: (error: unknown) => Error;

  /** @param url the address that answered, after redirects. */
  constructor(
    answer: Response,
    readonly url: string,
    maxBytes: number,
    explain: (error: unknown) => Error,
  ) {
    this.#answer = answer;
    this.status = answer.status;
    this.ok = answer.ok;
    this.headers = new Map(answer.headers);
    this.#maxBytes = maxBytes;
    this.#explain = explain;
  }

  /** The body as a stream that fails with EGRESS_TOO_LARGE, EGRESS_TIMEOUT or EGRESS_FAILED. */
  stream(): Readable {
    return Readable.from(this.#chunks(), { objectMode: false });
  }

  async bytes(): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const each of this.#chunks()) parts.push(each);
    return Buffer.concat(parts);
  }

  async text(): Promise<string> {
    return (await this.bytes()).toString('utf8');
  }

  /** Gives the connection back without reading the rest. */
  async discard(): Promise<void> {
    await this.#answer.body?.cancel();
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    const { body } = this.#answer;
    if (body === null) return;
    let size = 0;
    try {
      for await (const chunk of body as ReadableStream<Uint8Array>) {
        size += chunk.length;
        if (size > this.#maxBytes)
          throw new Fault('EGRESS_TOO_LARGE', `${new URL(this.url).host} answers more than ${this.#maxBytes} bytes.`, {
            status: 422,
          });
        yield chunk;
      }
    } catch (error) {
      throw this.#explain(error);
    }
  }
}
