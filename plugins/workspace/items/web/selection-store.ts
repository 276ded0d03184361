import { proxy, ref } from 'valtio';
import { Fault } from '#core/base/common/index.ts';
import type { ItemFilter } from '../common/api.ts';
import { MOST_IDS } from '../common/change-api.ts';
import type { Selection } from './selection.ts';
import { isListed, NOTHING, sizeOf, toggled } from './selection.ts';

/** The list of items on screen. */
export interface ShownList {
  readonly projectId: number;
  /** Choice of all items: by the filter that it shows, or by the ids of the first of it. */
  readonly choice: { readonly filter: ItemFilter } | { readonly allIds: () => Promise<readonly number[]> };
  readonly count: number;
  /** Ids of the stretch between two places of the list, both included; asks the server for what is not loaded. */
  readonly idsBetween: (first: number, last: number) => Promise<readonly number[]>;
  readonly idAt: (index: number) => number | undefined;
  /** Before a change of several items the person sees which of them would be skipped. */
  readonly previews?: boolean;
}

/** Selected items: a set of ids that is replaced, or a whole list without some. */
export class SelectionStore {
  readonly state = proxy<{ selected: Selection; active: number; busy: boolean }>({
    selected: ref(NOTHING),
    active: 0,
    busy: false,
  });
  #list: ShownList | undefined;
  /** Lists shown so far: an answer about one of them is of no use to the next. */
  #shown = 0;
  #anchor = 0;

  get list(): ShownList | undefined {
    return this.#list;
  }

  /** Filter of the list, where it is one of the data tab: the commands of this plugin work on those alone. */
  get filter(): ItemFilter | undefined {
    const choice = this.#list?.choice;
    return choice !== undefined && 'filter' in choice ? choice.filter : undefined;
  }

  /** The list on screen; a list of another place starts without a selection. */
  show(list: ShownList | undefined, fresh: boolean): void {
    this.#list = list;
    const { selected } = this.state;
    // What matches may have become more or less while it was selected.
    if (!fresh && list !== undefined && isListed(selected) && selected.total !== list.count)
      this.#set(list.count === 0 ? NOTHING : { ...selected, total: list.count });
    if (!fresh) return;
    this.#shown++;
    this.#anchor = 0;
    this.state.active = 0;
    this.clear();
  }

  clear(): void {
    if (sizeOf(this.state.selected) > 0) this.#set(NOTHING);
  }

  /** Only these. */
  set(ids: Iterable<number>): void {
    this.#set({ ids: new Set(ids) });
  }

  /**
   * A click on the item at a place: alone, with Ctrl added or taken out, with Shift everything from the last click on.
   */
  async click(index: number, id: number, keys: { readonly extend: boolean; readonly toggle: boolean }): Promise<void> {
    this.state.active = index;
    if (keys.extend) return this.extend(index);
    this.#anchor = index;
    if (keys.toggle) this.toggle(id);
    else this.set([id]);
  }

  toggle(id: number): void {
    this.#set(toggled(this.state.selected, id));
  }

  /** From the anchor to a place. @throws Fault SELECTION_TOO_LARGE for more items than can be chosen one by one. */
  async extend(index: number): Promise<void> {
    this.state.active = index;
    const [first, last] = [Math.min(this.#anchor, index), Math.max(this.#anchor, index)];
    const list = this.#list;
    if (list === undefined) return;
    if (last - first >= MOST_IDS)
      throw new Fault(
        'SELECTION_TOO_LARGE',
        `At most ${MOST_IDS.toLocaleString('en')} items can be selected one by one. Filter the list and select all of it.`,
      );
    await this.#ask(() => list.idsBetween(first, last));
  }

  /** All that match: of a filter at once, however many they are. @throws Fault */
  async all(): Promise<void> {
    const list = this.#list;
    if (list === undefined || list.count === 0) return;
    const { choice } = list;
    if ('filter' in choice) this.#set({ filter: choice.filter, except: new Set(), total: list.count });
    else await this.#ask(choice.allIds);
  }

  /** Moves the place the keys work on; the anchor follows. */
  moveTo(index: number): void {
    this.state.active = index;
    this.#anchor = index;
  }

  /** Returns the items that a command works on: the selection, else the item the keys are at. */
  targets(): Selection | undefined {
    if (sizeOf(this.state.selected) > 0) return this.state.selected;
    const id = this.#list?.idAt(this.state.active);
    return id === undefined ? undefined : { ids: new Set([id]) };
  }

  /** Takes ids out that are gone. */
  drop(ids: Iterable<number>): void {
    const { selected } = this.state;
    if (isListed(selected)) return;
    const left = new Set(selected.ids);
    let changed = false;
    for (const id of ids) changed = left.delete(id) || changed;
    if (changed) this.#set({ ids: left });
  }

  /** Selects what is answered, unless another list is shown by then. */
  async #ask(ask: () => Promise<readonly number[]>): Promise<void> {
    const shown = this.#shown;
    this.state.busy = true;
    try {
      const ids = await ask();
      if (this.#shown === shown) this.set(ids);
    } finally {
      this.state.busy = false;
    }
  }

  #set(selection: Selection): void {
    this.state.selected = ref(selection);
  }
}
