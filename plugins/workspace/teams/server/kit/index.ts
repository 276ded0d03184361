export { keepAvatar } from '../avatar-picture.ts';
export { InvitationMails } from '../invitation-mails.ts';
export { Membership } from '../membership.ts';
export { TeamSettings } from '../team-settings.ts';
export { TeamUsers } from '../team-users.ts';
export { TeamsHooks } from '../teams-hooks.ts';
