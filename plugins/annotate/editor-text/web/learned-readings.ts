import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { Reading } from '../common/extract/reading.ts';

/** Items whose readings are held: documents are still being saved for a while after their item was left. */
const HELD = 200;

/**
 * In which text the spans of items are counted, for files that are no texts themselves; it goes into their documents
 * when they are saved.
 */
export class LearnedReadings {
  readonly #readings = new Map<number, Reading>();

  learn(itemId: number, reading: Reading): void {
    this.#readings.delete(itemId);
    this.#readings.set(itemId, reading);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > HELD && oldest !== undefined) this.#readings.delete(oldest);
  }

  /** The document with the reading its places are counted in, and the length of that. */
  into(document: AnnotationDocument, itemId: number): AnnotationDocument {
    const reading = this.#readings.get(itemId);
    return reading === undefined
      ? document
      : { ...document, metadata: { ...document.metadata, contentLength: reading.length, reading } };
  }
}
