export { Members } from './members.ts';
export type { Member } from './members.ts';
export { Organizations } from './organizations.ts';
export type { OrganizationRow } from './organizations.ts';
export { SdkTokens } from './sdk-tokens.ts';
export { tenancyHandlers } from './tenancy-handlers.ts';
export type { TenancyTables } from './tenancy-tables.ts';
export { Teams } from './teams.ts';

export const tenancyMigrations = import.meta.glob('./migrations/*.ts');
