import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField, notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { personRows } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { ServerBus } from '#core/kernel/server/index.ts';
import { DatabaseToken, ServerBusToken } from '#core/kernel/server/index.ts';
import { licenceState, trialDaysLeft } from '#core/tenancy/common/index.ts';
import { memberRows, organizationRows, Organizations, teamRows } from '#core/tenancy/server/index.ts';
import { tallyRows } from '#plugins/workspace/items/server/kit/index.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { Licence, licencesApi } from '../common/api.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly owner_email: string;
  readonly plan: number;
  readonly features: Readonly<Record<string, boolean>>;
  readonly trial_started_at: Date | null;
  readonly licence_expires_at: Date | null;
  readonly member_limit: number | null;
  readonly project_limit: number | null;
  readonly item_limit: number | null;
  readonly licence_version: number;
  readonly members: number;
  readonly teams: number;
  readonly projects: number;
  readonly items: number;
}

/** Usage of a team. */
export interface TeamUsage {
  readonly team_id: number;
  readonly team: string;
  readonly members: number;
  readonly projects: number;
  readonly items: number;
}

const ofTeams = sql`
  select team.id as team_id, team.name as team, team.organization_id,
    (select count(*)::int from ${memberRows} as member where member.team_id = team.id) as members,
    (select count(*)::int from ${projectRows} as project
      where project.team_id = team.id and project.deleted_at is null) as projects,
    (select coalesce(sum(tally.items), 0)::int from ${tallyRows} as tally where tally.team_id = team.id) as items
  from ${teamRows} as team`;

/**
 * Licences of organizations, and what is used of them. Organizations span teams, so all goes through the audited
 * handle.
 */
export class Licences {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(ServerBusToken) private readonly bus: ServerBus,
  ) {}

  /** @throws Fault NOT_FOUND for an unknown organization */
  async get(organizationId: number): Promise<Licence> {
    const [found] = await this.#rows(sql`organization.id = ${organizationId}::int`, { offset: 0, limit: 1 });
    if (found === undefined) throw notFound('The organization');
    return view(found);
  }

  /** Usage of each team of an organization, by name. */
  async teamUsage(organizationId: number): Promise<readonly TeamUsage[]> {
    return this.#run('usage of teams', async trx => {
      const { rows } = await sql<TeamUsage & { readonly organization_id: number }>`${ofTeams}
        where team.organization_id = ${organizationId}::int order by lower(team.name), team.id`.execute(trx);
      return rows.map(({ organization_id: _, ...row }) => row);
    });
  }

  /** Returns the oldest team of an organization that has a member with this address; undefined where none has. */
  teamOf(organizationId: number, email: string): Promise<number | undefined> {
    return this.#run('team of a payer', async trx => {
      const { rows } = await sql<{ id: number }>`select team.id from ${teamRows} as team
        join ${memberRows} as member on member.team_id = team.id and member.email = ${email}
        where team.organization_id = ${organizationId} order by team.id limit 1`.execute(trx);
      return rows[0]?.id;
    });
  }

  handlers(): Handlers<typeof licencesApi> {
    return {
      listLicences: async ({ query }) => {
        const pattern = `%${(query.search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
        const matching = sql`(organization.name ilike ${pattern} or owner.email ilike ${pattern})`;
        const rows = await this.#rows(matching, query);
        const { count } = await this.#run('count licences', async trx => {
          const counted = await sql<{ count: number }>`select count(*)::int as count
            from ${organizationRows} as organization join ${personRows} as owner on owner.id = organization.owner_id
            where ${matching}`.execute(trx);
          return counted.rows[0]!;
        });
        return { data: rows.map(view), count };
      },
      setLicence: async ({ params, body }, context) => {
        await this.#set(context, params.organization_id, body);
        return this.get(params.organization_id);
      },
    };
  }

  async #set(
    context: RequestContext,
    id: number,
    { plan, trial, expires, limits, version }: Parameters<Handlers<typeof licencesApi>['setLicence']>[0]['body'],
  ): Promise<void> {
    const { trial_started_at: began } = await this.organizations.get(id);
    const end = expires === null ? null : new Date(expires);
    if (end !== null && Number.isNaN(end.getTime())) throw invalidField('expires', 'must be a time such as 2027-01-31');
    const left = trialDaysLeft(began, new Date());
    const isRunning = left !== undefined && left > 0;
    await this.organizations.setLicence(
      id,
      {
        plan,
        trial_started_at: trial ? (isRunning ? began : new Date()) : null,
        licence_expires_at: end,
        member_limit: limits.members,
        project_limit: limits.projects,
        item_limit: limits.items,
      },
      version,
    );
    context.log.info({ organization: id, plan, trial, expires, limits, by: context.user.id }, 'a licence was changed');
    // Open tabs and the other servers see it at once.
    await this.bus.send('switches', id);
  }

  #rows(
    matching: ReturnType<typeof sql>,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<readonly Row[]> {
    return this.#run('licences', async trx => {
      const { rows } = await sql<Row>`
        with shown as (
          select organization.*, owner.email as owner_email from ${organizationRows} as organization
          join ${personRows} as owner on owner.id = organization.owner_id
          where ${matching} order by lower(organization.name), organization.id offset ${offset} limit ${limit}
        ), used as (select * from (${ofTeams}) as every where organization_id in (select id from shown))
        select shown.id, name, owner_email, plan, features, trial_started_at, licence_expires_at, member_limit,
          project_limit, item_limit, licence_version,
          (select count(distinct member.email)::int from ${memberRows} as member
            where member.team_id in (select team_id from used where used.organization_id = shown.id)) as members,
          (select count(*)::int from used where used.organization_id = shown.id) as teams,
          (select coalesce(max(projects), 0)::int from used where used.organization_id = shown.id) as projects,
          (select coalesce(max(items), 0)::int from used where used.organization_id = shown.id) as items
        from shown order by lower(name), shown.id`.execute(trx);
      return rows;
    });
  }

  #run<T>(reason: string, work: (trx: Kysely<unknown>) => Promise<T>): Promise<T> {
    return this.database.system<unknown>(reason).transaction(work);
  }
}

function view(row: Row): Licence {
  const now = new Date();
  const terms = { features: row.features, trialStartedAt: row.trial_started_at, expiresAt: row.licence_expires_at };
  return {
    organization_id: row.id,
    organization: row.name,
    owner_email: row.owner_email,
    plan: row.plan,
    state: licenceState(terms, now),
    trial_days_left: trialDaysLeft(row.trial_started_at, now) ?? null,
    trial_started: row.trial_started_at?.toISOString() ?? null,
    expires: row.licence_expires_at?.toISOString() ?? null,
    limits: { members: row.member_limit, projects: row.project_limit, items: row.item_limit },
    usage: { members: row.members, projects: row.projects, items: row.items, teams: row.teams },
    version: row.licence_version,
  };
}
