import { setTimeout as pause } from 'node:timers/promises';
import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';
import { AsyncVariable } from '#core/base/server/index.ts';
import { inBackground, isInBackground } from './background.ts';

/** A call takes its next transaction within so many milliseconds of the last one. */
const QUIET_MS = 4;
/** Milliseconds after a call for which others are expected. */
const CALLED_MS = 1_000;

/** Order of steps of background work. */
export interface StepOrder {
  /** Steps at the same time. */
  readonly atOnce: number;
  /** The longest a step waits, in milliseconds: calls without a pause must not starve it. */
  readonly longestMs: number;
  /** Share of its rows that a step takes while there are calls. */
  readonly besideCalls: number;
}

/**
 * Orders calls and steps of background work on one database. A call takes several transactions, and steps between them
 * would hold it up several times. Each step therefore begins in a moment in which no call is in the middle of its work.
 */
export class QuietMoments {
  readonly #steps: LimitFunction;
  readonly #order: StepOrder;
  readonly #inStep = new AsyncVariable<true>();
  #open = 0;
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(order: StepOrder) {
    this.#steps = pLimit(order.atOnce);
    this.#order = order;
  }

  /** Returns how many of `most` rows a step takes now. */
  rowsOfStep(most: number): number {
    const called = this.#open > 0 || performance.now() - this.#endedAt < CALLED_MS;
    return called ? Math.ceil(most * this.#order.besideCalls) : most;
  }

  /** Runs a transaction. Steps wait for it, unless it belongs to background work. */
  async during<T>(transaction: () => Promise<T>): Promise<T> {
    if (isInBackground()) return transaction();
    this.#open++;
    try {
      return await transaction();
    } finally {
      this.#open--;
      this.#endedAt = performance.now();
    }
  }

  /** Runs a step of background work in the next quiet moment, or after its longest wait. A step within one is part of it. */
  step<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inStep.get() === true) return work();
    return this.#steps(async () => {
      await this.#quiet();
      return this.#inStep.run(true, () => inBackground(work));
    });
  }

  async #quiet(): Promise<void> {
    const latest = performance.now() + this.#order.longestMs;
    for (let now = performance.now(); now < latest; now = performance.now()) {
      const left = this.#open > 0 ? QUIET_MS : this.#endedAt + QUIET_MS - now;
      if (left <= 0) return;
      await pause(Math.min(left, latest - now));
    }
  }
}
