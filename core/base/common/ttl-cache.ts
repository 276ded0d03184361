interface Kept<V> {
  readonly until: number;
  readonly value: V;
}

/**
 * Answers that may be a little old: asked for once, then believed for `lifetime` milliseconds. What changes them here must
 * call `forget`; what changes them in another process is noticed when they run out. Undefined is not remembered, and neither
 * is an answer that was under way when `forget` was called.
 */
export class TtlCache<V> {
  readonly #kept = new Map<string, Kept<V>>();
  #forgotten = 0;

  constructor(
    private readonly lifetime: number,
    private readonly most = 10_000,
  ) {}

  get(key: string, ask: () => Promise<V>): Promise<V>;
  get(key: string, ask: () => Promise<V | undefined>): Promise<V | undefined>;
  async get(key: string, ask: () => Promise<V | undefined>): Promise<V | undefined> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > Date.now()) return kept.value;
    const asked = this.#forgotten;
    const value = await ask();
    if (value === undefined || asked !== this.#forgotten) return value;
    if (this.#kept.size >= this.most) this.#kept.clear();
    this.#kept.set(key, { until: Date.now() + this.lifetime, value });
    return value;
  }

  /** Forgets everything. */
  forget(): void {
    this.#forgotten += 1;
    this.#kept.clear();
  }
}
