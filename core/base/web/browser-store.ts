/**
 * Texts by name that this browser keeps for the person. Where it keeps none, as in frames of other sites and some
 * private windows, they last as long as the page.
 */
export class BrowserStore {
  readonly #own = new Map<string, string>();

  /** `storage` may throw, as `localStorage` itself does where a browser keeps nothing. */
  constructor(private readonly storage: () => Storage) {}

  get(name: string): string | undefined {
    const own = this.#own.get(name);
    if (own !== undefined) return own;
    return this.#tried(storage => storage.getItem(name) ?? undefined);
  }

  set(name: string, text: string): void {
    // Also what no longer fits is known until the page is left.
    if (this.#tried(storage => (storage.setItem(name, text), true)) === true) this.#own.delete(name);
    else this.#own.set(name, text);
  }

  remove(name: string): void {
    this.#own.delete(name);
    this.#tried(storage => storage.removeItem(name));
  }

  names(): readonly string[] {
    return [...new Set([...this.#own.keys(), ...(this.#tried(storage => Object.keys(storage)) ?? [])])];
  }

  #tried<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(this.storage());
    } catch {
      return undefined;
    }
  }
}

export const browserStore = new BrowserStore(() => localStorage);

/** The same for this tab alone. */
export const tabStore = new BrowserStore(() => sessionStorage);
