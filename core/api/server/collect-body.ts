import type { Readable } from 'node:stream';
import { errorCodes } from 'fastify';

/** Bytes that are reserved for a body of unknown length at first. */
const FIRST = 64 * 1024;

/**
 * Most bytes that are reserved at first for a body of announced length. A larger buffer sets off the garbage collector,
 * which is in vain for a body that is refused by its first megabytes.
 */
const RESERVED = 8 * 1024 * 1024;

/** A check of a body while it arrives. */
export interface BodyCheck {
  /** Returns whether `check` has work to do after so many bytes. */
  isDue(length: number): boolean;
  /** Checks the first `length` bytes of a buffer on from where it was; the body does not go on before. */
  check(body: Buffer, length: number): Promise<void>;
}

/**
 * Collects a body in one buffer while it arrives. Fastify joins the chunks of a body at its end, which stops the event
 * loop for more than a millisecond per megabyte.
 *
 * @param announced its content length in bytes; undefined when the client did not say
 * @param limit most bytes that are taken
 * @param check may refuse the body before all of it has come
 * @throws FastifyError 413 for a longer body, 400 for one of another length than announced or one that was cut off, and
 * what `check` throws
 */
export function collectBody(
  payload: Readable,
  announced: number | undefined,
  limit: number,
  check?: BodyCheck,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if ((announced ?? 0) > limit) return reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    let body = Buffer.allocUnsafeSlow(Math.min(announced ?? FIRST, RESERVED, limit));
    let length = 0;
    const listeners = {
      data(chunk: Buffer) {
        const end = length + chunk.length;
        if (end > limit) return settle(() => reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()));
        if (end > body.length) {
          const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(end, announced ?? 2 * body.length)));
          body.copy(larger, 0, 0, length);
          body = larger;
        }
        chunk.copy(body, length);
        length = end;
        if (check?.isDue(length) !== true) return;
        payload.pause();
        check.check(body, length).then(
          () => payload.resume(),
          (error: unknown) => settle(() => reject(error as Error)),
        );
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
      payload.resume();
      answer();
    };
    for (const [event, listener] of Object.entries(listeners)) payload.on(event, listener);
    payload.resume();
  });
}
