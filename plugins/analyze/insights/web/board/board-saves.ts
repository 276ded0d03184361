/** Runs saves of boards one after the other. After one that fails, those that waited for it fail with it. */
export class BoardSaves {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(save: () => Promise<T>): Promise<T> {
    const saving = this.#last.then(save);
    this.#last = saving;
    const end = (): void => {
      if (this.#last === saving) this.#last = Promise.resolve();
    };
    saving.then(end, end);
    return saving;
  }
}
