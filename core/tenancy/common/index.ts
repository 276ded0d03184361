export { access, invitationView, team, teamPerson, tenancyApi, tenancyEvents } from './api.ts';
export type { Invitation, Team } from './api.ts';
export type { PluginSwitch } from './plugin-switch.ts';
