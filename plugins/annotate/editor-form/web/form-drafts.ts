/** Milliseconds of rest after which a draft is taken into the document. */
const REST = 700;

/** Text that is being typed and is no part of the document yet: at most one field at a time. */
export class FormDrafts {
  #owner: string | undefined;
  #key: string | undefined;
  #commit: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The key of the field in which somebody types right now; undefined where nobody does. */
  get openAt(): string | undefined {
    return this.#key;
  }

  /**
   * Begins the draft of a field, or goes on with it; `key` is that of its path. That of another field is taken in
   * first.
   */
  keep(owner: string, commit: () => void, key?: string): void {
    if (this.#owner !== owner) this.commit();
    this.#owner = owner;
    this.#key = key;
    this.#commit = commit;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.commit(), REST);
  }

  /** Takes in what is being typed; with an owner, only what is typed there. */
  commit(owner = this.#owner): void {
    if (owner !== this.#owner) return;
    clearTimeout(this.#timer);
    const commit = this.#commit;
    this.#owner = undefined;
    this.#key = undefined;
    this.#commit = undefined;
    commit?.();
  }
}
