import type { ElementPath } from '#plugins/annotate/form/common/index.ts';
import { pathKey } from '#plugins/annotate/form/common/index.ts';
import type { FormTopics } from './form-topics.ts';

/**
 * Answers that are being written into fields, shown before they are part of the document; until then those fields are
 * not written by hand.
 */
export class ComingAnswers {
  readonly #values = new Map<string, unknown>();

  constructor(private readonly topics: FormTopics) {}

  has(key: string): boolean {
    return this.#values.has(key);
  }

  get(key: string): unknown {
    return this.#values.get(key);
  }

  /** Undefined ends it. */
  show(path: ElementPath, value: unknown): void {
    const key = pathKey(path);
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
    this.topics.notify(key);
  }
}
