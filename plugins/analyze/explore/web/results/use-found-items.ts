import { useQuery, useQueryClient } from '@tanstack/react-query';
import { oneOf } from '#core/api/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { usePagedList } from '#core/ui/web/index.ts';
import type { ListedItem } from '#plugins/workspace/items/common/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { ItemWindow } from '#plugins/workspace/items/web/kit/index.ts';
import { ItemsClient } from '#plugins/workspace/items/web/kit/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import { MOST_SELECTED, PAGE } from '../../common/search-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { foundIds, searchPlace } from './found-ids.ts';

/** An item of the results: as lists of items have it, the name of its folder, and the passage of its text that fits. */
export interface FoundItem extends ListedItem {
  readonly folder_name: string;
  readonly is_root_folder: boolean;
  readonly excerpt?: string | undefined;
}

/** Results of a search. */
export interface FoundItems {
  readonly list: ItemWindow<FoundItem>;
  /** False where counting ended early: there are more. */
  readonly exact: boolean;
  /** Ids of the first of them, as many as one change takes. */
  readonly allIds: () => Promise<readonly number[]>;
}

/**
 * Runs a search and holds the part of its results that is on screen. `whole` counts all of them, however many they are.
 */
export function useFoundItems(
  projectId: number,
  { query, folderId, subsetId }: ExploreAddress,
  whole: boolean,
): FoundItems {
  const { searches } = useService(ExploreClient);
  const { items } = useService(ItemsClient);
  const queries = useQueryClient();
  const place = searchPlace(projectId, { folderId, subsetId });
  // Within the keys of items, so that what changes those asks this again.
  const key = itemKeys.dependent('explore', projectId, { query, folderId, subsetId }, whole);
  const counting = {
    queryKey: [...key, 'count'],
    queryFn: () => searches.count({ query: { ...place, ...(whole ? {} : { capped: true }) }, body: { query } }),
    staleTime: 15_000,
  };
  const list = usePagedList<FoundItem>(
    [...key, 'list'],
    async ({ offset, signal }) => {
      const [found, { count }] = await Promise.all([
        searches.search({ query: place, body: { query, image_index: offset }, signal }),
        queries.fetchQuery(counting),
      ]);
      if (found.length === 0) return { data: [], count };
      // Searches answer what is public of items; their small pictures and people come with the lists of items.
      const { data } = await items.listItems({
        params: { project_id: projectId },
        query: {
          where: [
            oneOf(
              'id',
              found.map(each => each.id),
            ),
          ],
          limit: PAGE,
        },
        signal,
      });
      const listed = new Map(data.map(each => [each.id, each]));
      return {
        data: found.flatMap(({ id, folder_name, is_root_folder, excerpt }) => {
          const item = listed.get(id);
          return item === undefined ? [] : [{ ...item, folder_name, is_root_folder, excerpt }];
        }),
        count,
      };
    },
    PAGE,
  );
  const total = useQuery({ ...counting, enabled: false }).data;
  const idsBetween = async (first: number, last: number): Promise<readonly number[]> => {
    const known: number[] = [];
    for (let index = first; index <= last; index++) {
      const item = list.at(index);
      if (item === undefined) return foundIds(searches, place, query, { offset: first, most: last - first + 1 });
      known.push(item.id);
    }
    return known;
  };
  return {
    list: { ...list, idsBetween },
    exact: total?.exact ?? true,
    allIds: () => foundIds(searches, place, query, { most: MOST_SELECTED }),
  };
}
