/** Keys that mean something while they are held: one hides the masks, Shift adds. */
export class HeldKeys {
  readonly #hide: (held: boolean) => void;
  readonly #ending = new AbortController();
  /** The physical key that is down. */
  #code = '';
  #hiding = false;
  #shift = false;

  constructor(hide: (held: boolean) => void) {
    this.#hide = hide;
    const { signal } = this.#ending;
    window.addEventListener(
      'keydown',
      event => {
        this.#shift = event.shiftKey;
      },
      { signal, capture: true },
    );
    window.addEventListener(
      'keyup',
      event => {
        this.#shift = event.shiftKey;
        if (event.code === this.#code) this.#release();
      },
      { signal },
    );
    window.addEventListener(
      'pointerdown',
      event => {
        this.#shift = event.shiftKey;
      },
      { signal, capture: true },
    );
    window.addEventListener('blur', () => this.#release(), { signal });
  }

  get shift(): boolean {
    return this.#shift;
  }

  /** The key that hides went down. */
  press(code: string): void {
    if (this.#hiding) return;
    this.#code = code;
    this.#hiding = true;
    this.#hide(true);
  }

  dispose(): void {
    this.#ending.abort();
  }

  #release(): void {
    if (!this.#hiding) return;
    this.#hiding = false;
    this.#hide(false);
  }
}
