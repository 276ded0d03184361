import { inject } from 'inversify';
import { oneOf } from '#core/api/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type { ItemFilter, ListedItem } from '#plugins/workspace/items/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import type { ItemTags } from '../common/api.ts';
import { classificationApi } from '../common/api.ts';

/** Longest list that is walked or chosen from. */
export const LONGEST = 50_000;

/** An item with what it is said to be. */
export interface TaggedItem {
  readonly item: ListedItem;
  readonly tags: ItemTags;
}

/** Calls of the screens that classify many items. */
export class ClassificationClient {
  readonly tags: Client<typeof classificationApi>;
  readonly items: Client<typeof itemsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.tags = client(classificationApi, transport);
    this.items = client(itemsApi, transport);
  }

  /** The ids of a list in its order. */
  ids(
    projectId: number,
    filter: ItemFilter,
    signal?: AbortSignal,
  ): Promise<{ readonly ids: readonly number[]; readonly count: number }> {
    return this.items.listItemIds({
      params: { project_id: projectId },
      query: { ...filter, limit: LONGEST },
      ...(signal === undefined ? {} : { signal }),
    });
  }

  async count(projectId: number, filter: ItemFilter): Promise<number> {
    return (await this.items.listItems({ params: { project_id: projectId }, query: { ...filter, limit: 1 } })).count;
  }

  /** Items by their ids, with what they are said to be; those that are gone are left out. */
  async tagged(
    projectId: number,
    ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<number, TaggedItem>> {
    if (ids.length === 0) return new Map();
    const params = { project_id: projectId };
    const abort = signal === undefined ? {} : { signal };
    const [{ data: listed }, { data: tags }] = await Promise.all([
      this.items.listItems({ params, query: { where: [oneOf('id', ids)], limit: ids.length }, ...abort }),
      this.tags.listTags({ params, body: { item_ids: [...ids] }, ...abort }),
    ]);
    const tagsOf = new Map(tags.map(each => [each.item_id, each]));
    return new Map(
      listed.map(item => [item.id, { item, tags: tagsOf.get(item.id) ?? { item_id: item.id, revision: 0, tags: [] } }]),
    );
  }
}
