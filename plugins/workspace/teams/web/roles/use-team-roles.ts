import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { teamKeys } from '../../common/query-keys.ts';
import type { TeamRoleView } from '../../common/team-roles-api.ts';
import { TeamsClient } from '../teams-client.ts';

/** Roles that the team made; asked for only where the person may give them. */
export function useTeamRoles(): UseQueryResult<readonly TeamRoleView[]> {
  const { roles } = useService(TeamsClient);
  const team = useTeam();
  return useQuery({
    queryKey: teamKeys.roles(team.id),
    enabled: useCan('ChangeTeamUserRole'),
    queryFn: async () => (await roles.listTeamRoles({ params: { team_id: team.id } })).data,
  });
}
