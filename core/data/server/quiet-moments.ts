import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';

/** A call takes its next transaction within so many milliseconds of the last one. */
const QUIET_MS = 4;
/**
 * The longest a step of background work waits for other work, in milliseconds: calls without a pause must not starve
 * it.
 */
const LONGEST_MS = 250;

/**
 * Orders the work on a database with one session. A call takes several transactions, and a step of a job would come
 * between each two of them: the call would wait for several steps. Steps therefore run one at a time, each in a moment
 * in which no call is in the middle of its work.
 */
export class QuietMoments {
  readonly #steps = pLimit(1);
  #open = 0;
  #endedAt = Number.NEGATIVE_INFINITY;

  /** Runs a transaction, which steps wait for. */
  async during<T>(transaction: () => Promise<T>): Promise<T> {
    this.#open++;
    try {
      return await transaction();
    } finally {
      this.#open--;
      this.#endedAt = performance.now();
    }
  }

  /** Runs a step of background work in the next quiet moment, after 250 ms in any case. */
  step<T>(work: () => Promise<T>): Promise<T> {
    return this.#steps(async () => {
      await this.#quiet();
      return work();
    });
  }

  async #quiet(): Promise<void> {
    const latest = performance.now() + LONGEST_MS;
    for (let now = performance.now(); now < latest; now = performance.now()) {
      const left = this.#open > 0 ? QUIET_MS : this.#endedAt + QUIET_MS - now;
      if (left <= 0) return;
      await pause(Math.min(left, latest - now));
    }
  }
}
