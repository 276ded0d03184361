export { TeamsHooks } from '../teams-hooks.ts';
export { TeamUsers } from '../team-users.ts';
