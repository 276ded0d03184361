import type { Readable } from 'node:stream';
import { errorCodes } from 'fastify';

/** Bytes that are reserved for a body of unknown length at first. */
const FIRST = 64 * 1024;

/**
 * Collects a body in one buffer while it arrives. Fastify joins the chunks of a body at its end, which stops the event
 * loop for more than a millisecond per megabyte.
 *
 * @param announced its content length in bytes; undefined when the client did not say
 * @param limit most bytes that are taken
 * @throws FastifyError 413 for a longer body, 400 for one of another length than announced or one that was cut off
 */
export function collectBody(payload: Readable, announced: number | undefined, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if ((announced ?? 0) > limit) return reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    let body = Buffer.allocUnsafeSlow(announced ?? Math.min(FIRST, limit));
    let length = 0;
    const listeners = {
      data(chunk: Buffer) {
        const end = length + chunk.length;
        if (end > limit) return settle(() => reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()));
        if (end > body.length) {
          const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(end, 2 * body.length)));
          body.copy(larger, 0, 0, length);
          body = larger;
        }
        chunk.copy(body, length);
        length = end;
      },
      end() {
        settle(() =>
          announced === undefined || announced === length
            ? resolve(body.subarray(0, length))
            : reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()),
        );
      },
      error(error: Error) {
        settle(() => reject(Object.assign(error, { statusCode: 400 })));
      },
    };
    // What comes after a refusal is read and dropped: the client shall get the answer.
    const settle = (answer: () => void): void => {
      for (const [event, listener] of Object.entries(listeners)) payload.removeListener(event, listener);
      answer();
    };
    for (const [event, listener] of Object.entries(listeners)) payload.on(event, listener);
    payload.resume();
  });
}
