/** Actions of the keys on the pages of apps. */
export interface AppActions {
  newApp?(): void;
  saveApp?(): void;
  buildApp?(): void;
  reloadApp?(): void;
}

/** The page of apps on screen, for the commands that have keys. */
export class AppKeys {
  #open: AppActions = {};

  run(command: keyof AppActions): void {
    this.#open[command]?.();
  }

  /** Returns whether a command can run now. */
  can(command: keyof AppActions): boolean {
    return this.#open[command] !== undefined;
  }

  /** Gives the keys to a page. Returns the way to take them back. */
  give(actions: AppActions): () => void {
    this.#open = actions;
    return () => {
      if (this.#open === actions) this.#open = {};
    };
  }
}
