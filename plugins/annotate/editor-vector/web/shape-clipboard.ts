import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { checkVectorDocument } from '../common/checks.ts';

/** Copied content. */
export interface ClipboardContent {
  readonly instances: readonly Instance[];
  /** The project it was copied in. */
  readonly projectId?: number;
}

const empty: ClipboardContent = { instances: [] };

/**
 * Last copied shapes of a person, kept in this browser, so that they can be pasted on the next item and in another tab.
 * What is too much for the browser's store is kept in this tab alone.
 */
export class ShapeClipboard {
  static readonly #open = new Map<string, ShapeClipboard>();
  readonly #key: string;
  #stored: string | null = null;
  #content = empty;

  /** `person` is whose clipboard it is, e.g. an e-mail address. */
  constructor(person: string) {
    this.#key = `loupe_vector_clipboard ${person}`;
  }

  /** The one clipboard of a person for every item that is opened. */
  static of(person: string): ShapeClipboard {
    const known = this.#open.get(person) ?? new ShapeClipboard(person);
    this.#open.set(person, known);
    return known;
  }

  get content(): ClipboardContent {
    const stored = this.#read();
    if (stored !== null && stored !== this.#stored) {
      this.#stored = stored;
      this.#content = parsed(stored);
    }
    return this.#content;
  }

  copy(content: ClipboardContent): void {
    this.#content = content;
    this.#stored = JSON.stringify(content);
    try {
      localStorage.setItem(this.#key, this.#stored);
    } catch {
      // Too much, or a browser that keeps nothing: what another tab copied before must not come back instead.
      this.#stored = this.#read();
    }
  }

  #read(): string | null {
    try {
      return localStorage.getItem(this.#key);
    } catch {
      return null;
    }
  }
}

/** Anything on this origin may have written there: what is no sound list of instances is nothing. */
function parsed(text: string): ClipboardContent {
  try {
    const { instances, projectId } = JSON.parse(text) as Partial<ClipboardContent>;
    const document = readDocument({ metadata: { name: 'clipboard' }, instances });
    if (checkVectorDocument(document, { form: 'internal' }).some(issue => issue.severity === 'error')) return empty;
    return { instances: document.instances, ...(typeof projectId === 'number' ? { projectId } : {}) };
  } catch {
    return empty;
  }
}
