import { browserStore } from '#core/base/web/index.ts';

const KEY = 'loupe_text_rejected';

/** Items whose rejected suggestions are kept; those least lately worked on go first. */
const MOST_ITEMS = 200;

/** Suggestions that people rejected, by item, in this browser. A suggestion is named by its place and class. */
export class RejectedSuggestions {
  #names: ReadonlySet<string>;

  constructor(private readonly itemId: number) {
    this.#names = new Set(stored().get(itemId));
  }

  get size(): number {
    return this.#names.size;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(names: Iterable<string>): void {
    this.#keep(new Set([...this.#names, ...names]));
  }

  clear(): void {
    this.#keep(new Set());
  }

  #keep(names: ReadonlySet<string>): void {
    this.#names = names;
    const all = stored();
    all.delete(this.itemId);
    if (names.size > 0) all.set(this.itemId, [...names]);
    browserStore.set(KEY, JSON.stringify([...all].slice(-MOST_ITEMS)));
  }
}

/** By item, the one worked on last at the end. */
function stored(): Map<number, readonly string[]> {
  try {
    return new Map(JSON.parse(browserStore.get(KEY) ?? '[]') as readonly (readonly [number, readonly string[]])[]);
  } catch {
    return new Map();
  }
}
