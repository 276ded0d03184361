import { browserStore } from '#core/base/web/index.ts';
import type { SnapUnit } from '../common/snap-selection.ts';
import { snapUnits } from '../common/snap-selection.ts';

const KEY = 'loupe_text_view';

/** CSS pixels of the letters, smallest first. */
export const letterSizes = [12, 13, 15, 17, 20, 24] as const;

/** How a person likes to work on texts. */
export interface TextPreferences {
  /** What a selection with the pointer grows to. */
  readonly snap: SnapUnit;
  /** Class names over the spans. */
  readonly labels: boolean;
  readonly letterSize: number;
}

const plain: TextPreferences = { snap: 'word', labels: true, letterSize: 15 };

/** The person's preferences, the same on every text and kept in this browser. */
export class TextSettings {
  readonly #listeners = new Set<() => void>();
  #now: TextPreferences = { ...plain, ...stored() };

  get now(): TextPreferences {
    return this.#now;
  }

  set(change: Partial<TextPreferences>): void {
    this.#now = { ...this.#now, ...change };
    browserStore.set(KEY, JSON.stringify(this.#now));
    for (const listener of this.#listeners) listener();
  }

  /** The next size of the letters, larger or smaller. */
  resize(larger: boolean): void {
    const { letterSize } = this.#now;
    const next = larger ? letterSizes.find(each => each > letterSize) : letterSizes.findLast(each => each < letterSize);
    if (next !== undefined) this.set({ letterSize: next });
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function stored(): Partial<TextPreferences> {
  try {
    const { snap, labels, letterSize } = JSON.parse(browserStore.get(KEY) ?? '{}') as Partial<TextPreferences>;
    return {
      ...(snapUnits.includes(snap as SnapUnit) ? { snap: snap as SnapUnit } : {}),
      ...(typeof labels === 'boolean' ? { labels } : {}),
      ...(letterSizes.some(each => each === letterSize) ? { letterSize: letterSize! } : {}),
    };
  } catch {
    return {};
  }
}
