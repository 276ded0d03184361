import { browserStore } from '#core/base/web/index.ts';
import type { SnapUnit } from '../common/snap-selection.ts';
import { snapUnits } from '../common/snap-selection.ts';

const KEY = 'loupe_text_view';

/** CSS pixels of the letters, smallest first. */
export const letterSizes = [12, 13, 15, 17, 20, 24] as const;

/** Preferences of a person for texts. */
export interface TextPreferences {
  /** Unit to which a selection with the pointer grows. */
  readonly snap: SnapUnit;
  /** Class names over the spans. */
  readonly labels: boolean;
  /** The attributes of the selected span below its words. */
  readonly popover: boolean;
  /** The pages of a PDF beside its text. */
  readonly pages: boolean;
  readonly letterSize: number;
}

const plain: TextPreferences = { snap: 'word', labels: true, popover: true, pages: false, letterSize: 15 };

/** Settings of the project, for what a person has not chosen. */
export type ProjectTextView = Partial<Pick<TextPreferences, 'snap'>>;

/** The person's preferences, the same on every text and kept in this browser. */
export class TextSettings {
  readonly #listeners = new Set<() => void>();
  #chosen = stored();
  #now: TextPreferences;

  constructor(private readonly project: ProjectTextView = {}) {
    this.#now = this.#merged();
  }

  get now(): TextPreferences {
    return this.#now;
  }

  set(change: Partial<TextPreferences>): void {
    this.#chosen = { ...this.#chosen, ...change };
    this.#now = this.#merged();
    browserStore.set(KEY, JSON.stringify(this.#chosen));
    for (const listener of this.#listeners) listener();
  }

  /** The next size of the letters, larger or smaller. */
  resize(larger: boolean): void {
    const { letterSize } = this.#now;
    const next = larger ? letterSizes.find(each => each > letterSize) : letterSizes.findLast(each => each < letterSize);
    if (next !== undefined) this.set({ letterSize: next });
  }

  #merged(): TextPreferences {
    return { ...plain, ...this.project, ...this.#chosen };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Reads how the project shows its texts from what the server answers with an item. */
export function projectTextView({ snap }: Readonly<Record<string, unknown>>): ProjectTextView {
  return snapUnits.includes(snap as SnapUnit) ? { snap: snap as SnapUnit } : {};
}

function stored(): Partial<TextPreferences> {
  try {
    const { snap, labels, popover, pages, letterSize } = JSON.parse(
      browserStore.get(KEY) ?? '{}',
    ) as Partial<TextPreferences>;
    return {
      ...(snapUnits.includes(snap as SnapUnit) ? { snap: snap as SnapUnit } : {}),
      ...(typeof labels === 'boolean' ? { labels } : {}),
      ...(typeof popover === 'boolean' ? { popover } : {}),
      ...(typeof pages === 'boolean' ? { pages } : {}),
      ...(letterSizes.some(each => each === letterSize) ? { letterSize: letterSize! } : {}),
    };
  } catch {
    return {};
  }
}
