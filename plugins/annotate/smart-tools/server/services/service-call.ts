import { Fault } from '#core/base/common/index.ts';
import type { Egress } from '#core/egress/server/index.ts';
import type { z } from '#core/api/common/index.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** A service of the operator that is asked by POST, in JSON. */
export interface ServiceCall<T> {
  /** Subject of sentences about it: *The embedding service*. */
  readonly name: string;
  readonly url: string;
  readonly answer: z.ZodType<T>;
  /** Describes the answer in messages. */
  readonly shape: string;
}

/** The refusal of an answer. */
export const wrongAnswer = ({ name, url }: Pick<ServiceCall<unknown>, 'name' | 'url'>, what: string): Fault =>
  new Fault('MODEL_ANSWER', `${name} at ${new URL(url).host} ${what}.`, { status: 502 });

/** Asks a service. @throws Fault MODEL_ANSWER (502), EGRESS_REFUSED, EGRESS_FAILED; the reason of `signal`. */
export async function askService<T>(
  egress: Egress,
  call: ServiceCall<T>,
  body: object,
  signal?: AbortSignal,
): Promise<T> {
  const { origin } = new URL(call.url);
  const response = await egress.fetch(call.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    maxBytes: MOST_BYTES,
    timeoutMs: 120_000,
    mayFollow: target => target.origin === origin,
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) {
    await response.discard();
    throw wrongAnswer(call, `answered ${response.status}`);
  }
  try {
    return call.answer.parse(JSON.parse(await response.text()));
  } catch {
    throw wrongAnswer(call, `did not answer ${call.shape}`);
  }
}
