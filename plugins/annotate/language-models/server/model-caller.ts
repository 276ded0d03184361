import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { Egress, EgressResponse } from '#core/egress/server/index.ts';
import type { CredentialCheck } from '../common/model.ts';
import type { AnswerPiece, Dialect, ModelEndpoint, ModelQuestion, OutgoingCall } from './dialects/dialect.ts';
import { parsed } from './dialects/dialect.ts';
import { dialectOf } from './dialects/dialect-of.ts';
import { cutFault, lateFault, noAnswerFault, statusFault } from './model-faults.ts';

/** Bytes of one answer. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Milliseconds a check may take. */
const CHECK_MS = 15_000;
/** Longest pause before another try, in milliseconds, whatever a provider asks for. */
const LONGEST_PAUSE = 20_000;
const AGAIN: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 529]);

/** Retries and time limits of a call. */
export interface Patience {
  /** Milliseconds until the last byte, with all tries. */
  readonly timeoutMs: number;
  /** Tries after the first one, while nothing of an answer was read. */
  readonly retries: number;
}

/**
 * Speaks with providers of models, by the one way out. Redirects to other origins are refused: they would carry the key
 * along.
 */
export class ModelCaller {
  /**
   * @param idleMs longest silence in the middle of an answer, in milliseconds.
   * @param firstPause before the second try, in milliseconds; it doubles.
   */
  constructor(
    private readonly egress: Egress,
    private readonly idleMs = 30_000,
    private readonly firstPause = 500,
  ) {}

  /**
   * Asks a model and yields its answer as it comes; the last piece has `finish`.
   * @throws Fault MODEL_KEY, MODEL_UNKNOWN, MODEL_BUSY, MODEL_DOWN, MODEL_REFUSED, MODEL_CUT, MODEL_TIMEOUT,
   * MODEL_ANSWER, EGRESS_REFUSED, EGRESS_FAILED; the reason of `signal`.
   */
  async *ask(
    endpoint: ModelEndpoint,
    question: ModelQuestion,
    patience: Patience,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPiece> {
    const dialect = dialectOf(endpoint.provider);
    const { host } = new URL(endpoint.address);
    const late = AbortSignal.timeout(patience.timeoutMs);
    const silent = new AbortController();
    const ended = AbortSignal.any([signal, late, silent.signal]);
    try {
      const answer = await this.#begin(dialect.ask(endpoint, question), question.model, patience, ended);
      const isStream = (answer.headers.get('content-type') ?? '').includes('text/event-stream');
      yield* isStream ? this.#streamed(answer, dialect, host, silent) : this.#whole(answer, dialect, host);
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) throw lateFault(host, Math.ceil(patience.timeoutMs / 1000));
      if (silent.signal.aborted) throw lateFault(host, Math.ceil(this.idleMs / 1000));
      throw error;
    }
  }

  /**
   * Checks whether a provider can be reached with a credential, and returns its names of the models. Never throws but
   * for `signal`.
   */
  async check(endpoint: ModelEndpoint, signal: AbortSignal): Promise<CredentialCheck> {
    const dialect = dialectOf(endpoint.provider);
    const { host } = new URL(endpoint.address);
    try {
      const answer = await this.#send(
        dialect.probe(endpoint),
        AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]),
      );
      if (answer.ok) {
        const models = dialect.names(parsed(await answer.text()));
        return {
          ok: true,
          message: `${host} answered${models.length === 0 ? '' : ` and has ${models.length} ${models.length === 1 ? 'model' : 'models'}`}.`,
          models: models.toSorted().slice(0, 500),
        };
      }
      await answer.discard();
      if (answer.status === 404 || answer.status === 405)
        return {
          ok: true,
          message: `${host} answered, but has no list of models, so the key was not tried.`,
          models: [],
        };
      return { ok: false, message: statusFault(answer.status, host, '').message, models: [] };
    } catch (error) {
      signal.throwIfAborted();
      return {
        ok: false,
        message: isFault(error) ? error.message : `${host} did not answer within ${CHECK_MS / 1000} seconds.`,
        models: [],
      };
    }
  }

  #send({ url, method, headers, body }: OutgoingCall, signal: AbortSignal): Promise<EgressResponse> {
    const { origin } = new URL(url);
    return this.egress.fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      maxBytes: MOST_BYTES,
      timeoutMs: 320_000,
      mayFollow: target => target.origin === origin,
      signal,
    });
  }

  /** The first answer that is one; tries again while the provider is busy or away. */
  async #begin(call: OutgoingCall, model: string, { retries }: Patience, signal: AbortSignal): Promise<EgressResponse> {
    for (let attempt = 0; ; attempt += 1) {
      let wait = this.firstPause * 2 ** attempt;
      try {
        const answer = await this.#send(call, signal);
        if (answer.ok) return answer;
        await answer.discard();
        if (!AGAIN.has(answer.status) || attempt >= retries)
          throw statusFault(answer.status, new URL(call.url).host, model);
        const asked = Number(answer.headers.get('retry-after'));
        if (Number.isFinite(asked) && asked > 0) wait = asked * 1000;
      } catch (error) {
        signal.throwIfAborted();
        if (!isFault(error) || error.code !== 'EGRESS_FAILED' || attempt >= retries) throw error;
      }
      await pause(Math.min(wait, LONGEST_PAUSE), undefined, { signal });
    }
  }

  async *#whole(answer: EgressResponse, dialect: Dialect, host: string): AsyncGenerator<AnswerPiece> {
    const piece = dialect.whole(parsed(await answer.text()));
    if (piece === undefined) throw noAnswerFault(host);
    yield piece;
  }

  async *#streamed(
    answer: EgressResponse,
    dialect: Dialect,
    host: string,
    silent: AbortController,
  ): AsyncGenerator<AnswerPiece> {
    const pieces: AnswerPiece[] = [];
    let finish: AnswerPiece['finish'];
    const parser = createParser({ onEvent: ({ event, data }) => void pieces.push(dialect.event(event, data)) });
    const decoder = new TextDecoder();
    const body = answer.stream();
    const idle = setTimeout(() => silent.abort(), this.idleMs);
    try {
      reading: for await (const chunk of body) {
        idle.refresh();
        parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
        for (const { finish: ended, failed, last, ...piece } of pieces.splice(0)) {
          if (failed === true) throw cutFault(host);
          // Counted tokens may come after the word that ends the answer; the end of everything does not change why it
          // ended.
          finish ??= ended;
          if (Object.keys(piece).length > 0) yield piece;
          if (last === true) break reading;
        }
      }
    } catch (error) {
      // A provider that hangs up in the middle is no unreachable one.
      throw isFault(error) && error.code === 'EGRESS_FAILED'
        ? new Fault('MODEL_CUT', cutFault(host).message, { status: 422, details: { host }, cause: error })
        : error;
    } finally {
      clearTimeout(idle);
      body.destroy();
    }
    if (finish === undefined) throw cutFault(host);
    yield { finish };
  }
}
