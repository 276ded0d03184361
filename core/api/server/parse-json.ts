import type { Readable } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';
import type { BodyCheck } from './collect-body.ts';
import { collectBody } from './collect-body.ts';
import { SLICE, SlicedParser } from './sliced-parser.ts';

/** Bytes that have arrived before a slice is scanned: an escape may end one byte behind it, and is not the last byte. */
const SCANNED_AHEAD = SLICE + 1;

/** Continuations that wait for their turn, the oldest first. */
const waiting: (() => void)[] = [];

function nextTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}

/**
 * Resolves in a later turn of the event loop. One caller goes on per turn, so that many large bodies together block no
 * longer than one.
 */
function turn(): Promise<void> {
  return new Promise(resolve => {
    if (waiting.push(resolve) === 1) setImmediate(nextTurn);
  });
}

/**
 * A JSON document that is checked while its bytes arrive and parsed like `JSON.parse` once it is complete, both in
 * slices between which other work goes on. Depth and values of a document of several slices are counted before the
 * first is parsed, so that a refused document leaves nothing for the garbage collector.
 *
 * Its methods throw Fault BAD_REQUEST (400) for text that is no JSON, is nested deeper than 64 levels, has more than
 * 2 million values, a text of more than 16 MiB, an object of more than 10 000 members or 1 MiB of blanks or keys without
 * a value, or has a key that would change a prototype. The fault's text begins with `subject`.
 */
export class JsonDocument implements BodyCheck {
  #scanner: SlicedParser | undefined;

  constructor(private readonly subject = 'The request') {}

  isDue(length: number): boolean {
    return length - (this.#scanner?.position ?? 0) > SCANNED_AHEAD;
  }

  async check(bytes: Buffer, length: number): Promise<void> {
    this.#scanner ??= this.#open(bytes, false);
    this.#scanner.bytes = bytes;
    while (this.isDue(length)) {
      this.#scanner.advance();
      await turn();
    }
  }

  /** Parses the complete document. */
  async parse(bytes: Buffer): Promise<unknown> {
    if (bytes.length > SLICE) {
      this.#scanner ??= this.#open(bytes, false);
      this.#scanner.bytes = bytes;
      while (!this.#scanner.advance()) await turn();
    }
    const parser = this.#open(bytes, true);
    while (!parser.advance()) await turn();
    return parser.result;
  }

  #open(bytes: Buffer, parses: boolean): SlicedParser {
    const invalid = (reason: string): Fault =>
      new Fault('BAD_REQUEST', `${this.subject} is not valid: ${reason}`, { status: 400 });
    return new SlicedParser(bytes, invalid, parses);
  }
}

/** Parses a JSON document of UTF-8 bytes. @throws Fault as {@link JsonDocument} */
export function parseJson(bytes: Buffer, subject?: string): Promise<unknown> {
  return new JsonDocument(subject).parse(bytes);
}

/** Collects a stream and parses it. @throws Fault as {@link JsonDocument} */
export async function readJson(stream: Readable): Promise<unknown> {
  const document = new JsonDocument();
  return document.parse(await collectBody(stream, undefined, Infinity, document));
}
