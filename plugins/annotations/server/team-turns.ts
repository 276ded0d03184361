/** Runs pieces of heavy work: those of one team one after another, in the order they came, and few of all teams at a time. One that fails does not stop the next. */
export class TeamTurns {
  /** The last work of each team that has any. */
  readonly #last = new Map<number, Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `most` is how much work of all teams runs at a time. */
  constructor(private readonly most: number) {}

  run<T>(teamId: number, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(teamId) ?? Promise.resolve()).then(() => this.#placed(work));
    const ended = turn.then(() => undefined, () => undefined).then(() => {
      if (this.#last.get(teamId) === ended) this.#last.delete(teamId);
    });
    this.#last.set(teamId, ended);
    return turn;
  }

  /** Teams that have work waiting or running. */
  get teams(): number {
    return this.#last.size;
  }

  async #placed<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.most) this.#running += 1;
    else await new Promise<void>(resolve => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes over to who waits longest.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
