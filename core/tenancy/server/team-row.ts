import { sql } from 'kysely';
import type { CustomTeamRole } from '#core/permissions/common/index.ts';
import type { LicenceState } from '../common/index.ts';
import { licenceState } from '../common/index.ts';

/** A team with its organization, as one of its members. */
export interface TeamRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly organization_id: number;
  readonly created_at: Date;
  readonly role: number;
  readonly is_default: boolean;
  readonly organization_name: string;
  readonly features: Record<string, boolean>;
  readonly plan: number;
  readonly owner_email: string;
  readonly creator_email: string;
  readonly member_limit: number | null;
  readonly organization_members: number;
  readonly trial_started_at: Date | null;
  readonly licence_expires_at: Date | null;
}

/** People in the teams of `organization`, each once; not counted where nothing limits them. */
export const organizationMembers = sql<number>`case when organization.member_limit is null then 0 else (
  select count(distinct counted.email)::int from tenancy.member as counted
  join tenancy.team as counted_team on counted_team.id = counted.team_id
  where counted_team.organization_id = organization.id) end`;

/** Returns the present state of the licence of a team's organization. */
export const licenceOf = (row: Pick<TeamRow, 'features' | 'trial_started_at' | 'licence_expires_at'>): LicenceState =>
  licenceState(
    { features: row.features, trialStartedAt: row.trial_started_at, expiresAt: row.licence_expires_at },
    new Date(),
  );

/** Selects the custom role of a member, from `tenancy.team_role as custom`. */
export const customRoleColumns = [
  'custom.id as custom_id',
  'custom.name as custom_name',
  'custom.rights as custom_rights',
] as const;

/** The columns of a custom role that a query on members joins. */
export interface CustomRoleColumns {
  readonly custom_id: number | null;
  readonly custom_name: string | null;
  readonly custom_rights: readonly string[] | null;
}

/** Returns the custom role of a member; nothing for a member without one. */
export const customRoleOf = (row: CustomRoleColumns): { readonly customRole?: CustomTeamRole } =>
  row.custom_id === null
    ? {}
    : { customRole: { id: row.custom_id, name: row.custom_name ?? '', rights: row.custom_rights ?? [] } };
