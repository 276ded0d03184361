import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';

/**
 * Runs pieces of heavy work: those of one team one after another, in the order they came, and few of all teams at a
 * time. One that fails does not stop the next.
 */
export class TeamSemaphores {
  /** The last work of each team that has any. */
  readonly #last = new Map<number, Promise<unknown>>();
  readonly #turns: LimitFunction;

  /** `most` is how much work of all teams runs at a time. */
  constructor(most: number) {
    this.#turns = pLimit(most);
  }

  run<T>(teamId: number, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(teamId) ?? Promise.resolve()).then(() => this.#turns(work));
    const ended = turn
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (this.#last.get(teamId) === ended) this.#last.delete(teamId);
      });
    this.#last.set(teamId, ended);
    return turn;
  }

  /** Teams that have work waiting or running. */
  get teams(): number {
    return this.#last.size;
  }
}
