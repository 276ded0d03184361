import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '#core/base/common/index.ts';
import { RateLimit, tooMany } from './rate-limit.ts';

/** Rates of one credential: a browser session, an SDK token, or the address of who has neither. */
export interface CallRates {
  readonly perSecond: number;
  readonly burst: number;
  /** Bytes of JSON bodies, per second and at once after a rest. */
  readonly bytesPerSecond: number;
  readonly bytesBurst: number;
  /** Calls that run at the same time. */
  readonly running: number;
  /** Bytes of JSON bodies of all callers that the server holds at the same time. */
  readonly heldBytes: number;
}

const MEBIBYTE = 1024 * 1024;

const RATES: CallRates = {
  perSecond: 500,
  burst: 2000,
  bytesPerSecond: 32 * MEBIBYTE,
  bytesBurst: 512 * MEBIBYTE,
  running: 100,
  heldBytes: 256 * MEBIBYTE,
};

/** Milliseconds that a call waits before it is refused: a script that is a little too fast does not notice. */
const PATIENCE = 1000;

/** A call as the limits count it. */
export interface CountedCall {
  /** Names the credential. */
  readonly key: string;
  /** Calls that it counts as. */
  readonly cost: number;
  /** Bytes of its JSON body. */
  readonly bytes: number;
}

/** Limits of calls by what they cost, for each credential by itself. */
export class CallLimits {
  readonly #rates: CallRates;
  readonly #calls: RateLimit;
  readonly #bytes: RateLimit;
  readonly #running = new Map<string, number>();
  #held = 0;
  /** Calls that wait for others to end. */
  readonly #waiting = new Set<() => void>();

  constructor(
    rates: Partial<CallRates> = {},
    private readonly sleep: (milliseconds: number, options: { readonly signal: AbortSignal }) => Promise<unknown> = (
      milliseconds,
      options,
    ) => pause(milliseconds, undefined, options),
    now: () => number = Date.now,
  ) {
    this.#rates = { ...RATES, ...rates };
    const rest = (milliseconds: number): Promise<unknown> =>
      sleep(milliseconds, { signal: new AbortController().signal });
    this.#calls = new RateLimit(this.#rates.perSecond, this.#rates.burst, now, rest);
    this.#bytes = new RateLimit(this.#rates.bytesPerSecond, this.#rates.bytesBurst, now, rest);
  }

  /** Limits that nothing reaches, for tests and measurements. */
  static none(): CallLimits {
    return new CallLimits({
      perSecond: 1e9,
      burst: 1e9,
      bytesPerSecond: 1e15,
      bytesBurst: 1e15,
      running: 1e9,
      heldBytes: 1e15,
    });
  }

  /**
   * Counts a call, after at most a second of waiting. Answers how to end it; ending it twice is safe.
   * @throws Fault RATE_LIMITED (429), OVERLOADED (503) while the server holds as many bytes as it may; both with the
   * seconds to wait
   */
  async begin({ key, cost, bytes }: CountedCall): Promise<() => void> {
    await this.#calls.pass(key, cost, PATIENCE);
    if (bytes > 0) await this.#bytes.pass(key, bytes, PATIENCE);
    await this.#enter(key, bytes);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const left = this.#running.get(key)! - 1;
      if (left === 0) this.#running.delete(key);
      else this.#running.set(key, left);
      this.#held -= bytes;
      for (const each of this.#waiting) each();
    };
  }

  /** Waits for calls of the credential, or bodies of all, to end. */
  async #enter(key: string, bytes: number): Promise<void> {
    if (this.#enters(key, bytes)) return;
    const over = new AbortController();
    const time = this.sleep(PATIENCE, over).then(
      () => 'over',
      () => 'over',
    );
    for (;;) {
      let freed = (): void => undefined;
      const end = new Promise<'freed'>(resolve => (freed = () => resolve('freed')));
      this.#waiting.add(freed);
      const happened = await Promise.race([end, time]);
      this.#waiting.delete(freed);
      if (this.#enters(key, bytes)) return over.abort();
      if (happened === 'over')
        throw this.#isBusy(key)
          ? tooMany(1)
          : new Fault('OVERLOADED', 'The server receives as much as it can. Try again in a few seconds.', {
              status: 503,
              details: { retryAfter: 2 },
            });
    }
  }

  #isBusy(key: string): boolean {
    return (this.#running.get(key) ?? 0) >= this.#rates.running;
  }

  /** Counts the call when there is room for it. A body that is larger than all may be is received when it is alone. */
  #enters(key: string, bytes: number): boolean {
    if (this.#isBusy(key) || (bytes > 0 && this.#held > 0 && this.#held + bytes > this.#rates.heldBytes)) return false;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    this.#held += bytes;
    return true;
  }
}
