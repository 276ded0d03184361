import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { KernelClient, useService, useTeam } from '#core/kernel/web/index.ts';
import { projectRoleLabel, projectRoleName } from '#core/permissions/common/index.ts';
import { workflowKeys } from '#plugins/organize/workflow/common/index.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';

/** Facts about the team that settings of nodes choose from. */
export interface TeamData {
  readonly events: readonly { readonly id: number; readonly name: string }[];
  /** Ids of the plugins that are on. */
  readonly plugins: ReadonlySet<string>;
  /** Names of statuses. */
  readonly statuses: readonly string[];
  /** Project roles by their names. */
  readonly roles: readonly { readonly value: string; readonly label: string }[];
  /** Names of workflows. */
  readonly workflows: readonly string[];
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  /** Custom actions that are deployed. */
  readonly actions: readonly { readonly id: number; readonly name: string }[];
}

/** Statuses and projects of the team; empty until they are there. */
export function useTeamData(): TeamData {
  const { words, workflows, projects, actions, intake } = useService(AutomationsClient);
  const team = useTeam();
  const kernel = useService(KernelClient);
  const plugins = useQuery({
    queryKey: ['automations', team.id, 'plugins'],
    queryFn: async () => (await kernel.api.teamPlugins({ params: { team_id: team.id } })).data,
  });
  const statuses = useQuery({
    queryKey: workflowKeys.statuses(team.id),
    queryFn: async () => (await words.listStatuses()).data,
  });
  const roles = useQuery({
    queryKey: workflowKeys.roles(team.id),
    queryFn: async () => (await words.listRoles()).data,
  });
  const flows = useQuery({
    queryKey: ['automations', team.id, 'workflows'],
    queryFn: async () => (await workflows.listWorkflows({ query: {} })).data,
    staleTime: 30_000,
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
  const ofEvents = useMemo(() => (events.data ?? []).map(({ id, name }) => ({ id, name })), [events.data]);
  const ofActions = useMemo(
    () => (deployed.data ?? []).filter(each => each.deployed !== null).map(({ id, name }) => ({ id, name })),
    [deployed.data],
  );
  return {
    events: ofEvents,
    statuses: statuses.data?.map(each => each.name) ?? [],
    plugins: new Set(plugins.data?.filter(each => each.enabled).map(each => each.id)),
    roles:
      roles.data?.map(({ id, name }) => ({ value: projectRoleName(id) ?? name, label: projectRoleLabel(id, name) })) ??
      [],
    actions: ofActions,
    workflows: flows.data?.map(each => each.name) ?? [],
    projects: listed.data?.map(({ id, name }) => ({ id, name })) ?? [],
  };
}
