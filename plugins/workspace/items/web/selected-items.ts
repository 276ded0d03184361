import { inject } from 'inversify';
import { clauseText, oneOf } from '#core/api/common/index.ts';
import { ItemsClient } from './items-client.ts';
import type { Selection } from './selection.ts';
import { isListed } from './selection.ts';

/** Ids of one call. */
const PAGE = 50_000;
/** Ids that fit into an address. */
const ASKED = 1000;

/** For what can't take a whole list: the ids of a selection. */
export class SelectedItems {
  constructor(@inject(ItemsClient) private readonly client: ItemsClient) {}

  /** True when each of the selected items is pinned. */
  async allPinned(projectId: number, selection: Selection): Promise<boolean> {
    const { where = [], ...filter } = isListed(selection) ? selection.filter : { folder_id: undefined };
    const selected = isListed(selection)
      ? selection.except.size === 0
        ? []
        : [clauseText({ field: 'id', operator: '$notin', values: [...selection.except].slice(0, ASKED).map(String) })]
      : [oneOf('id', [...selection.ids].slice(0, ASKED))];
    const { count } = await this.client.items.listItems({
      params: { project_id: projectId },
      query: { ...filter, where: [...where, ...selected], pinned: false, limit: 1 },
    });
    return count === 0;
  }

  /** Ids of the selected items, no more than `most`. */
  async ids(projectId: number, selection: Selection, most: number): Promise<readonly number[]> {
    if (!isListed(selection)) return [...selection.ids].slice(0, most);
    const found: number[] = [];
    for (let offset = 0; found.length < most;) {
      const { ids } = await this.client.items.listItemIds({
        params: { project_id: projectId },
        query: { ...selection.filter, offset, limit: PAGE },
      });
      if (ids.length === 0) break;
      offset += ids.length;
      found.push(...ids.filter(id => !selection.except.has(id)));
    }
    return found.slice(0, most);
  }
}
