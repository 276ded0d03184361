import { useCan, useEmail } from '#core/kernel/web/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { TeamMember } from '../../common/api.ts';

/** Says of a member whether the person may remove them: not owners, not oneself. */
export function useRemovable(): (member: TeamMember) => boolean {
  const removes = useCan('RemoveTeamUser');
  const overAdmins = useCan('ChangeTeamUserRole');
  const email = useEmail();
  return member =>
    removes &&
    member.user_role < teamRoles.teamOwner &&
    member.email !== email &&
    (overAdmins || member.user_role < teamRoles.teamAdmin);
}
