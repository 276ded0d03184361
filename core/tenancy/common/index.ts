export { access, invitationView, team, tenancyApi, tenancyEvents } from './api.ts';
export type { Team } from './api.ts';
