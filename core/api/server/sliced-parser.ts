import { randomUUID } from 'node:crypto';
import { parse as parseSecurely } from 'secure-json-parse';
import type { Fault } from '#core/base/common/index.ts';
import { LongText } from './long-text.ts';

/** Deepest nesting of a JSON document. */
export const JSON_DEPTH = 64;

/** Most values of a JSON document. */
export const JSON_VALUES = 2_000_000;

/** Longest text of a JSON document, in bytes. */
export const JSON_TEXT = 16 * 1024 * 1024;

/** Most members of an object: whoever checks one looks at all of them in one piece. */
export const JSON_MEMBERS = 10_000;

/** Bytes that are scanned and parsed in one turn of the event loop: a few milliseconds of work. */
export const SLICE = 128 * 1024;

/** Most bytes between two commas beside long texts: they are parsed in one piece. */
const GAP = 1024 * 1024;

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
  /** Members of an object so far. */
  members: number;
}

const CHANGES_PROTOTYPE = 'it has a key that would change a prototype';

/**
 * A scan of the document that stops after each slice; slices end at commas, and are parsed as documents of their own
 * unless `parse` is off.
 */
export class SlicedParser {
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
  /** The long text of this slice, which ends with the next comma, and the containers around it. */
  #long: { readonly text: LongText; readonly frames: readonly Frame[] } | undefined;
  /** It is not decoded to its end. */
  #decoding = false;
  result: unknown;

  /** `bytes` may be replaced by a longer buffer that begins with the same bytes. */
  constructor(
    public bytes: Buffer,
    private readonly invalid: (reason: string) => Fault,
    private readonly parse: boolean,
  ) {
    // A byte order mark is no part of the document.
    this.#position = this.#sliceStart = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  /** Bytes that are scanned. */
  get position(): number {
    return this.#position;
  }

  /** Scans on; true when the document is complete. */
  advance(): boolean {
    const { bytes } = this;
    if (this.#decoding) {
      this.#decode();
      return false;
    }
    const stop = Math.min(bytes.length, this.#position + SLICE);
    const within = this.#string >= 0;
    let at = within ? this.#endOfString(this.#position, stop) : this.#position;
    // A text that ends in the turn it began in is not long.
    if (within && this.#string < 0 && this.#keepLong()) {
      this.#position = at;
      return false;
    }
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
    if (this.#string < 0 && at - this.#sliceStart - this.#longBytes > GAP)
      throw this.invalid(`it has more than ${GAP} bytes without a value`);
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
    this.#frames.push({ list, keyStart: 0, keyEnd: 0, members: 0 });
  }

  #close(list: boolean): void {
    if (this.#frames.pop()?.list !== list) throw this.invalid('it is not JSON');
  }

  #nameKey(): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    [frame.keyStart, frame.keyEnd] = [this.#stringStart, this.#stringEnd];
    // A key stays in the text of its slice.
    if (this.#long?.text.end === this.#stringEnd) this.#long = undefined;
    if (++frame.members > JSON_MEMBERS) throw this.invalid(`it has an object of more than ${JSON_MEMBERS} members`);
  }

  get #longBytes(): number {
    return this.#long === undefined ? 0 : this.#long.text.end - this.#long.text.start;
  }

  /** Sets the text that just ended aside when it is long; answers whether it is to be decoded. */
  #keepLong(): boolean {
    if (this.#stringEnd - this.#stringStart <= SLICE) return false;
    if (this.#long !== undefined) throw this.invalid('it is not JSON');
    const text = new LongText(this.bytes, this.#stringStart, this.#stringEnd);
    this.#long = { text, frames: this.#frames.map(each => ({ ...each })) };
    return (this.#decoding = this.parse);
  }

  #decode(): void {
    try {
      this.#decoding = !this.#long!.text.advance(SLICE);
    } catch {
      throw this.invalid('it is not JSON');
    }
  }

  /** Parses the text up to `end` as a continuation of the containers that were open before it. */
  #take(end: number): void {
    if (!this.parse) {
      this.#sliceStart = end;
      this.#long = undefined;
      return;
    }
    const long = this.#long;
    let text =
      long === undefined
        ? this.bytes.toString('utf8', this.#sliceStart, end)
        : `${this.bytes.toString('utf8', this.#sliceStart, long.text.start)}""${this.bytes.toString('utf8', long.text.end, end)}`;
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
    if (long !== undefined) this.#place(long.text.text, long.frames);
    if (this.#constructors.some(each => Object.hasOwn(each, 'prototype'))) throw this.invalid(CHANGES_PROTOTYPE);
    if (end === this.bytes.length) return;
    this.#constructors = [];
    this.#spine = this.#follow(this.#frames, true);
    this.#sliceStart = end;
  }

  /** Puts a long text where its slice has an empty one: it is the last value there. */
  #place(text: string, frames: readonly Frame[]): void {
    this.#long = undefined;
    const container = this.#follow(frames).at(-1);
    if (container === undefined) this.result = text;
    else if (Array.isArray(container)) container[container.length - 1] = text;
    else container[this.#keyOf(frames.at(-1)!)] = text;
  }

  #keyOf({ keyStart, keyEnd }: Frame): string {
    return JSON.parse(this.bytes.toString('utf8', keyStart, keyEnd)) as string;
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

  /** The containers along frames, the outermost first; `note` keeps those that are named `constructor`. */
  #follow(frames: readonly Frame[], note = false): Container[] {
    const spine: Container[] = [];
    let value = this.result;
    for (const frame of frames) {
      const container = value as Container;
      spine.push(container);
      if (Array.isArray(container)) {
        value = container.at(-1);
        continue;
      }
      const key = this.#keyOf(frame);
      value = container[key];
      if (note && key === 'constructor' && spine.length < frames.length) this.#constructors.push(value as Container);
    }
    return spine;
  }
}
