import { useService } from '#core/kernel/web/index.ts';
import type { PagedList } from '#core/ui/web/index.ts';
import { usePagedList } from '#core/ui/web/index.ts';
import type { ItemFilter } from '../common/api.ts';
import type { ListedItem } from '../common/item.ts';
import { ItemsClient } from './items-client.ts';

/** A list of items of which only the part on screen is held. */
export interface ItemWindow<Row extends ListedItem = ListedItem> extends PagedList<Row> {
  /** Ids of a stretch, both ends included; from the server where it is not loaded. */
  idsBetween(first: number, last: number): Promise<readonly number[]>;
}

/** The items of a project that a filter leaves. */
export function useItemWindow(projectId: number, filter: ItemFilter): ItemWindow {
  const client = useService(ItemsClient);
  const params = { project_id: projectId };
  const list = usePagedList<ListedItem>(['items', 'list', projectId, filter], ({ offset, limit, signal }) =>
    client.items.listItems({ params, query: { ...filter, offset, limit }, signal }),
  );
  const idsBetween = async (from: number, to: number): Promise<readonly number[]> => {
    const known: number[] = [];
    for (let index = from; index <= to; index++) {
      const found = list.at(index);
      if (found === undefined) break;
      known.push(found.id);
    }
    for (let next = from + known.length; next <= to;) {
      const { ids } = await client.items.listItemIds({
        params,
        query: { ...filter, offset: next, limit: Math.min(50_000, to - next + 1) },
      });
      if (ids.length === 0) break;
      for (const id of ids) known.push(id);
      next += ids.length;
    }
    return known;
  };
  return { ...list, idsBetween };
}
