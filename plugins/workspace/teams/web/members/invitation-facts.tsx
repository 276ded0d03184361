import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { longDate } from '#core/ui/web/index.ts';
import { teamKeys } from '../../common/query-keys.ts';
import type { TeamMember } from '../../common/api.ts';
import { messages } from '../messages.ts';
import { TeamsClient } from '../teams-client.ts';

/** Invitations that are read for the one of a person. */
const MOST = 500;

/** Rows of the drawer of an invited person: who invited them, and until when the link works. */
export function InvitationFacts({ member }: { readonly member: TeamMember }): JSX.Element | undefined {
  const { care } = useService(TeamsClient);
  const team = useTeam();
  const open = useQuery({
    queryKey: teamKeys.invitations(team.id),
    enabled: useCan('InviteTeamUser'),
    queryFn: async () =>
      (await care.listInvitations({ params: { team_id: team.id }, query: { offset: 0, limit: MOST } })).data,
  });
  const own = open.data?.find(each => each.email === member.email);
  if (own === undefined) return undefined;
  return (
    <>
      {own.invited_by === null ? undefined : (
        <>
          <dt>{messages.invitationFacts.invitedBy}</dt>
          <dd>{own.invited_by}</dd>
        </>
      )}
      <dt>{messages.invitationFacts.link}</dt>
      <dd>
        {(own.expired ? messages.invitationFacts.expired : messages.invitationFacts.worksUntil)(
          longDate(own.expiresAt),
        )}
      </dd>
    </>
  );
}
