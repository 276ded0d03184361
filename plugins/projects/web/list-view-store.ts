import { proxy } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';

export type ListView = 'cards' | 'table';

const KEY = 'loupe_projects_view';

/** How the person looks at the list of projects: kept in this browser. */
export class ListViewStore {
  readonly state = proxy<{ view: ListView }>({ view: browserStore.get(KEY) === 'table' ? 'table' : 'cards' });
  /** Scroll position in pixels by list, so that coming back finds the same place. */
  readonly #scroll = new Map<string, number>();

  show(view: ListView): void {
    this.state.view = view;
    browserStore.set(KEY, view);
  }

  keepScroll(list: string, offset: number): void {
    this.#scroll.set(list, offset);
  }

  scrollOf(list: string): number {
    return this.#scroll.get(list) ?? 0;
  }
}
