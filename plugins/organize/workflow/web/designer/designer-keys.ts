/** Actions of the keys in an open designer. */
export interface DesignerActions {
  save(): void;
  undo(): void;
  redo(): void;
}

/** The designer on screen, for the commands that have keys. */
export class DesignerKeys {
  #open: DesignerActions | undefined;

  /** Undefined while no designer is on screen. */
  get open(): DesignerActions | undefined {
    return this.#open;
  }

  /** Gives the keys to a designer. Returns the way to take them back. */
  give(actions: DesignerActions): () => void {
    this.#open = actions;
    return () => {
      if (this.#open === actions) this.#open = undefined;
    };
  }
}
