import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { oneOf } from '#core/api/common/index.ts';
import type { ItemFilter, ListedItem } from '#plugins/workspace/items/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import type { ListedItems } from '../kit/editor-hooks.ts';

/** Items of a list that are asked for at once. */
const PAGE = 60;
/** Longest list whose order is known as a whole. */
const LONGEST = 50_000;

/** The list in which one goes from item to item: the same order and filter as where it was opened. */
export class ItemQueue {
  readonly state = proxy<{ ids: readonly number[]; count: number; pages: Record<number, readonly ListedItem[]> }>({
    ids: ref([]),
    count: 0,
    pages: {},
  });
  readonly #items: Client<typeof itemsApi>;
  #key = '';
  #projectId = 0;
  #list: ItemFilter | ListedItems = {};
  #asked = new Set<number>();
  #showing: Promise<void> = Promise.resolve();

  constructor(@inject(Transport) transport: Transport) {
    this.#items = client(itemsApi, transport);
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
    const place = this.placeOf(itemId);
    return place < 0 ? undefined : this.state.ids[place + step];
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
    this.state.pages = {};
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
