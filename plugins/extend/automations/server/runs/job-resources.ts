import type { Disposable } from '#core/base/common/index.ts';

/** Resources that one job uses for all its batches, such as a process for code. */
export class JobResources implements Disposable {
  readonly #held = new Map<string, Disposable>();

  /** Returns the resource of a key, made at its first use. The type of a key must always be the same. */
  get<T extends Disposable>(key: string, make: () => T): T {
    const present = this.#held.get(key) as T | undefined;
    if (present !== undefined) return present;
    const made = make();
    this.#held.set(key, made);
    return made;
  }

  /** Ends all of them. Later uses make new ones. */
  dispose(): void {
    for (const each of this.#held.values()) each.dispose();
    this.#held.clear();
  }
}
