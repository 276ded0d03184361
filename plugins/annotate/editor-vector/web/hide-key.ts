/** Milliseconds after which a pressed key counts as held. */
const holdAfter = 250;

/** The key that hides: a tap hides, holding it looks below the shapes until it is let go. */
export class HideKey {
  readonly #actions: { readonly tap: () => void; readonly peek: (active: boolean) => void };
  readonly #ending = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The physical key that is down. */
  #code = '';
  #down = false;
  #peeking = false;

  constructor(actions: { readonly tap: () => void; readonly peek: (active: boolean) => void }) {
    this.#actions = actions;
    const { signal } = this.#ending;
    window.addEventListener('keyup', event => event.code === this.#code && this.#release(true), { signal });
    window.addEventListener('blur', () => this.#release(false), { signal });
  }

  press(code: string): void {
    if (this.#down) return;
    this.#code = code;
    this.#down = true;
    this.#timer = setTimeout(() => {
      this.#peeking = true;
      this.#actions.peek(true);
    }, holdAfter);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#ending.abort();
  }

  #release(tapped: boolean): void {
    if (!this.#down) return;
    this.#down = false;
    clearTimeout(this.#timer);
    if (this.#peeking) this.#actions.peek(false);
    else if (tapped) this.#actions.tap();
    this.#peeking = false;
  }
}
