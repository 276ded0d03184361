export { AccessTokens } from './access-tokens.ts';
export type { AccessToken, NewAccessToken } from './access-tokens.ts';
export { Members } from './members.ts';
export { countSecondSteps, organizationsOf } from './organization-people.ts';
export type { Member } from './members.ts';
export { Organizations } from './organizations.ts';
export type { Licence, OrganizationRow } from './organizations.ts';
export { SdkTokens } from './sdk-tokens.ts';
export { tenancyHandlers } from './tenancy-handlers.ts';
export { closedTeams, deleteTeam } from './team-removal.ts';
export { transferOrganization } from './organization-transfer.ts';
export { transferTeam } from './team-transfer.ts';
export { invitationRows, memberRows, organizationRows, teamRows } from './tenancy-rows.ts';
export type { TenancyTables } from './tenancy-tables.ts';
export { writeVersion } from './write-version.ts';
export { Teams } from './teams.ts';
export type { TeamOptions } from './teams.ts';

export const tenancyMigrations = import.meta.glob('./migrations/*.ts');
