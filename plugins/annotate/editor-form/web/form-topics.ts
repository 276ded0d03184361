import type { ElementPath } from '#plugins/annotate/form/common/index.ts';
import { pathKey } from '#plugins/annotate/form/common/index.ts';

/** Topics of changes that are not of one value. */
export const FORM_TOPIC = 'form';
export const rowsTopic = (group: ElementPath): string => `rows ${pathKey(group)}`;
export const commentsTopic = (key: string): string => `comments ${key}`;
/** Of how a component looks, in all its rows. */
export const lookTopic = (id: string): string => `look ${id}`;

/** Notifies listeners of one topic that it changed: each field is notified of its own value only. */
export class FormTopics {
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #any = new Set<() => void>();

  /** Calls back with whatever changed. Returns the way to stop. */
  onAny(listener: () => void): () => void {
    this.#any.add(listener);
    return () => void this.#any.delete(listener);
  }

  on(topic: string, listener: () => void): () => void {
    const known = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, known.add(listener));
    return () => {
      known.delete(listener);
      if (known.size === 0 && this.#listeners.get(topic) === known) this.#listeners.delete(topic);
    };
  }

  notify(topic: string): void {
    // Listeners may come and go while they are notified.
    const now = [...(this.#listeners.get(topic) ?? [])];
    for (const listener of now) listener();
    for (const listener of this.#any) listener();
  }

  notifyAll(): void {
    const now = [...this.#listeners.keys()];
    for (const topic of now) this.notify(topic);
    for (const listener of this.#any) listener();
  }
}
