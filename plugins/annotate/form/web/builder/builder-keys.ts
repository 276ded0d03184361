/** Actions of the keys in an open form builder. */
export interface BuilderActions {
  save(): void;
  undo(): void;
  redo(): void;
  duplicate(): void;
  remove(): void;
  up(): void;
  down(): void;
  out(): void;
  into(): void;
}

/** Commands that belong to what is chosen: only while the focus is in the canvas. */
const inCanvas: ReadonlySet<keyof BuilderActions> = new Set(['duplicate', 'remove', 'up', 'down', 'out', 'into']);

/** The form builder on screen, for the commands that have keys. */
export class BuilderKeys {
  #open: BuilderActions | undefined;

  run(command: keyof BuilderActions): void {
    this.#open?.[command]();
  }

  /** Returns whether a command can run now. */
  can(command: keyof BuilderActions): boolean {
    return (
      this.#open !== undefined &&
      (!inCanvas.has(command) || document.activeElement?.closest('[data-form-canvas]') !== null)
    );
  }

  /** Gives the keys to a builder. Returns the way to take them back. */
  give(actions: BuilderActions): () => void {
    this.#open = actions;
    return () => {
      if (this.#open === actions) this.#open = undefined;
    };
  }
}
