import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';

/** Returns the fault of a file that has more bytes than it may have. */
const tooLarge = (limit: number): Fault =>
  new Fault('TOO_LARGE', `The file is larger than ${Math.floor(limit / 1_048_576)} MB.`, {
    status: 413,
    details: { limit },
  });

/** Passes a stream on and fails after `limit` bytes, with TOO_LARGE or with `fault`. */
export function limitBytes(source: Readable, limit: number, fault: (limit: number) => Fault = tooLarge): Readable {
  let seen = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length;
      if (seen > limit) done(fault(limit));
      else done(null, chunk);
    },
  });
  // A handler that answers without reading has no listener; a client that goes away must not end the process.
  counter.on('error', () => undefined);
  source.on('error', error => counter.destroy(error));
  source.on('aborted', () => counter.destroy(new Fault('BAD_REQUEST', 'The upload was cut off.', { status: 400 })));
  return source.pipe(counter);
}
