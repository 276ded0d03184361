/** Something that was started and can be ended. Ending twice is safe. */
export interface Disposable {
  dispose(): void;
}

/** Wraps a function so that it runs at most once. */
export function toDisposable(end: () => void): Disposable {
  let ended = false;
  return {
    dispose() {
      if (ended) return;
      ended = true;
      end();
    },
  };
}

/**
 * Owns disposables and ends them in reverse order. Adding to a store that has ended ends the newcomer at once.
 * A throwing member does not keep the others from ending; the first error is thrown at the end.
 */
export class Disposables implements Disposable {
  readonly #members: Disposable[] = [];
  #ended = false;

  get size(): number {
    return this.#members.length;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Takes ownership and returns its argument, so ownership is stated where the thing is made. */
  add<T extends Disposable>(member: T): T {
    if (this.#ended) member.dispose();
    else this.#members.push(member);
    return member;
  }

  dispose(): void {
    if (this.#ended) return;
    this.#ended = true;
    const errors: unknown[] = [];
    while (this.#members.length > 0) {
      try {
        this.#members.pop()!.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
