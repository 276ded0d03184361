/** Time in milliseconds for which answers are shared. */
export const callSharing = {
  /** Team list and default-team loads: who asks again within a second gets the same answer. */
  teamLoads: 1000,
} as const;

interface Shared {
  readonly answer: Promise<unknown>;
  readonly until: number;
}

/**
 * Calls that are made once for all who ask at nearly the same time. An answer under way is shared whatever its age; a
 * failed one is forgotten at once, so that the next asks again.
 */
export class SharedCalls {
  readonly #calls = new Map<string, Shared>();

  /** @param ageMs how long the answer is believed, counted from the call */
  get<T>(key: string, ask: () => Promise<T>, ageMs: number): Promise<T> {
    const known = this.#calls.get(key);
    if (known !== undefined && known.until > Date.now()) return known.answer as Promise<T>;
    const answer = ask();
    const shared: Shared = { answer, until: Date.now() + ageMs };
    this.#calls.set(key, shared);
    answer.catch(() => {
      if (this.#calls.get(key) === shared) this.#calls.delete(key);
    });
    return answer;
  }

  /** Forgets one answer, or all of them: something was changed, or somebody else signed in. */
  forget(key?: string): void {
    if (key === undefined) this.#calls.clear();
    else this.#calls.delete(key);
  }
}
