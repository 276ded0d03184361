export { InvitedPeople, showsLinks } from '../invited-people.tsx';
export type { Invited } from '../invited-people.tsx';
export type { MemberColumn } from '../members/member-column.ts';
export { memberName } from '../members/member-name.ts';
export { TeamsWebHooks } from './teams-web-hooks.ts';
export type { InTeam } from './teams-web-hooks.ts';
export { useMembers } from './use-members.ts';
