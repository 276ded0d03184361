import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { toastError } from '#core/ui/web/index.ts';
import type { SimilarityState } from '../../common/similarity-api.ts';
import { ExploreClient } from '../explore-client.ts';

/** Returns how far the pictures of a project can be compared, and the way to start the jobs that are needed for it. */
export function useSimilarity(projectId: number): {
  readonly status: UseQueryResult<SimilarityState>;
  readonly start: () => Promise<void>;
} {
  const { similarity } = useService(ExploreClient);
  const queries = useQueryClient();
  const key = ['explore', 'similarity', projectId];
  const query = { project_id: projectId };
  const status = useQuery({ queryKey: key, queryFn: () => similarity.similarityStatus({ query }), gcTime: 0 });
  const start = async (): Promise<void> => {
    try {
      queries.setQueryData(key, await similarity.syncSimilarity({ query }));
    } catch (error) {
      toastError(error);
    }
  };
  return { status, start };
}
