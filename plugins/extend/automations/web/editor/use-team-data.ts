import { useQuery } from '@tanstack/react-query';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { workflowKeys } from '#plugins/organize/workflow/common/index.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';

/** Facts about the team that settings of nodes choose from. */
export interface TeamData {
  readonly events: readonly { readonly id: number; readonly name: string }[];
  /** Names of statuses. */
  readonly statuses: readonly string[];
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  /** Custom actions that are deployed. */
  readonly actions: readonly { readonly id: number; readonly name: string }[];
}

/** Statuses and projects of the team; empty until they are there. */
export function useTeamData(): TeamData {
  const { words, projects, actions, intake } = useService(AutomationsClient);
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
  const deployed = useQuery({
    queryKey: [...automationsKey(team.id), 'actions'],
    queryFn: async () => (await actions.listCustomTasks()).data,
  });
  const events = useQuery({
    queryKey: [...automationsKey(team.id), 'events'],
    queryFn: async () => (await intake.listCustomEvents()).data,
  });
  return {
    events: (events.data ?? []).map(({ id, name }) => ({ id, name })),
    statuses: statuses.data?.map(each => each.name) ?? [],
    actions: (deployed.data ?? []).filter(each => each.deployed !== null).map(({ id, name }) => ({ id, name })),
    projects: listed.data?.map(({ id, name }) => ({ id, name })) ?? [],
  };
}
