/**
 * Runs work that fills a processor, so many at once. What waits takes turns by key, so that a key with much work holds
 * up nobody else: a new key is behind one piece of each other key at most.
 */
export class HashTurns {
  /** Lines of waiting work in the order of their next turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(private readonly atOnce: number) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.atOnce) this.#running += 1;
    else await this.#turn(key);
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  #turn(key: string): Promise<void> {
    return new Promise(resolve => {
      const line = this.#waiting.get(key);
      if (line === undefined) this.#waiting.set(key, [resolve]);
      else line.push(resolve);
    });
  }

  /** Lets the next key go on in place of work that has ended. */
  #handOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [key, line] = next;
    this.#waiting.delete(key);
    const goOn = line.shift();
    if (line.length > 0) this.#waiting.set(key, line);
    goOn?.();
  }
}
