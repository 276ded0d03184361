import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Fault } from '#core/base/common/index.ts';
import { SLICE, SlicedParser } from './sliced-parser.ts';

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
 * values, a text of more than 16 MiB, an object of more than 10 000 members or 1 MiB of blanks or keys without a value,
 * or has a key that would change a prototype. Its text begins with `subject`.
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
