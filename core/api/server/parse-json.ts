import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse as parseSecurely } from 'secure-json-parse';
import { Fault } from '#core/base/common/index.ts';

/** Deepest nesting of a JSON document. */
export const JSON_DEPTH = 64;

/** Most values of a JSON document. */
export const JSON_VALUES = 2_000_000;

/** Longest text of a JSON document, in bytes: it is parsed in one piece. */
export const JSON_TEXT = 16 * 1024 * 1024;

/** Bytes that are scanned and parsed in one turn of the event loop: a few milliseconds of work. */
const SLICE = 128 * 1024;

/** Key of the member that reopens a container in the text of a slice; no document can know it. */
const REOPENED = randomUUID();

const [QUOTE, COMMA, COLON, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x2c, 0x3a, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

type Container = Record<string, unknown> | unknown[];

/** A container that is open where the scan is. */
interface Frame {
  readonly list: boolean;
  /** Bytes of the newest key of an object. */
  keyStart: number;
  keyEnd: number;
}

const CHANGES_PROTOTYPE = 'it has a key that would change a prototype';

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
 * Parses a JSON document of UTF-8 bytes like `JSON.parse`, in slices between which other work goes on. Depth and values
 * of a document of several slices are counted before the first is parsed, so that a refused document leaves nothing for
 * the garbage collector.
 * @throws Fault BAD_REQUEST (400) for text that is no JSON, is nested deeper than 64 levels, has more than 2 million
 * values or a text of more than 16 MiB, or has a key that would change a prototype. Its text begins with `subject`.
 */
export async function parseJson(bytes: Buffer, subject = 'The request'): Promise<unknown> {
  const invalid = (reason: string) => new Fault('BAD_REQUEST', `${subject} is not valid: ${reason}`, { status: 400 });
  if (bytes.length > SLICE) {
    const scanner = new SlicedParser(bytes, invalid, false);
    while (!scanner.advance()) await turn();
  }
  const parser = new SlicedParser(bytes, invalid, true);
  while (!parser.advance()) await turn();
  return parser.result;
}

/** Collects a stream and parses it. @throws Fault as `parseJson` */
export async function readJson(stream: Readable): Promise<unknown> {
  return parseJson(await buffer(stream));
}

/**
 * A scan of the document that stops after each slice; slices end at commas, and are parsed as documents of their own
 * unless `parse` is off.
 */
class SlicedParser {
  readonly #frames: Frame[] = [];
  /** Containers that were open at the end of the last slice. */
  #spine: Container[] = [];
  /** Those of them that are named `constructor`. */
  #constructors: Container[] = [];
  #position: number;
  #sliceStart: number;
  #values = 1;
  /** Start of the string that the scan is in; -1 outside of strings. */
  #string = -1;
  #stringStart = 0;
  #stringEnd = 0;
  result: unknown;

  constructor(
    private readonly bytes: Buffer,
    private readonly invalid: (reason: string) => Fault,
    private readonly parse: boolean,
  ) {
    // A byte order mark is no part of the document.
    this.#position = this.#sliceStart = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  /** Scans on; true when the document is complete. */
  advance(): boolean {
    const { bytes } = this;
    const stop = Math.min(bytes.length, this.#position + SLICE);
    let at = this.#string < 0 ? this.#position : this.#endOfString(this.#position, stop);
    for (; at < stop; at++) {
      switch (bytes[at]) {
        case QUOTE:
          this.#string = at;
          at = this.#endOfString(at + 1, stop) - 1;
          break;
        case OPEN_LIST:
          this.#open(true);
          break;
        case OPEN_OBJECT:
          this.#open(false);
          break;
        case CLOSE_LIST:
          this.#close(true);
          break;
        case CLOSE_OBJECT:
          this.#close(false);
          break;
        case COLON:
          this.#nameKey();
          break;
        case COMMA:
          if (++this.#values > JSON_VALUES) throw this.invalid(`it has more than ${JSON_VALUES} values`);
          if (at - this.#sliceStart >= SLICE && this.#frames.length > 0) {
            this.#take(at);
            this.#position = at + 1;
            return false;
          }
          break;
        default:
      }
    }
    this.#position = at;
    if (this.#string >= 0 && at - this.#string > JSON_TEXT)
      throw this.invalid(`it has a text of more than ${JSON_TEXT} bytes`);
    if (at < bytes.length) return false;
    if (this.#frames.length > 0) throw this.invalid('it is not JSON');
    this.#take(bytes.length);
    return true;
  }

  /** Answers where the text after the open string begins, or where the scan stopped inside of it. */
  #endOfString(from: number, stop: number): number {
    const { bytes } = this;
    let at = from;
    for (; at < stop; at++) {
      const byte = bytes[at];
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) {
        this.#stringStart = this.#string;
        this.#stringEnd = at + 1;
        this.#string = -1;
        return at + 1;
      }
    }
    return at;
  }

  #open(list: boolean): void {
    if (this.#frames.length === JSON_DEPTH) throw this.invalid(`it is nested deeper than ${JSON_DEPTH} levels`);
    if (++this.#values > JSON_VALUES) throw this.invalid(`it has more than ${JSON_VALUES} values`);
    this.#frames.push({ list, keyStart: 0, keyEnd: 0 });
  }

  #close(list: boolean): void {
    if (this.#frames.pop()?.list !== list) throw this.invalid('it is not JSON');
  }

  #nameKey(): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined) [frame.keyStart, frame.keyEnd] = [this.#stringStart, this.#stringEnd];
  }

  /** Parses the text up to `end` as a continuation of the containers that were open before it. */
  #take(end: number): void {
    if (!this.parse) {
      this.#sliceStart = end;
      return;
    }
    let text = this.bytes.toString('utf8', this.#sliceStart, end);
    if (this.#spine.length > 0 || this.#frames.length > 0) {
      const opened = this.#spine.map(each => (Array.isArray(each) ? '[' : `{"${REOPENED}":`)).join('');
      text = `${opened}${this.#spine.length > 0 ? '0' : ''}${text}${this.#frames
        .map(each => (each.list ? ']' : '}'))
        .reverse()
        .join('')}`;
    }
    let part: unknown;
    try {
      part = parseSecurely(text, { protoAction: 'error', constructorAction: 'error' });
    } catch (error) {
      // The reason of the engine quotes the document, and counts from the start of a slice.
      throw this.invalid(
        (error as Error).message.includes('forbidden prototype property') ? CHANGES_PROTOTYPE : 'it is not JSON',
      );
    }
    if (this.#spine.length === 0) this.result = part;
    else this.#merge(part as Container);
    if (this.#constructors.some(each => Object.hasOwn(each, 'prototype'))) throw this.invalid(CHANGES_PROTOTYPE);
    if (end === this.bytes.length) return;
    this.#spine = this.#followFrames();
    this.#sliceStart = end;
  }

  /** Adds the members of a slice to the containers they continue. */
  #merge(part: Container): void {
    let reopened: unknown = part;
    for (const container of this.#spine) {
      if (Array.isArray(container)) {
        const list = reopened as unknown[];
        for (let at = 1; at < list.length; at++) container.push(list[at]);
        reopened = list[0];
      } else {
        const { [REOPENED]: inner, ...more } = reopened as Record<string, unknown>;
        Object.assign(container, more);
        reopened = inner;
      }
    }
  }

  /** The containers along the open frames, the outermost first. */
  #followFrames(): Container[] {
    const spine: Container[] = [];
    this.#constructors = [];
    let value = this.result;
    for (const { list, keyStart, keyEnd } of this.#frames) {
      const container = value as Container;
      spine.push(container);
      if (list) {
        value = (container as unknown[]).at(-1);
        continue;
      }
      const key = JSON.parse(this.bytes.toString('utf8', keyStart, keyEnd)) as string;
      value = (container as Record<string, unknown>)[key];
      if (key === 'constructor' && spine.length < this.#frames.length) this.#constructors.push(value as Container);
    }
    return spine;
  }
}
