import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Caller, CallerTeam } from '#core/api/server/index.ts';
import type { CustomTeamRole, TeamRole } from '#core/permissions/common/index.ts';
import { teamRoleOf } from '#core/permissions/common/index.ts';
import type { LicenceState } from '../common/index.ts';
import { licenceState } from '../common/index.ts';
import type { TenancyTables } from './tenancy-tables.ts';

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
  readonly trial_started_at: Date | null;
  readonly licence_expires_at: Date | null;
}

/** The teams of people, a row for each person and team, as `team` and `member`; `organization` is that of the team. */
export function teamsOfPeople(trx: Kysely<TenancyTables>, personIds: readonly number[]) {
  return (
    trx
      .selectFrom('tenancy.member as member')
      .innerJoin('tenancy.team as team', 'team.id', 'member.team_id')
      .innerJoin('tenancy.organization as organization', 'organization.id', 'team.organization_id')
      .innerJoin('auth.person as owner', 'owner.id', 'organization.owner_id')
      .innerJoin('auth.person as creator', 'creator.id', 'team.creator_id')
      .innerJoin('auth.person as person', 'person.id', 'member.person_id')
      // An account whose address nothing proves is for the organization only that made it.
      .where(({ eb, or, ref }) =>
        or([eb('person.unproven_in', 'is', null), eb('person.unproven_in', '=', ref('team.organization_id'))]),
      )
      .select([
        'team.id',
        'team.name',
        'team.description',
        'team.organization_id',
        'team.created_at',
        'member.role',
        'member.permissions',
        'member.is_default',
        'organization.name as organization_name',
        'organization.features',
        'organization.plan',
        'organization.project_limit',
        'organization.item_limit',
        'organization.member_limit',
        'organization.trial_started_at',
        'organization.licence_expires_at',
        'owner.email as owner_email',
        'creator.email as creator_email',
      ])
      .where(sql<boolean>`member.person_id = any(${[...personIds]}::int[])`)
      // A team that is being deleted is gone for everybody.
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('data.ended_team as ended').select('ended.id').whereRef('ended.id', '=', 'team.id'))),
      )
  );
}

/** Returns the one role number a person has in every answer about the team. */
export const roleOf = (row: TeamRow, { email }: Pick<Caller, 'email'>): TeamRole =>
  teamRoleOf(
    { name: row.name, creator_id: row.creator_email, user_role: row.role, organization: { owner_id: row.owner_email } },
    email,
  );

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

/** A team of a person, with what their rights in it depend on. */
type CallerTeamRow = TeamRow &
  CustomRoleColumns &
  Pick<CallerTeam, 'permissions'> & {
    readonly email: string;
    readonly project_limit: number | null;
    readonly item_limit: number | null;
  };

/** Returns a team as calls see it. @param providerDomain mail domain of who runs the installation */
export const callerTeamOf = (row: CallerTeamRow, providerDomain: string | undefined): CallerTeam => ({
  id: row.id,
  name: row.name,
  organizationId: row.organization_id,
  role: roleOf(row, row),
  permissions: row.permissions,
  ...customRoleOf(row),
  features: row.features,
  onProviderDomain: providerDomain !== undefined && row.owner_email.toLowerCase().endsWith(`@${providerDomain}`),
  ...(row.project_limit === null ? {} : { projectLimit: row.project_limit }),
  ...(row.item_limit === null ? {} : { itemLimit: row.item_limit }),
  licence: licenceOf(row),
});
