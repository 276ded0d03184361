export { teamsApi } from './api.ts';
export type { TeamMember } from './api.ts';
export { readInvitedEmails } from './invited-emails.ts';
export { teamKeys } from './query-keys.ts';
export { teamCareApi } from './team-care-api.ts';
export { teamUserQuery } from './team-users-api.ts';
