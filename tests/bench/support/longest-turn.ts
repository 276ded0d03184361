import { openSync, readSync } from 'node:fs';

/**
 * Watches the most processor time that the main thread spent between two turns of a timer. Beside other work the event
 * loop stands still for longer than that, because the system lets others run.
 */
export class LongestTurn {
  // Linux: nanoseconds on a processor, nanoseconds of waiting for one, and time slices of a thread.
  readonly #file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  readonly #buffer = Buffer.alloc(64);
  #used = this.#read();
  #most = 0;

  /** @param resolution milliseconds between two looks */
  constructor(resolution: number) {
    setInterval(() => this.#look(), resolution).unref();
  }

  /** Milliseconds. */
  get most(): number {
    return this.#most;
  }

  reset(): void {
    this.#most = 0;
  }

  #look(): void {
    const used = this.#read();
    this.#most = Math.max(this.#most, used - this.#used);
    this.#used = used;
  }

  #read(): number {
    const length = readSync(this.#file, this.#buffer, 0, this.#buffer.length, 0);
    return Number(this.#buffer.toString('latin1', 0, length).split(' ')[0]) / 1e6;
  }
}
