/** Milliseconds of rest after which a draft is taken into the document. */
const REST = 700;

/** What is being typed and is no part of the document yet: at most one field at a time. */
export class FormDrafts {
  #owner: string | undefined;
  #commit: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins the draft of a field, or goes on with it. That of another field is taken in first. */
  keep(owner: string, commit: () => void): void {
    if (this.#owner !== owner) this.commit();
    this.#owner = owner;
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
    this.#commit = undefined;
    commit?.();
  }
}
