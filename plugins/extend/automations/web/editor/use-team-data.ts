import { useQuery } from '@tanstack/react-query';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { workflowKeys } from '#plugins/organize/workflow/common/index.ts';
import { AutomationsClient } from '../automations-client.ts';

/** What settings of nodes choose from. */
export interface TeamData {
  /** Names of statuses. */
  readonly statuses: readonly string[];
  readonly projects: readonly { readonly id: number; readonly name: string }[];
}

/** Statuses and projects of the team; empty until they are there. */
export function useTeamData(): TeamData {
  const { words, projects } = useService(AutomationsClient);
  const team = useTeam();
  const statuses = useQuery({
    queryKey: workflowKeys.statuses(team.id),
    queryFn: async () => (await words.listStatuses()).data,
  });
  const listed = useQuery({
    queryKey: ['automations', team.id, 'projects'],
    queryFn: async () => (await projects.listProjects({ query: { sort: 'name', limit: 500 } })).data,
    staleTime: 30_000,
  });
  return {
    statuses: statuses.data?.map(each => each.name) ?? [],
    projects: listed.data?.map(({ id, name }) => ({ id, name })) ?? [],
  };
}
