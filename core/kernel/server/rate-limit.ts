import { Fault } from '#core/base/common/index.ts';

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket per caller: 50 requests a second, bursts of 200 (not-shown decisions, M). */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();

  constructor(private readonly perSecond = 50, private readonly burst = 200, private readonly now: () => number = Date.now) {}

  /** Takes one; throws RATE_LIMITED with the seconds to wait. */
  take(key: string): void {
    const now = this.now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.burst, at: now };
    bucket.tokens = Math.min(this.burst, bucket.tokens + ((now - bucket.at) / 1000) * this.perSecond);
    bucket.at = now;
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > 10_000) this.#trim(now);
    if (bucket.tokens < 1) {
      const seconds = Math.max(1, Math.ceil((1 - bucket.tokens) / this.perSecond));
      throw new Fault('RATE_LIMITED', `Too many requests. Try again in ${seconds} seconds.`, { status: 429, details: { retryAfter: seconds } });
    }
    bucket.tokens -= 1;
  }

  #trim(now: number): void {
    const idle = (this.burst / this.perSecond) * 1000;
    for (const [key, bucket] of this.#buckets) if (now - bucket.at > idle) this.#buckets.delete(key);
  }
}
