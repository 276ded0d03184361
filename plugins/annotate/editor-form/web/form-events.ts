import type { ElementPath } from '#plugins/annotate/form/common/index.ts';

/** Event in a form, for scripts. */
export interface FormEvent {
  readonly kind: 'click' | 'change' | 'deleted' | 'selected' | 'deselected' | 'message' | 'wcevent';
  /** Id of the component. */
  readonly id: string;
  /** Its path; of a row, the path of its group with the row at the end. */
  readonly path: ElementPath;
  readonly value?: unknown;
}

/** Reports to listeners what a person does in the form. Without listeners nothing happens. */
export class FormEvents {
  readonly #listeners = new Set<(event: FormEvent) => void>();

  on(listener: (event: FormEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: FormEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
