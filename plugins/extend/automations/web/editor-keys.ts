/** Actions of the keys in an open editor. Who may not change the pipeline has those that only look at it. */
export interface EditorActions {
  showAll(): void;
  save?(): void;
  undo?(): void;
  redo?(): void;
  layout?(): void;
  duplicate?(): void;
  /** Absent while the pipeline was never saved. */
  toggleEnabled?: (() => void) | undefined;
  tryOut?(): void;
}

/** The editor on screen, for the commands that have keys. */
export class EditorKeys {
  #open: EditorActions | undefined;

  /** Undefined while no editor is on screen. */
  get open(): EditorActions | undefined {
    return this.#open;
  }

  /** Gives the keys to an editor. Returns the way to take them back. */
  give(actions: EditorActions): () => void {
    this.#open = actions;
    return () => {
      if (this.#open === actions) this.#open = undefined;
    };
  }
}
