import { proxy } from 'valtio';

/** Tables opened in this window, so that each begins with its view once, and the view of each. */
export class OpenedTables {
  readonly state = proxy<{ shown: Record<string, number | undefined> }>({ shown: {} });
  readonly #opened = new Set<string>();

  /** True the first time. */
  open(table: string): boolean {
    const first = !this.#opened.has(table);
    this.#opened.add(table);
    return first;
  }

  show(table: string, view: number | undefined): void {
    this.state.shown[table] = view;
  }
}
