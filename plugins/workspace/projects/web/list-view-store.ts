import { proxy } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';
import { standardColumns } from './list-columns.tsx';

export type ListView = 'cards' | 'table';

const KEY = 'loupe_projects_view';
const COLUMNS_KEY = 'loupe_projects_columns';

function keptColumns(): readonly string[] {
  const kept = browserStore.get(COLUMNS_KEY);
  return kept === undefined || kept === null ? standardColumns : kept.split(',').filter(each => each !== '');
}

/** How the person looks at the list of projects: kept in this browser. */
export class ListViewStore {
  readonly state = proxy<{ view: ListView; columns: readonly string[] }>({
    view: browserStore.get(KEY) === 'table' ? 'table' : 'cards',
    columns: keptColumns(),
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
    browserStore.set(COLUMNS_KEY, columns.join(','));
  }

  keepScroll(list: string, offset: number): void {
    this.#scroll.set(list, offset);
  }

  scrollOf(list: string): number {
    return this.#scroll.get(list) ?? 0;
  }
}
