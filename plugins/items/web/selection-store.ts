import { proxy, ref } from 'valtio';

/** What the data tab shows now: its commands work on it. */
export interface ShownList {
  readonly projectId: number;
  readonly folderId: number | undefined;
  readonly count: number;
  /** Ids of the stretch between two places of the list, both included; asks the server for what is not loaded. */
  readonly idsBetween: (first: number, last: number) => Promise<readonly number[]>;
  readonly idAt: (index: number) => number | undefined;
}

/** Which items are selected. Half a million ids are one set that is replaced, never a tracked object. */
export class SelectionStore {
  readonly state = proxy<{ ids: ReadonlySet<number>; active: number; busy: boolean }>({ ids: ref(new Set<number>()), active: 0, busy: false });
  #list: ShownList | undefined;
  #anchor = 0;

  get list(): ShownList | undefined {
    return this.#list;
  }

  /** The list on screen; a list of another place starts without a selection. */
  show(list: ShownList | undefined, fresh: boolean): void {
    this.#list = list;
    if (!fresh) return;
    this.#anchor = 0;
    this.state.active = 0;
    this.clear();
  }

  clear(): void {
    if (this.state.ids.size > 0) this.state.ids = ref(new Set<number>());
  }

  /** Only these. */
  set(ids: Iterable<number>): void {
    this.state.ids = ref(new Set(ids));
  }

  /** A click on the item at a place: alone, with Ctrl added or taken out, with Shift everything from the last click on. */
  async click(index: number, id: number, keys: { readonly extend: boolean; readonly toggle: boolean }): Promise<void> {
    this.state.active = index;
    if (keys.extend) return this.extend(index);
    this.#anchor = index;
    if (keys.toggle) this.toggle(id);
    else this.set([id]);
  }

  toggle(id: number): void {
    const ids = new Set(this.state.ids);
    if (!ids.delete(id)) ids.add(id);
    this.state.ids = ref(ids);
  }

  /** From the anchor to a place. */
  async extend(index: number): Promise<void> {
    this.state.active = index;
    await this.#take(Math.min(this.#anchor, index), Math.max(this.#anchor, index));
  }

  async all(): Promise<void> {
    if (this.#list !== undefined && this.#list.count > 0) await this.#take(0, this.#list.count - 1);
  }

  async #take(first: number, last: number): Promise<void> {
    const list = this.#list;
    if (list === undefined) return;
    this.state.busy = true;
    try {
      const ids = await list.idsBetween(first, last);
      if (this.#list === list) this.set(ids);
    } finally {
      this.state.busy = false;
    }
  }

  /** Moves the place the keys work on; the anchor follows. */
  moveTo(index: number): void {
    this.state.active = index;
    this.#anchor = index;
  }

  /** What a command works on: the selection, else the item the keys are at. */
  targets(): readonly number[] {
    if (this.state.ids.size > 0) return [...this.state.ids];
    const id = this.#list?.idAt(this.state.active);
    return id === undefined ? [] : [id];
  }

  /** Takes ids out that are gone. */
  drop(ids: Iterable<number>): void {
    const left = new Set(this.state.ids);
    let changed = false;
    for (const id of ids) changed = left.delete(id) || changed;
    if (changed) this.state.ids = ref(left);
  }
}
