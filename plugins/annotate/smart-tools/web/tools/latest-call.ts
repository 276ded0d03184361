/**
 * Keeps one call under way at a time; of those asked for meanwhile only the newest is made. For what follows the
 * pointer.
 */
export class LatestCall<T> {
  readonly #make: (value: T, signal: AbortSignal) => Promise<void>;
  #busy = false;
  #next: { readonly value: T } | undefined;
  #ending = new AbortController();

  constructor(make: (value: T, signal: AbortSignal) => Promise<void>) {
    this.#make = make;
  }

  ask(value: T): void {
    this.#next = { value };
    if (!this.#busy) void this.#run();
  }

  /** Forgets what was asked and aborts what is under way. */
  stop(): void {
    this.#next = undefined;
    this.#ending.abort();
    this.#ending = new AbortController();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    while (this.#next !== undefined) {
      const { value } = this.#next;
      this.#next = undefined;
      // What follows the pointer may fail: the next move asks again.
      await this.#make(value, this.#ending.signal).catch(() => undefined);
    }
    this.#busy = false;
  }
}
