import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import type { Client } from '#core/api/web/index.ts';
import { client, EventStream, Transport } from '#core/api/web/index.ts';
import { oneOf } from '#core/api/common/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, throttle } from '#core/base/common/index.ts';
import type { ItemFilter, ListedItem } from '#plugins/workspace/items/common/index.ts';
import { itemsApi, itemsEvents } from '#plugins/workspace/items/common/index.ts';
import type { ListedItems } from '../kit/editor-hooks.ts';
import { neighbourIn } from './neighbour-in.ts';

/** Items of a list that are asked for at once. */
const PAGE = 60;
/** Longest list whose order is known as a whole. */
const LONGEST = 50_000;
/** Items that change one by one are asked for once in this time, milliseconds. */
const PAUSE_MS = 1_000;

/** The list in which one goes from item to item: the same order and filter as where it was opened. */
export class ItemQueue implements Disposable {
  /** `gone`: items that were seen in the list, and that the person does not see any more. */
  readonly state = proxy<{
    ids: readonly number[];
    count: number;
    pages: Record<number, readonly ListedItem[]>;
    gone: ReadonlySet<number>;
  }>({ ids: ref([]), count: 0, pages: {}, gone: ref(new Set<number>()) });
  readonly #owned = new Disposables();
  /** Items of which another state than the known one may be stored. */
  #changed = new Set<number>();
  readonly #items: Client<typeof itemsApi>;
  #key = '';
  #projectId = 0;
  #list: ItemFilter | ListedItems = {};
  #asked = new Set<number>();
  #showing: Promise<void> = Promise.resolve();

  constructor(@inject(Transport) transport: Transport, @inject(EventStream) events: EventStream) {
    this.#items = client(itemsApi, transport);
    const refresh = this.#owned.add(throttle(() => void this.#refresh(), PAUSE_MS));
    this.#owned.add(
      events.on(itemsEvents.changed, ({ project_id: projectId, item_ids: ids }) => {
        if (projectId !== this.#projectId) return;
        const known = Object.values(this.state.pages).flatMap(page => page.map(each => each.id));
        for (const id of ids === undefined ? known : known.filter(each => ids.includes(each))) this.#changed.add(id);
        if (this.#changed.size > 0) refresh();
      }),
    );
  }

  /**
   * Makes this the list. The same list again is kept as it is, so that an item that no longer matches its filter does
   * not move the others.
   */
  show(projectId: number, list: ItemFilter | ListedItems, itemId: number): Promise<void> {
    const key = JSON.stringify([projectId, list]);
    if (key !== this.#key || !this.state.ids.includes(itemId)) this.#showing = this.#load(key, projectId, list);
    return this.#showing;
  }

  /** Resolves when the list is there; rejects when it cannot be had. */
  get shown(): Promise<void> {
    return this.#showing;
  }

  /** Address of the page that shows the list; undefined for one of the data tab. */
  get path(): string | undefined {
    return isListed(this.#list) ? this.#list.path : undefined;
  }

  placeOf(itemId: number): number {
    return this.state.ids.indexOf(itemId);
  }

  /** The item `step` places further; undefined at the ends, or when the item is not in the list. */
  neighbour(itemId: number, step: number): number | undefined {
    return neighbourIn(this.state, itemId, step);
  }

  /** Returns the known item at a place; asks for its page when it is not there yet. */
  at(place: number): ListedItem | undefined {
    const page = Math.floor(place / PAGE);
    const known = this.state.pages[page]?.find(each => each.id === this.state.ids[place]);
    if (known === undefined && !this.#asked.has(page)) void this.#ask(page);
    return known;
  }

  async #load(key: string, projectId: number, list: ItemFilter | ListedItems): Promise<void> {
    this.#key = key;
    this.#projectId = projectId;
    this.#list = list;
    this.#asked = new Set();
    this.#changed = new Set();
    this.state.pages = {};
    this.state.gone = ref(new Set<number>());
    const { ids, count } = isListed(list)
      ? await list.ids().then(found => ({ ids: found, count: found.length }))
      : await this.#items.listItemIds({
          params: { project_id: projectId },
          query: { ...queryOf(list), limit: LONGEST },
        });
    if (key !== this.#key) return;
    this.state.ids = ref(ids);
    this.state.count = count;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Asks for the items that changed. They keep their places; those that are not given any more are gone. */
  async #refresh(): Promise<void> {
    const key = this.#key;
    const ids = [...this.#changed].slice(0, PAGE);
    // Another list may have taken the place of the one that changed.
    if (ids.length === 0) return;
    for (const id of ids) this.#changed.delete(id);
    try {
      const { data } = await this.#items.listItems({
        params: { project_id: this.#projectId },
        query: { where: [oneOf('id', ids)], limit: PAGE },
      });
      if (key !== this.#key) return;
      const fresh = new Map(data.map(each => [each.id, each]));
      for (const [page, items] of Object.entries(this.state.pages))
        this.state.pages[Number(page)] = ref(items.map(each => fresh.get(each.id) ?? each));
      const gone = new Set(this.state.gone);
      for (const id of ids)
        if (fresh.has(id)) gone.delete(id);
        else gone.add(id);
      this.state.gone = ref(gone);
      if (this.#changed.size > 0) await this.#refresh();
    } catch {
      // The list stays as it is known; the next change of an item asks again.
    }
  }

  async #ask(page: number): Promise<void> {
    this.#asked.add(page);
    const key = this.#key;
    try {
      const { data } = await this.#items.listItems({
        params: { project_id: this.#projectId },
        query: isListed(this.#list)
          ? { where: [oneOf('id', this.state.ids.slice(page * PAGE, (page + 1) * PAGE))], limit: PAGE }
          : { ...queryOf(this.#list), offset: page * PAGE, limit: PAGE },
      });
      if (key === this.#key) this.state.pages[page] = ref(data);
    } catch {
      // A neighbour's picture is no reason to disturb the work; the next look asks again.
      this.#asked.delete(page);
    }
  }
}

const isListed = (list: ItemFilter | ListedItems): list is ListedItems => 'path' in list;

const queryOf = (filter: ItemFilter): Record<string, unknown> & { limit?: number } => ({ ...filter });
