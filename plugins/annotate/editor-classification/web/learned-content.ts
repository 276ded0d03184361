import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { ContentFacts } from '../common/content-facts.ts';
import { contentOf } from '../common/content-facts.ts';

/** Items whose facts are held: documents are still being saved for a while after their item was left. */
const HELD = 200;

/** Facts about files that previews found: the page counts and the like go into the documents when they are saved. */
export class LearnedContent {
  readonly #facts = new Map<number, ContentFacts>();

  learn(itemId: number, facts: ContentFacts): void {
    const before = this.#facts.get(itemId);
    this.#facts.delete(itemId);
    this.#facts.set(itemId, { ...before, ...facts });
    const [oldest] = this.#facts.keys();
    if (this.#facts.size > HELD && oldest !== undefined) this.#facts.delete(oldest);
  }

  /** The document with what is known of its file. */
  into(document: AnnotationDocument, itemId: number): AnnotationDocument {
    const facts = this.#facts.get(itemId);
    return facts === undefined
      ? document
      : { ...document, metadata: { ...document.metadata, content: { ...contentOf(document), ...facts } } };
  }
}
