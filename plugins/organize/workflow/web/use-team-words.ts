import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { workflowKeys } from '../common/query-keys.ts';
import type { WorkflowUsage } from '../common/change-api.ts';
import type { TeamRoleRow, TeamStatus } from '../common/vocabulary-api.ts';
import { WorkflowAdmin } from './workflow-admin.ts';

/** Statuses of the system and of the team. */
export function useTeamStatuses(): UseQueryResult<TeamStatus[]> {
  const { words } = useService(WorkflowAdmin);
  const team = useTeam();
  return useQuery({ queryKey: workflowKeys.statuses(team.id), queryFn: async () => (await words.listStatuses()).data });
}

/** Roles of the system and of the team. */
export function useTeamRoles(): UseQueryResult<TeamRoleRow[]> {
  const { words } = useService(WorkflowAdmin);
  const team = useTeam();
  return useQuery({ queryKey: workflowKeys.roles(team.id), queryFn: async () => (await words.listRoles()).data });
}

/** Returns the uses of statuses, roles and workflows. */
export function useWorkflowUsage(): UseQueryResult<WorkflowUsage> {
  const { changes } = useService(WorkflowAdmin);
  const team = useTeam();
  return useQuery({ queryKey: ['workflow', 'usage', team.id], queryFn: () => changes.workflowUsage() });
}
