import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import type { Snapshot } from '../../common/snapshot-api.ts';
import { ExploreClient } from '../explore-client.ts';

const ASK_MS = 1500;

/** The key of the dataset versions of a project. */
export const snapshotsKey = (projectId: number): readonly unknown[] => ['explore', 'snapshots', projectId];

/** The dataset versions of a project, at most 200; asked again while one is being frozen. */
export function useSnapshots(projectId: number, enabled: boolean): UseQueryResult<readonly Snapshot[]> {
  const { snapshots } = useService(ExploreClient);
  return useQuery({
    queryKey: snapshotsKey(projectId),
    queryFn: async ({ signal }): Promise<readonly Snapshot[]> =>
      (await snapshots.listSnapshots({ query: { project_id: projectId, limit: 200 }, signal })).data,
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(each => each.state === 'running') === true ? ASK_MS : false),
  });
}
