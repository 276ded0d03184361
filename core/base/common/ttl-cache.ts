import { LRUCache } from 'lru-cache';

/**
 * Answers that may be a little old: asked for once, then believed for `lifetime` milliseconds, the latest `most` of
 * them. What changes them here must call `forget`; what changes them in another process is noticed when they expire.
 * Undefined is not remembered, and neither is an answer that was under way when `forget` was called.
 */
export class TtlCache<V extends NonNullable<unknown>> {
  /** Takes the memory of its full size at once, so it is made with the first answer. */
  #kept: LRUCache<string, V> | undefined;
  #forgotten = 0;

  constructor(
    private readonly lifetime: number,
    private readonly most = 10_000,
  ) {}

  get(key: string, ask: () => Promise<V>): Promise<V>;
  get(key: string, ask: () => Promise<V | undefined>): Promise<V | undefined>;
  async get(key: string, ask: () => Promise<V | undefined>): Promise<V | undefined> {
    const kept = this.#kept?.get(key);
    if (kept !== undefined) return kept;
    const asked = this.#forgotten;
    const value = await ask();
    if (value !== undefined && asked === this.#forgotten) {
      this.#kept ??= new LRUCache({ max: this.most, ttl: this.lifetime, perf: Date });
      this.#kept.set(key, value);
    }
    return value;
  }

  /** Forgets everything. */
  forget(): void {
    this.#forgotten += 1;
    this.#kept?.clear();
  }
}
