import type { ItemFilter, ItemSort } from '#plugins/workspace/items/common/index.ts';
import { itemSorts } from '#plugins/workspace/items/common/index.ts';

/** The list an item was opened from: its filter and order, as the address carries them in `from`. */
export interface ListOrigin {
  readonly filter: ItemFilter;
}

const numbers = (search: URLSearchParams, name: string): readonly number[] | undefined => {
  const found = search.getAll(name).map(Number).filter(Number.isInteger);
  return found.length === 0 ? undefined : found;
};

/**
 * Reads `from`: the query string of the list of items, e.g. `folder_id=3&status=1&sort=name`. Unknown parts are left
 * out.
 */
export function readOrigin(from: string | null): ListOrigin | undefined {
  if (from === null) return undefined;
  const search = new URLSearchParams(from);
  const [folder] = numbers(search, 'folder_id') ?? [];
  const sort = itemSorts.find(each => each === search.get('sort')) as ItemSort | undefined;
  const order = search.get('order');
  const status = numbers(search, 'status');
  const approval = numbers(search, 'approval');
  const assignee = search.get('assignee');
  const name = search.get('name');
  const where = search.getAll('where');
  return {
    filter: {
      ...(folder === undefined ? {} : { folder_id: folder }),
      ...(status === undefined ? {} : { status }),
      ...(approval === undefined ? {} : { approval }),
      ...(assignee === null ? {} : { assignee }),
      ...(name === null ? {} : { name }),
      ...(where.length === 0 ? {} : { where }),
      ...(search.get('pinned') === 'true' ? { pinned: true } : {}),
      ...(sort === undefined ? {} : { sort }),
      ...(order === 'asc' || order === 'desc' ? { order } : {}),
    },
  };
}

/** Returns the address of the list. */
export function pathOfOrigin(teamId: number, projectId: number, folderId: number | undefined): string {
  return folderId === undefined ? `/t/${teamId}/p/${projectId}/data` : `/t/${teamId}/p/${projectId}/data/f/${folderId}`;
}
