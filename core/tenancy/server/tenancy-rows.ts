import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { InvitationTable, MemberTable, OrganizationTable, TeamTable } from './tenancy-tables.ts';

/** Teams for statements outside tenancy: `teamRows.as('team')` in Kysely, `${teamRows} as team` in SQL. */
export const teamRows = sql.table<Selectable<TeamTable>>('tenancy.team');

/** Organizations for statements outside tenancy. */
export const organizationRows = sql.table<Selectable<OrganizationTable>>('tenancy.organization');

/** The members of teams, invited people included, for statements outside tenancy. */
export const memberRows = sql.table<Selectable<MemberTable>>('tenancy.member');

/** Invitations for statements outside tenancy, without their tokens. */
export const invitationRows = sql.table<Omit<Selectable<InvitationTable>, 'token_hash'>>('tenancy.invitation');
