import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import type { Subset } from '../../common/keeping-api.ts';
import { searchedSubsetNames } from '../../common/searched-subsets.ts';
import { ExploreClient } from '../explore-client.ts';

/** The key of the subsets of a project; changes of items invalidate it too. */
export const subsetsKey = (projectId: number): readonly unknown[] =>
  itemKeys.dependent('explore', projectId, 'subsets');

/** The subsets of a project, at most 500. */
export function useSubsets(projectId: number, enabled = true): UseQueryResult<readonly Subset[]> {
  const { keeping } = useService(ExploreClient);
  return useQuery({
    queryKey: subsetsKey(projectId),
    queryFn: async ({ signal }) =>
      (await keeping.listSubsets({ query: { project_id: projectId, limit: 500 }, signal })).data,
    enabled,
  });
}

/** Part of an address that says in which subsets is searched. */
export type SearchedIn = Pick<ExploreAddress, 'query' | 'subsetId'>;

/** The subsets that all results of a search are in: the one it is limited to, and those that its query names. */
export function useSearchedSubsets(
  projectId: number,
  { query, subsetId }: SearchedIn,
  enabled: boolean,
): readonly Subset[] {
  const { data } = useSubsets(projectId, enabled);
  return useMemo(() => {
    const names = new Set(searchedSubsetNames(query).map(each => each.toLowerCase()));
    return (data ?? []).filter(each => each.id === subsetId || names.has(each.name.toLowerCase()));
  }, [data, query, subsetId]);
}
