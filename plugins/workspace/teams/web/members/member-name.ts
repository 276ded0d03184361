import type { TeamMember } from '../../common/api.ts';

/** The name of a member; the e-mail while there is none. */
export const memberName = (member: Pick<TeamMember, 'first_name' | 'last_name' | 'address'>): string =>
  `${member.first_name} ${member.last_name}`.trim() || member.address;
