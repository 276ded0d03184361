/** Carries messages of scripts to the web components that are on the screen, by the key of their path. */
export class ComponentPosts {
  readonly #listeners = new Map<string, (message: unknown) => void>();

  listen(key: string, listener: (message: unknown) => void): () => void {
    this.#listeners.set(key, listener);
    return () => {
      if (this.#listeners.get(key) === listener) this.#listeners.delete(key);
    };
  }

  /** False when no such component is on the screen. */
  post(key: string, message: unknown): boolean {
    const listener = this.#listeners.get(key);
    listener?.(message);
    return listener !== undefined;
  }
}
