import { LRUCache } from 'lru-cache';

/** Most keys that are asked for at once. */
const MOST_AT_ONCE = 500;

/** Answers by key; a key that is not there has none. */
type Answers<V> = ReadonlyMap<string, V>;

/**
 * As `TtlCache`, for keys of a group that can be asked for at once. Who asks for one asks also for those that were used
 * since they were asked for and whose time is half over: many callers that come again and again cost one question.
 */
export class BatchedTtlCache<V extends NonNullable<unknown>> {
  readonly #lifetime: number;
  readonly #kept: LRUCache<string, V>;
  /** Keys that were used since they were asked for, by group. */
  readonly #used: LRUCache<string, Set<string>>;
  readonly #asked = new Map<string, Promise<Answers<V>>>();
  #forgotten = 0;

  constructor(lifetime: number, most = 10_000) {
    this.#lifetime = lifetime;
    this.#kept = new LRUCache({ max: most, ttl: lifetime, perf: Date });
    this.#used = new LRUCache({ max: most });
  }

  /**
   * Returns the answer for a key of a group.
   *
   * @param ask gets the key and others of the group. It must answer each of them for any of its callers alike.
   * @param alone asks for the key alone and lets nobody wait for the same question, for what a transaction sees that
   *   is not committed
   */
  async get(
    group: string,
    key: string,
    ask: (keys: readonly string[]) => Promise<Answers<V>>,
    alone = false,
  ): Promise<V | undefined> {
    const kept = this.#kept.get(placeOf(group, key));
    if (kept !== undefined) {
      this.#usedOf(group).add(key);
      return kept;
    }
    if (alone) return (await this.#ask(group, [key], ask([key]))).get(key);
    const asked = this.#asked.get(placeOf(group, key));
    return (await (asked ?? this.#askTogether(group, [key, ...this.#due(group, key)], ask))).get(key);
  }

  /** Forgets everything. */
  forget(): void {
    this.#forgotten += 1;
    this.#kept.clear();
    this.#used.clear();
    this.#asked.clear();
  }

  async #askTogether(
    group: string,
    keys: readonly string[],
    ask: (keys: readonly string[]) => Promise<Answers<V>>,
  ): Promise<Answers<V>> {
    const asking = this.#ask(group, keys, ask(keys));
    const places = keys.map(key => placeOf(group, key));
    for (const place of places) this.#asked.set(place, asking);
    try {
      return await asking;
    } finally {
      for (const place of places) if (this.#asked.get(place) === asking) this.#asked.delete(place);
    }
  }

  /** Keeps answers, unless everything was forgotten while they were under way. */
  async #ask(group: string, keys: readonly string[], asking: Promise<Answers<V>>): Promise<Answers<V>> {
    const forgotten = this.#forgotten;
    const answers = await asking;
    if (forgotten !== this.#forgotten) return answers;
    for (const key of keys) {
      const answer = answers.get(key);
      if (answer === undefined) this.#kept.delete(placeOf(group, key));
      else this.#kept.set(placeOf(group, key), answer);
    }
    return answers;
  }

  /** Takes the other keys of a group that the next question includes. */
  #due(group: string, own: string): readonly string[] {
    const used = this.#usedOf(group);
    used.delete(own);
    const due: string[] = [];
    for (const key of used) {
      if (due.length === MOST_AT_ONCE) break;
      const place = placeOf(group, key);
      if (this.#kept.getRemainingTTL(place) > this.#lifetime / 2 || this.#asked.has(place)) continue;
      used.delete(key);
      due.push(key);
    }
    return due;
  }

  #usedOf(group: string): Set<string> {
    const used = this.#used.get(group) ?? new Set<string>();
    this.#used.set(group, used);
    return used;
  }
}

const placeOf = (group: string, key: string): string => `${group}\n${key}`;
