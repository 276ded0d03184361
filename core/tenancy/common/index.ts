export { access, invitationView, team, teamPerson, tenancyApi, tenancyEvents } from './api.ts';
export type { Invitation, Team } from './api.ts';
export { countsAsPro, licenceState, TRIAL_DAYS, trialDaysLeft } from './licence.ts';
export type { LicenceState, LicenceTerms } from './licence.ts';
export type { PluginSwitch } from './plugin-switch.ts';
