import { useQuery } from '@tanstack/react-query';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { Contributor } from '#plugins/workspace/projects/common/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import { ItemsClient } from '../items-client.ts';

/** Contributors of the project; none for those who may not see them. */
export function usePeople(projectId: number): readonly Contributor[] {
  const client = useService(ItemsClient);
  const sees = useCan('ListItemAssignment');
  return (
    useQuery({
      queryKey: [...projectKeys.contributors(projectId), 'people'],
      queryFn: async ({ signal }) =>
        (
          await client.contributors.listContributors({
            params: { project_id: projectId },
            query: { limit: 2000 },
            signal,
          })
        ).data,
      enabled: sees,
      staleTime: 30_000,
    }).data ?? []
  );
}

/** Those who can be assigned. */
export const assignable = (people: readonly Contributor[]): readonly Contributor[] =>
  people.filter(each => each.role !== projectRoles.projectAdmin);
