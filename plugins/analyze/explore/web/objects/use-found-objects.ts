import type { Query } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import type { PagedList } from '#core/ui/web/index.ts';
import { usePagedList } from '#core/ui/web/index.ts';
import type { ListedItem } from '#plugins/workspace/items/common/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ItemsClient } from '#plugins/workspace/items/web/kit/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import type { FoundInstance } from '../../common/search-api.ts';
import { PAGE } from '../../common/search-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { searchPlace } from '../results/found-ids.ts';
import { withItems } from './with-items.ts';

/** An object that made its item match, and that item. */
export interface FoundObject extends FoundInstance {
  readonly item: ListedItem;
}

/** Names an object within a project. */
export const objectKey = ({ item_id, position, id }: Pick<FoundInstance, 'item_id' | 'position' | 'id'>): string =>
  `${item_id}/${position === -1 ? (id ?? '') : position}`;

type Place = Pick<ExploreAddress, 'query' | 'folderId' | 'subsetId'>;

/** Objects of one page of a search, and how many the search finds. */
export interface FoundPage {
  readonly data: readonly FoundObject[];
  readonly count: number;
}

/** The key that the pages of all searches for objects of a project begin with. */
export const objectPages = (projectId: number): readonly unknown[] =>
  itemKeys.dependent('explore', projectId, 'objects');
/** Returns whether a query below {@link objectPages} is a page, not a count. */
export const isObjectPage = ({ queryKey }: Query): boolean => queryKey.at(-2) === 'list';

const keyOf = (projectId: number, address: Place): readonly unknown[] => [...objectPages(projectId), address];
const countingOf = (searches: ExploreClient['searches'], projectId: number, address: Place) => ({
  queryKey: [...keyOf(projectId, address), 'count'],
  queryFn: () => searches.countInstances({ query: searchPlace(projectId, address), body: { query: address.query } }),
  staleTime: 15_000,
});

/** Returns the number of objects a search finds, once the view of objects has asked. */
export function useObjectCount(projectId: number, { query, folderId, subsetId }: Place): number | undefined {
  const { searches } = useService(ExploreClient);
  return useQuery({ ...countingOf(searches, projectId, { query, folderId, subsetId }), enabled: false }).data?.count;
}

/** Runs a search for objects and holds the part of them that is on screen. */
export function useFoundObjects(projectId: number, { query, folderId, subsetId }: Place): PagedList<FoundObject> {
  const { searches } = useService(ExploreClient);
  const { items } = useService(ItemsClient);
  const queries = useQueryClient();
  const address = { query, folderId, subsetId };
  const place = searchPlace(projectId, address);
  const counting = countingOf(searches, projectId, address);
  return usePagedList<FoundObject>(
    [...keyOf(projectId, address), 'list'],
    async ({ offset, signal }) => {
      const [found, { count }] = await Promise.all([
        searches.searchInstances({ query: place, body: { query, image_index: offset }, signal }),
        queries.fetchQuery(counting),
      ]);
      return { data: await withItems(items, projectId, found, signal), count };
    },
    PAGE,
  );
}
