import { browserStore } from '#core/base/web/index.ts';

/** Images whose cells are kept at most. */
const KEPT = 200;

/** The cells that a person has looked at, by item, kept in this browser. */
export class SeenStore {
  readonly #key: string;

  /** `person` is whose they are, e.g. an e-mail address. */
  constructor(person: string) {
    this.#key = `loupe_seen_cells ${person}`;
  }

  get(itemId: number): string | undefined {
    return this.#all().find(([id]) => id === itemId)?.[1];
  }

  set(itemId: number, cells: string): void {
    const others = this.#all().filter(([id]) => id !== itemId);
    browserStore.set(this.#key, JSON.stringify([[itemId, cells], ...others].slice(0, KEPT)));
  }

  #all(): readonly (readonly [itemId: number, cells: string])[] {
    try {
      const stored = JSON.parse(browserStore.get(this.#key) ?? '[]') as unknown;
      return Array.isArray(stored) ? (stored as (readonly [number, string])[]) : [];
    } catch {
      return [];
    }
  }
}
