/** Milliseconds that a command may wait for a listener until the app is warned. */
const UNHANDLED_MS = 5_000;
/** Commands that wait at most; what is more is left out. */
const MOST_WAITING = 20;

/**
 * Hands commands to whoever listens. One that nobody listens to yet waits: the app may still be drawing what does it.
 */
export class CommandController {
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #waiting = new Map<object, string>();

  constructor(private readonly warn: (text: string) => void) {}

  /** Calls the listeners of a command that was chosen. Without one, the command waits for the first. */
  dispatch(id: string): void {
    const listeners = this.#listeners.get(id);
    if (listeners !== undefined) return [...listeners].forEach(each => each());
    if (this.#waiting.size >= MOST_WAITING) return;
    const entry = {};
    this.#waiting.set(entry, id);
    setTimeout(() => {
      if (this.#waiting.has(entry))
        this.warn(
          `The command “${id}” was chosen, and nothing in the app listens to it yet: onCommand('${id}', …) or useCommand('${id}', …).`,
        );
    }, UNHANDLED_MS);
  }

  /** Calls `listener` whenever the command is chosen, and for what was chosen before. Returns the way to stop. */
  on(id: string, listener: () => void): () => void {
    const own = (): void => listener();
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(own));
    for (const [entry, waiting] of this.#waiting) {
      if (waiting !== id) continue;
      this.#waiting.delete(entry);
      own();
    }
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
    };
  }
}
