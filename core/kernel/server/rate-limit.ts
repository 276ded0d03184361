import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '#core/base/common/index.ts';

interface Bucket {
  tokens: number;
  at: number;
}

/** The refusal of a call for its number, with the whole seconds to wait. */
export const tooMany = (seconds: number): Fault =>
  new Fault('RATE_LIMITED', `Too many requests. Try again in ${seconds} seconds.`, {
    status: 429,
    details: { retryAfter: seconds },
  });

/** A token bucket per key: so many a second, and so many at once after a rest. */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private readonly now: () => number = Date.now,
    private readonly sleep: (milliseconds: number) => Promise<unknown> = pause,
  ) {}

  /** Takes `cost` tokens. @throws Fault RATE_LIMITED (429) with the seconds to wait */
  take(key: string, cost = 1): void {
    const seconds = this.#missing(key, cost) / this.perSecond;
    if (seconds > 0) throw tooMany(Math.max(1, Math.ceil(seconds)));
    this.#buckets.get(key)!.tokens -= cost;
  }

  /**
   * Takes `cost` tokens and waits until they are there, at most `patience` milliseconds.
   * @throws Fault RATE_LIMITED (429) when that is too short
   */
  async pass(key: string, cost: number, patience: number): Promise<void> {
    const milliseconds = (this.#missing(key, cost) / this.perSecond) * 1000;
    if (milliseconds > patience) throw tooMany(Math.max(1, Math.ceil(milliseconds / 1000)));
    this.#buckets.get(key)!.tokens -= cost;
    if (milliseconds > 0) await this.sleep(milliseconds);
  }

  /**
   * Fills the bucket for the time that went by; answers how many tokens it lacks. A cost above the burst asks for a
   * full bucket.
   */
  #missing(key: string, cost: number): number {
    const now = this.now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.burst, at: now };
    bucket.tokens = Math.min(this.burst, bucket.tokens + ((now - bucket.at) / 1000) * this.perSecond);
    bucket.at = now;
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > 10_000) this.#trim(now);
    return Math.min(cost, this.burst) - bucket.tokens;
  }

  #trim(now: number): void {
    const idle = (this.burst / this.perSecond) * 1000;
    for (const [key, bucket] of this.#buckets)
      if (now - bucket.at > idle && bucket.tokens >= 0) this.#buckets.delete(key);
  }
}
