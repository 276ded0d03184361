import { Readable } from 'node:stream';
import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import { disposition, servedType } from '#core/data/server/index.ts';
import type { EgressResponse } from '#core/egress/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { RateLimit } from '#core/kernel/server/index.ts';
import { headLength } from '../../common/file-content.ts';
import { isDrawing, isShownMedia, nameOfAddress, outsideType } from '../../common/outside-type.ts';
import type { OutsideFileQuery, OutsidePlace } from './outside-file-urls.ts';
import { OutsideFileUrls } from './outside-file-urls.ts';

/** Whatever a file holds, no browser may run it. */
const GUARD = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'same-site',
} as const;

/** Bytes of one file. */
const MOST_BYTES = 2 * 1024 ** 3;
/** Milliseconds one answer may take: films come as fast as they are watched. */
const LONGEST = 20 * 60_000;
/** Files that one team reads at the same time. */
const AT_ONCE = 100;
/** Types that are remembered, and for how long in milliseconds. */
const KNOWN = 5000;
const REMEMBERED = 3_600_000;

/** The parts of a request for a file that decide about its answer. */
export interface OutsideRequest {
  readonly range: string | undefined;
  /** Only the headers are wanted. */
  readonly head: boolean;
}

/** Reads files of other hosts for pages, through the one way out; answers nothing but what it signed an address for. */
export class OutsideFiles {
  readonly #rate = new RateLimit(50, 500);
  readonly #reading = new Map<number, number>();
  readonly #types = new Map<string, { readonly type: string; readonly until: number }>();

  constructor(
    @inject(Egress) private readonly egress: Egress,
    @inject(OutsideFileUrls) private readonly urls: OutsideFileUrls,
  ) {}

  /**
   * Returns the address at which a page reads a file of another host. The caller has made sure that the reader may know
   * this address.
   */
  address(teamId: number, url: string, use: OutsidePlace['use']): string {
    return this.urls.sign({ teamId, url, use }, Date.now());
  }

  /**
   * Answers a signed address, whole or a range.
   * @throws Fault FORBIDDEN, LINK_EXPIRED (410), RATE_LIMITED, NOT_FOUND, OUTSIDE_FILE (422) naming the host,
   * TYPE_NOT_SUPPORTED (415), and those of {@link Egress.fetch}.
   */
  async serve(query: OutsideFileQuery, { range, head }: OutsideRequest): Promise<StreamReply> {
    const place = this.urls.verify(query, Date.now());
    if (place === 'refused')
      throw new Fault('FORBIDDEN', 'This address is not one that was given out.', { status: 403 });
    if (place === 'expired')
      throw new Fault('LINK_EXPIRED', 'This address has expired. Open the item again.', { status: 410 });
    this.#rate.take(String(place.teamId));
    const wanted = /^bytes=\d{1,15}-\d{0,15}$/.test(range?.trim() ?? '') ? range!.trim() : undefined;
    const end = this.#begin(place.teamId);
    try {
      // The beginning shows the type: a part is looked at from there first.
      const known = this.#typeOf(place.url) ?? (wanted === undefined ? undefined : await this.#peek(place.url));
      const answer = await this.#ask(place.url, wanted);
      const { type, body } =
        known === undefined ? await this.#opened(place.url, answer) : { type: known, body: answer.stream() };
      if (place.use === 'media' && answer.status !== 416 && !isShownMedia(type)) {
        body.destroy();
        throw new Fault(
          'TYPE_NOT_SUPPORTED',
          `${hostOf(place.url)} did not answer with a picture, film, sound or PDF.`,
          { status: 415 },
        );
      }
      const headers = headersOf(place.url, type, answer);
      if (head || answer.status === 416) {
        body.destroy();
        end();
        return streamReply(Readable.from([]), headers, answer.status);
      }
      body.once('close', end);
      return streamReply(body, headers, answer.status);
    } catch (error) {
      end();
      throw error;
    }
  }

  /** The type of a file by its first bytes, read for that alone. */
  async #peek(url: string): Promise<string> {
    const { type, body } = await this.#opened(url, await this.#ask(url, `bytes=0-${headLength - 1}`));
    body.destroy();
    return type;
  }

  async #ask(url: string, range: string | undefined): Promise<EgressResponse> {
    const answer = await this.egress.fetch(url, {
      maxBytes: MOST_BYTES,
      timeoutMs: LONGEST,
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...(range === undefined ? {} : { range }) },
    });
    const { status } = answer;
    if (status === 200 || status === 206 || (status === 416 && range !== undefined)) {
      if (Number(answer.headers.get('content-length') ?? 0) <= MOST_BYTES) return answer;
      await answer.discard();
      throw new Fault('OUTSIDE_FILE', `The file at ${hostOf(url)} is larger than 2 GB.`, { status: 422 });
    }
    await answer.discard();
    if (status === 404 || status === 410)
      throw new Fault('NOT_FOUND', `${hostOf(url)} does not have the file.`, { status: 404 });
    throw new Fault('OUTSIDE_FILE', `${hostOf(url)} answered ${status} instead of the file.`, { status: 422 });
  }

  /** Returns the answer with the type that its first bytes show, if any. */
  async #opened(url: string, answer: EgressResponse): Promise<{ readonly type: string; readonly body: Readable }> {
    const stream = answer.stream();
    const parts = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const begun: Buffer[] = [];
    let size = 0;
    while (size < headLength) {
      const next = await parts.next();
      if (next.done === true) break;
      begun.push(next.value);
      size += next.value.length;
    }
    const first = Buffer.concat(begun);
    const type = outsideType(url, first.subarray(0, headLength), answer.headers.get('content-type'));
    if (answer.status !== 416) this.#remember(url, type);
    return { type, body: Readable.from(whole(first, parts, stream), { objectMode: false }) };
  }

  #typeOf(url: string): string | undefined {
    const known = this.#types.get(url);
    return known === undefined || known.until < Date.now() ? undefined : known.type;
  }

  #remember(url: string, type: string): void {
    this.#types.delete(url);
    this.#types.set(url, { type, until: Date.now() + REMEMBERED });
    const [oldest] = this.#types.keys();
    if (this.#types.size > KNOWN && oldest !== undefined) this.#types.delete(oldest);
  }

  /** Counts a file that is read; gives the way to say that it ended. */
  #begin(teamId: number): () => void {
    const now = this.#reading.get(teamId) ?? 0;
    if (now >= AT_ONCE)
      throw new Fault(
        'RATE_LIMITED',
        'Too many files of other hosts are read at the same time. Try again in a few seconds.',
        { status: 429, details: { retryAfter: 5 } },
      );
    this.#reading.set(teamId, now + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const left = (this.#reading.get(teamId) ?? 1) - 1;
      if (left === 0) this.#reading.delete(teamId);
      else this.#reading.set(teamId, left);
    };
  }
}

const hostOf = (url: string): string => new URL(url).host;

async function* whole(first: Buffer, parts: AsyncIterator<Buffer>, stream: Readable): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first;
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) yield next.value;
  } finally {
    stream.destroy();
  }
}

function headersOf(url: string, type: string, answer: EgressResponse): Readonly<Record<string, string>> {
  const served = isDrawing(type) ? type : servedType(type);
  const name = nameOfAddress(url);
  const packed = (answer.headers.get('content-encoding') ?? 'identity') !== 'identity';
  const length = answer.headers.get('content-length');
  const range = answer.headers.get('content-range');
  return {
    ...GUARD,
    'content-type': served,
    'content-disposition': isDrawing(type) ? disposition(name, 'application/octet-stream') : disposition(name, served),
    'cache-control': 'private, max-age=3600',
    ...(answer.status === 206 || answer.headers.get('accept-ranges') === 'bytes' ? { 'accept-ranges': 'bytes' } : {}),
    ...(!packed && answer.status !== 416 && length !== undefined && /^\d{1,15}$/.test(length)
      ? { 'content-length': length }
      : {}),
    ...(range !== undefined && /^bytes (?:\d{1,15}-\d{1,15}|\*)\/(?:\d{1,15}|\*)$/.test(range)
      ? { 'content-range': range }
      : {}),
  };
}
