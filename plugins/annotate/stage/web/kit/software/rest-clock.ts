/** Milliseconds the scale must stay before tiles of it are made. */
const restTime = 120;

/** Detects that a zoom has come to rest. */
export class RestClock {
  readonly #requestFrame: () => void;
  #last: number | undefined;
  #changedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(requestFrame: () => void) {
    this.#requestFrame = requestFrame;
  }

  /** The scale has not changed for a while, or never; otherwise asks for a frame when it will have rested. */
  rests(scale: number): boolean {
    const now = performance.now();
    if (this.#last !== undefined && this.#last !== scale) {
      this.#changedAt = now;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#requestFrame, restTime);
    }
    this.#last = scale;
    return now - this.#changedAt >= restTime - 1;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
