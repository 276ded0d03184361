import { useCan } from '#core/kernel/web/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { TeamMember } from '../../common/api.ts';

/** Says of a member whether the person may invite them again: admins are invited by admins only. */
export function useInvitable(): (member: TeamMember) => boolean {
  const invites = useCan('InviteTeamUser');
  const admins = useCan('ChangeTeamUserRole');
  return member => member.state === 'PENDING' && invites && (admins || member.user_role < teamRoles.teamAdmin);
}
