import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { client, Transport } from '#core/api/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { teamKeys } from '../../common/query-keys.ts';
import type { TeamMember } from '../../common/api.ts';
import { teamsApi } from '../../common/api.ts';

/** Everybody in the team whom the person sees, by e-mail. */
export function useMembers(): UseQueryResult<{ readonly data: readonly TeamMember[]; readonly count: number }> {
  const transport = useService(Transport);
  const team = useTeam();
  return useQuery({
    queryKey: teamKeys.members(team.id),
    queryFn: () => client(teamsApi, transport).listMembers({ query: { limit: 2000 } }),
  });
}
