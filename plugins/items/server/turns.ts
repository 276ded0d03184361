/** Lets a few pieces of heavy work run at a time; the others wait in the order they came. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(private readonly most: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.most) await new Promise<void>(resolve => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      // The turn is handed over, not given back and taken again: nobody who comes now gets in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
