import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import type { FacetKind } from '../../common/facets/facet.ts';
import type { CountedFacetView } from '../../common/search-api.ts';
import { ExploreClient } from '../explore-client.ts';

/** Counts the values of one kind of facet for a search. */
export function useFacetCounts(
  projectId: number,
  { query, folderId, subsetId }: Pick<ExploreAddress, 'query' | 'folderId' | 'subsetId'>,
  kind: FacetKind,
): UseQueryResult<readonly CountedFacetView[]> {
  const { searches } = useService(ExploreClient);
  return useQuery({
    // Within the keys of items, so that a change of those counts again.
    queryKey: itemKeys.dependent('explore', projectId, 'facets', kind, { query, folderId, subsetId }),
    queryFn: async ({ signal }) =>
      (
        await searches.countFacets({
          query: {
            project_id: projectId,
            folder_id: folderId,
            subset_id: subsetId,
            time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          },
          body: { query, kind },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    retry: false,
  });
}
