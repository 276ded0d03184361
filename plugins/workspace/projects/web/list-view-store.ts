import { proxy } from 'valtio';
import { browserStore, keepColumns, readColumnIds } from '#core/base/web/index.ts';
import { standardColumns } from './list-columns.tsx';

export type ListView = 'cards' | 'table';

const KEY = 'loupe_projects_view';
const TABLE = 'projects';

/** View of the list of projects: kept in this browser. */
export class ListViewStore {
  readonly state = proxy<{ view: ListView; columns: readonly string[] }>({
    view: browserStore.get(KEY) === 'table' ? 'table' : 'cards',
    columns: readColumnIds(TABLE) ?? standardColumns,
  });
  /** Scroll position in pixels by list, so that coming back finds the same place. */
  readonly #scroll = new Map<string, number>();

  show(view: ListView): void {
    this.state.view = view;
    browserStore.set(KEY, view);
  }

  /** Shows these columns, in this order. */
  chooseColumns(columns: readonly string[]): void {
    this.state.columns = [...columns];
    keepColumns(TABLE, columns === standardColumns ? undefined : columns);
  }

  keepScroll(list: string, offset: number): void {
    this.#scroll.set(list, offset);
  }

  scrollOf(list: string): number {
    return this.#scroll.get(list) ?? 0;
  }
}
