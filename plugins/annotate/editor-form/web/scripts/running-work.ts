/** After this time what is under way is shown; after the others it is ended, milliseconds (product, multimodal 5). */
const SHOWN_MS = 2_000;
const LONGEST_MS = 60_000;
const LONGEST_ASKING_MS = 300_000;
const LOOK_MS = 250;
/** Handlers that are under way at once at most. */
const MOST = 50;

interface WorkPorts {
  /** Receives the shown work, and the buttons whose handlers run. */
  readonly changed: (busy: { readonly text: string | undefined } | undefined, pressed: ReadonlySet<string>) => void;
  /** A model answers, which may take longer. */
  readonly isAsking: () => boolean;
  readonly tooLong: (seconds: number) => void;
}

interface Running {
  readonly since: number;
  readonly button: string | undefined;
}

/** Work of a script, with its start. */
export class RunningWork {
  readonly #running = new Set<Running>();
  #asked = 0;
  #text: string | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #reported = '';

  constructor(private readonly ports: WorkPorts) {}

  /**
   * Waits for a handler or a hook; `button` is the key of the one that was pressed, which is not pressed again
   * meanwhile. `failed` when it did not come to an end.
   */
  async run<Answer>(
    button: string | undefined,
    work: () => Promise<Answer>,
  ): Promise<{ readonly answer: Answer } | { readonly failed: true }> {
    if (this.#running.size >= MOST || (button !== undefined && [...this.#running].some(each => each.button === button)))
      return { failed: true };
    const running: Running = { since: performance.now(), button };
    this.#running.add(running);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
    this.#report();
    try {
      return { answer: await work() };
    } catch {
      // The sandbox reports what went wrong, with its line.
      return { failed: true };
    } finally {
      this.#running.delete(running);
      this.#report();
    }
  }

  /** The script says itself that something is under way, or no longer. */
  show(text: string | undefined, on: boolean): void {
    this.#asked = on ? this.#asked + 1 : Math.max(0, this.#asked - 1);
    this.#text = this.#asked === 0 ? undefined : on ? (text ?? this.#text) : this.#text;
    this.#report();
  }

  clear(): void {
    this.#running.clear();
    this.#asked = 0;
    this.#text = undefined;
    this.#report();
  }

  #look(): void {
    const longest = this.ports.isAsking() ? LONGEST_ASKING_MS : LONGEST_MS;
    const now = performance.now();
    if ([...this.#running].some(each => now - each.since > longest)) this.ports.tooLong(longest / 1000);
    this.#report();
  }

  #report(): void {
    if (this.#running.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    const now = performance.now();
    const busy =
      this.#asked > 0 || [...this.#running].some(each => now - each.since > SHOWN_MS)
        ? { text: this.#text }
        : undefined;
    const pressed = new Set([...this.#running].flatMap(each => (each.button === undefined ? [] : [each.button])));
    const reported = JSON.stringify([busy, [...pressed]]);
    if (reported === this.#reported) return;
    this.#reported = reported;
    this.ports.changed(busy, pressed);
  }
}
