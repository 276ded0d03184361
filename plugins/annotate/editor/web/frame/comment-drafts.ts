import type { ThreadPlace } from '#plugins/annotate/annotations/common/index.ts';

/** A comment or reply that is being written. */
export interface CommentDraft {
  readonly text: string;
  /** Keeps what is written so far. */
  keep(text: string): void;
}

/** Comments and replies that are being written: they outlive their panel and the visit of another item. */
export class CommentDrafts {
  readonly #texts = new Map<string, string>();
  readonly #places = new Map<number, ThreadPlace>();

  /** Returns the draft of a reply to a thread of an item; without a thread that of its new comment. */
  of(itemId: number, thread?: string): CommentDraft {
    const key = `${itemId} ${thread ?? ''}`;
    return {
      text: this.#texts.get(key) ?? '',
      keep: text => void (text === '' ? this.#texts.delete(key) : this.#texts.set(key, text)),
    };
  }

  /** Remembers the place of an item's new comment while the item is left; one without text is given up. */
  leave(itemId: number, place: ThreadPlace | undefined): void {
    if (place === undefined || this.of(itemId).text.trim() === '') this.#places.delete(itemId);
    else this.#places.set(itemId, place);
  }

  /** Returns the place of the new comment that was being written when the item was left. */
  placeOf(itemId: number): ThreadPlace | undefined {
    return this.#places.get(itemId);
  }
}
