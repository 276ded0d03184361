import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { BatchedTtlCache, Fault, notFound, TtlCache } from '#core/base/common/index.ts';
import type { Caller, CallerTeam } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation, isInTransaction } from '#core/data/server/index.ts';
import { sortTeams, teamRoles } from '#core/permissions/common/index.ts';
import type { Team } from '../common/index.ts';
import type { TeamRow } from './team-row.ts';
import { callerTeamOf, customRoleColumns, licenceOf, organizationMembers, roleOf, teamsOfPeople } from './team-row.ts';
import type { TenancyTables } from './tenancy-tables.ts';

const nameTaken = (): Fault =>
  new Fault('NAME_EXISTS', 'A team with this name already exists.', { status: 409, details: { field: 'name' } });

/** Milliseconds for which a role in a team is trusted without asking. */
const TRUST = 2_000;

/** A member's last activity is written again after this many milliseconds at the soonest. */
const ACTIVE_STEP = 300_000;

/** Choices of the admins of a team. */
export interface TeamOptions {
  /** The workflow of projects that name none; null for the system one. */
  readonly default_workflow_id: number | null;
  readonly invitation_days: number;
}

/** Teams, and people's roles in them. */
export class Teams {
  readonly #memberships = new BatchedTtlCache<CallerTeam>(TRUST);
  readonly #organizations = new TtlCache<number>(60_000);

  /** @param providerDomain mail domain of who runs the installation; absent = nobody's */
  constructor(
    private readonly database: Database,
    private readonly providerDomain?: string,
  ) {}

  /** Teams of a person in the spec's order. */
  async listFor(caller: Caller): Promise<readonly Team[]> {
    const teams = await this.#run('teams of a person', async trx =>
      (await this.#views(trx, caller.id).execute()).map(row => this.#view(row, caller)),
    );
    return sortTeams(teams, caller.email);
  }

  async viewFor(caller: Caller, teamId: number): Promise<Team | undefined> {
    const row = await this.#run('a team of a person', trx =>
      this.#views(trx, caller.id).where('team.id', '=', teamId).executeTakeFirst(),
    );
    return row === undefined ? undefined : this.#view(row, caller);
  }

  /**
   * The caller's membership; undefined when not a member, which for the caller is the same as no such team. That the
   * caller was active is noted unless it is to be `silent`.
   */
  membership(
    caller: Caller,
    teamId: number,
    { silent = false }: { readonly silent?: boolean } = {},
  ): Promise<CallerTeam | undefined> {
    return this.#memberships.get(
      `${teamId} ${silent}`,
      String(caller.id),
      ids => this.#membershipsOf(teamId, ids.map(Number), silent),
      isInTransaction(),
    );
  }

  /** Forgets what is believed of people's memberships: members, roles or features changed. */
  forget(): void {
    this.#memberships.forget();
  }

  /** Returns the memberships of people in a team, by the id of the person. */
  async #membershipsOf(
    teamId: number,
    personIds: readonly number[],
    silent: boolean,
  ): Promise<ReadonlyMap<string, CallerTeam>> {
    const rows = await this.#run('memberships in a team', async trx => {
      const found = await teamsOfPeople(trx, personIds)
        .leftJoin('tenancy.team_role as custom', 'custom.id', 'member.custom_role_id')
        .select(['member.person_id', 'member.last_active_at', 'person.email', ...customRoleColumns])
        .where('team.id', '=', teamId)
        .execute();
      const now = new Date();
      const late = silent
        ? []
        : found.filter(each => now.getTime() - (each.last_active_at?.getTime() ?? 0) > ACTIVE_STEP);
      const ids = late.map(each => each.person_id);
      // Who is being changed is left out: the others would wait for the end of that.
      if (ids.length > 0)
        await sql`update tenancy.member set last_active_at = ${now} where team_id = ${teamId}::int and person_id in (
          select person_id from tenancy.member where team_id = ${teamId}::int and person_id = any(${ids}::int[])
          for update skip locked)`.execute(trx);
      return found;
    });
    return new Map(rows.map(row => [String(row.person_id), callerTeamOf(row, this.providerDomain)]));
  }

  /** Makes a team; its creator is its owner and first member. */
  async create(
    organizationId: number,
    name: string,
    creator: { readonly id: number; readonly email: string },
    description?: string,
  ): Promise<number> {
    try {
      return await this.#run('create a team', async trx => {
        const team = await trx
          .insertInto('tenancy.team')
          .values({ organization_id: organizationId, name, creator_id: creator.id, description: description ?? null })
          .returning('id')
          .executeTakeFirstOrThrow();
        await trx
          .insertInto('tenancy.member')
          .values({
            team_id: team.id,
            email: creator.email,
            person_id: creator.id,
            role: teamRoles.teamAdmin,
            last_active_at: null,
          })
          .execute();
        return team.id;
      });
    } catch (error) {
      if (asUniqueViolation(error) !== undefined) throw nameTaken();
      throw error;
    }
  }

  /** Renames or describes a team; absent parts stay. Throws NAME_EXISTS, NOT_FOUND. */
  async update(
    teamId: number,
    change: { readonly name?: string; readonly description?: string | null },
  ): Promise<{ readonly id: number; readonly name: string; readonly description: string | null }> {
    try {
      const row = await this.#run('change a team', trx =>
        trx
          .updateTable('tenancy.team')
          .set({ ...change, updated_at: new Date() })
          .where('id', '=', teamId)
          .returning(['id', 'name', 'description'])
          .executeTakeFirst(),
      );
      if (row === undefined) throw notFound('The team');
      this.forget();
      return row;
    } catch (error) {
      if (asUniqueViolation(error) !== undefined) throw nameTaken();
      throw error;
    }
  }

  /** The choices of a team; undefined when there is no such team. */
  async options(teamId: number): Promise<TeamOptions | undefined> {
    return this.#run('settings of a team', trx =>
      trx
        .selectFrom('tenancy.team')
        .select(['default_workflow_id', 'invitation_days'])
        .where('id', '=', teamId)
        .executeTakeFirst(),
    );
  }

  /** Changes the choices of a team, or its picture, a blob; null takes the picture away. */
  async change(teamId: number, change: Partial<TeamOptions & { readonly avatar_hash: string | null }>): Promise<void> {
    await this.#run('settings of a team', trx =>
      trx
        .updateTable('tenancy.team')
        .set({ ...change, updated_at: new Date() })
        .where('id', '=', teamId)
        .execute(),
    );
  }

  async name(teamId: number): Promise<string | undefined> {
    const row = await this.#run('name of a team', trx =>
      trx.selectFrom('tenancy.team').select('name').where('id', '=', teamId).executeTakeFirst(),
    );
    return row?.name;
  }

  /** The blob of a team's picture; undefined when it has none. */
  async avatar(teamId: number): Promise<string | undefined> {
    const row = await this.#run('picture of a team', trx =>
      trx.selectFrom('tenancy.team').select('avatar_hash').where('id', '=', teamId).executeTakeFirst(),
    );
    return row?.avatar_hash ?? undefined;
  }

  async makeDefault(personId: number, teamId: number): Promise<void> {
    await this.#run('choose the default team', trx =>
      trx
        .updateTable('tenancy.member')
        .set({ is_default: sql<boolean>`team_id = ${teamId}` })
        .where('person_id', '=', personId)
        .execute(),
    );
  }

  /** The organization of a team, for jobs and events that run without a caller. */
  organizationOf(teamId: number): Promise<number | undefined> {
    return this.#organizations.get(String(teamId), async () => {
      const row = await this.#run('organization of a team', trx =>
        trx.selectFrom('tenancy.team').select('organization_id').where('id', '=', teamId).executeTakeFirst(),
      );
      return row?.organization_id;
    });
  }

  #views(trx: Kysely<TenancyTables>, personId: number) {
    return teamsOfPeople(trx, [personId]).select(organizationMembers.as('organization_members'));
  }

  #view(row: TeamRow & { readonly organization_members: number }, caller: Caller): Team {
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      type: 1,
      user_role: roleOf(row, caller),
      is_default: row.is_default,
      creator_id: row.creator_email,
      owner_id: String(row.organization_id),
      creator_plan: row.plan,
      creator_license_expired: licenceOf(row) === 'contract_ended',
      creator_user_limit_exceeded: row.member_limit !== null && row.organization_members >= row.member_limit,
      user_limit: row.member_limit,
      creator_trial_start_date: row.trial_started_at?.toISOString() ?? null,
      organization: {
        id: row.organization_id,
        name: row.organization_name,
        owner_id: row.owner_email,
        creation_type: null,
        features: row.features,
      },
      createdAt: row.created_at.toISOString(),
    };
  }

  #run<T>(reason: string, work: (trx: Kysely<TenancyTables>) => Promise<T>): Promise<T> {
    return this.database.system<TenancyTables>(reason).transaction(work);
  }
}
