import { oneOf } from '#core/api/common/index.ts';
import type { ListedItem } from '#plugins/workspace/items/common/index.ts';
import type { ItemsClient } from '#plugins/workspace/items/web/kit/index.ts';

/** Returns found objects with their items, in order. Those of items that are no longer listed are left out. */
export async function withItems<T extends { readonly item_id: number }>(
  items: ItemsClient['items'],
  projectId: number,
  found: readonly T[],
  signal: AbortSignal,
): Promise<(T & { readonly item: ListedItem })[]> {
  const ids = [...new Set(found.map(each => each.item_id))];
  if (ids.length === 0) return [];
  const { data } = await items.listItems({
    params: { project_id: projectId },
    query: { where: [oneOf('id', ids)], limit: ids.length },
    signal,
  });
  const listed = new Map(data.map(each => [each.id, each]));
  return found.flatMap(each => {
    const item = listed.get(each.item_id);
    return item === undefined ? [] : [{ ...each, item }];
  });
}
