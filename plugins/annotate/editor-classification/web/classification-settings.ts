import { browserStore } from '#core/base/web/index.ts';

const KEY = 'loupe_classification';

/** Sides of the tiles of the grid in CSS pixels, smallest first. */
export const tileSizes = [112, 152, 208, 288] as const;

/** Preferences of a person for classification. */
export interface ClassificationPreferences {
  /** An answered item is left for the next one by itself. */
  readonly advance: boolean;
  /** An item that is left for the next one is submitted. */
  readonly submit: boolean;
  readonly tile: number;
}

const plain: ClassificationPreferences = { advance: false, submit: false, tile: 152 };

/** The person's preferences, the same in every project and kept in this browser. */
export class ClassificationSettings {
  readonly #listeners = new Set<() => void>();
  #now: ClassificationPreferences = { ...plain, ...stored() };

  get now(): ClassificationPreferences {
    return this.#now;
  }

  set(change: Partial<ClassificationPreferences>): void {
    this.#now = { ...this.#now, ...change };
    browserStore.set(KEY, JSON.stringify(this.#now));
    for (const listener of this.#listeners) listener();
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

function stored(): Partial<ClassificationPreferences> {
  try {
    const { advance, submit, tile } = JSON.parse(browserStore.get(KEY) ?? '{}') as Partial<ClassificationPreferences>;
    return {
      ...(typeof advance === 'boolean' ? { advance } : {}),
      ...(typeof submit === 'boolean' ? { submit } : {}),
      ...(tileSizes.some(each => each === tile) ? { tile: tile! } : {}),
    };
  } catch {
    return {};
  }
}
