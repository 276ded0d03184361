/** The screen that classifies takes keys before all others while it is there. */
export class KeyTaker {
  #take: ((event: KeyboardEvent) => boolean) | undefined;

  /** Returns the way to stop. */
  seat(take: (event: KeyboardEvent) => boolean): () => void {
    this.#take = take;
    return () => {
      if (this.#take === take) this.#take = undefined;
    };
  }

  /** True when the key was taken. What a dialog, a menu or a button does with it goes before. */
  press(event: KeyboardEvent): boolean | undefined {
    const { target } = event;
    if (this.#take === undefined || document.querySelector('[role="dialog"][aria-modal="true"]') !== null)
      return undefined;
    if (target instanceof HTMLElement && target.closest('[role="menu"], [role="listbox"]') !== null) return undefined;
    if (
      target instanceof HTMLElement &&
      ['Enter', ' ', 'Tab'].includes(event.key) &&
      target.closest('button, a, input') !== null
    )
      return undefined;
    return this.#take(event) ? true : undefined;
  }
}
