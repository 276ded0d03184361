import { BEAT_MS, DEFAULT_IDLE_SECONDS } from './active-time.ts';
import type { Beat } from './api.ts';

/** A sign of work, at a time in milliseconds since 1970. */
export interface WorkSign {
  readonly itemId: number;
  readonly at: number;
  readonly type: Beat['type'];
}

/**
 * Counts active time as the screen shows it, and decides which signs of work become beats: one in ten seconds, and
 * always those that open and close an item. {@link activeTime} of the beats is the sum of what was shown.
 */
export class WorkCounter {
  /** Longest gap that counts as work, milliseconds. */
  idle = DEFAULT_IDLE_SECONDS * 1000;
  /**
   * The sign before, and the last one that became a beat; undefined while no item is open, so that time outside counts
   * for nobody.
   */
  #last: WorkSign | undefined;
  #kept: WorkSign | undefined;

  constructor(private readonly keep: (beat: WorkSign) => void) {}

  /** When work was seen last on the open item. */
  get last(): number | undefined {
    return this.#last?.at;
  }

  /** Begins to count for an item. */
  open(itemId: number, at: number): void {
    this.#last = undefined;
    this.sign({ itemId, at, type: 'open' });
  }

  /** Takes a sign of work on the open item and returns the milliseconds it adds. */
  sign(sign: WorkSign): number {
    const [last, kept] = [this.#last, this.#kept];
    this.#last = sign;
    const gap = last === undefined ? Infinity : sign.at - last.at;
    // The gap of the beats would be longer than that of the signs.
    if (last !== undefined && kept !== undefined && last !== kept && sign.at - kept.at > this.idle) this.keep(last);
    const isDue =
      last === undefined ||
      kept === undefined ||
      sign.type === 'open' ||
      sign.type === 'close' ||
      sign.at - kept.at >= Math.min(BEAT_MS, this.idle);
    if (isDue) {
      this.#kept = sign;
      this.keep(sign);
    }
    return gap <= this.idle ? gap : 0;
  }

  /**
   * Ends counting and returns the milliseconds that are added.
   * @param at now while work is seen; else the time of the last sign
   */
  close(at: number): number {
    const last = this.#last;
    const added = last === undefined ? 0 : this.sign({ itemId: last.itemId, at, type: 'close' });
    this.#last = undefined;
    this.#kept = undefined;
    return added;
  }
}
