/** Milliseconds after which a pressed key counts as held. */
const HELD_AFTER = 300;

/** The space bar: a tap plays or pauses, holding it pans. */
export class SpaceKey {
  readonly #ending = new AbortController();
  #since: number | undefined;
  #moved = false;

  /** `tap` is called when the key goes up and was not held; `surface` is where a drag makes it a pan. */
  constructor(surface: HTMLElement, tap: () => void) {
    const { signal } = this.#ending;
    surface.addEventListener('pointerdown', () => (this.#moved = true), { signal, capture: true });
    window.addEventListener('blur', () => (this.#since = undefined), { signal });
    window.addEventListener(
      'keyup',
      event => {
        if (event.code !== 'Space' || this.#since === undefined) return;
        const tapped = !this.#moved && event.timeStamp - this.#since < HELD_AFTER;
        this.#since = undefined;
        if (tapped) tap();
      },
      { signal },
    );
  }

  /** The key went down. */
  press(event: KeyboardEvent): void {
    if (event.repeat || this.#since !== undefined) return;
    this.#since = event.timeStamp;
    this.#moved = false;
  }

  dispose(): void {
    this.#ending.abort();
  }
}
