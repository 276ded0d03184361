import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { AuditLog, INSTALLATION } from '#core/audit/server/index.ts';
import { personRows } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { memberRows, Organizations, renameOrganization, teamRows } from '#core/tenancy/server/index.ts';
import type { OrganizationDescription, OrganizationMember, organizationPeopleApi } from '../common/people-api.ts';
import { searchPattern } from './search-pattern.ts';

type Described = Pick<OrganizationDescription['teams'][number], 'id' | 'name' | 'members'> & { readonly at: Date };
type Listed = Omit<OrganizationMember, 'lastActiveAt'> & { readonly active: Date | null };

/** True for accounts that may be viewed as: those of other super-admins and closed ones may not. */
const isViewable = sql`(not person.super_admin and person.disabled_at is null)`;

async function viewable(trx: Kysely<unknown>, personId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select person.id from ${personRows} as person
    where person.id = ${personId}::int and ${isViewable}`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Teams and people of organizations. Organizations span teams, so all goes through the audited handle. */
export class OrganizationPeople {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /** @throws Fault NOT_FOUND for an unknown organization */
  async describe(id: number, mayView: boolean): Promise<OrganizationDescription> {
    const found = (await this.organizations.list()).find(each => each.id === id);
    if (found === undefined) throw notFound('The organization');
    const owner = mayView ? await this.#run('owner of an organization', trx => viewable(trx, found.owner_id)) : null;
    const { rows } = await this.#run('teams of an organization', trx =>
      sql<Described>`select team.id, team.name, team.created_at as at,
          (select count(*)::int from ${memberRows} as member where member.team_id = team.id) as members
        from ${teamRows} as team where team.organization_id = ${id}::int order by lower(team.name), team.id`.execute(
        trx,
      ),
    );
    return {
      id,
      name: found.name,
      owner_email: found.owner_email,
      owner_viewable_id: owner,
      createdAt: found.created_at.toISOString(),
      members: found.members,
      project_limit: found.project_limit,
      teams: rows.map(({ at, ...team }) => ({ ...team, createdAt: at.toISOString() })),
    };
  }

  /**
   * Renames an organization, which the audit logs of the installation and of the organization name.
   * @throws Fault NOT_FOUND, NAME_EXISTS
   */
  async rename(context: RequestContext, id: number, name: string): Promise<OrganizationDescription> {
    const before = await renameOrganization(this.database, id, name);
    for (const each of [INSTALLATION, id])
      await this.audit.recordFor(context, each, {
        by: context.user.email,
        action: 'organization.renamed',
        details: { organization: id, from: before, to: name },
      });
    return this.describe(id, context.user.superAdmin);
  }

  /** One page of the people of all teams, each once. */
  async members(
    id: number,
    mayView: boolean,
    {
      offset,
      limit,
      search,
    }: { readonly offset: number; readonly limit: number; readonly search?: string | undefined },
  ): Promise<{ readonly data: OrganizationMember[]; readonly count: number }> {
    const found = sql`(
      select member.email, max(trim(concat(person.first_name, ' ', person.last_name))) as name,
        json_agg(json_build_object('id', team.id, 'name', team.name) order by lower(team.name)) as teams,
        bool_and(member.person_id is null) as pending,
        max(person.id) filter (where ${mayView} and ${isViewable}) as viewable_id, max(member.last_active_at) as active
      from ${memberRows} as member join ${teamRows} as team on team.id = member.team_id
      left join ${personRows} as person on person.id = member.person_id
      where team.organization_id = ${id}::int group by member.email) as found
      where found.email ilike ${searchPattern(search)} or found.name ilike ${searchPattern(search)}`;
    return this.#run('people of an organization', async trx => {
      const { rows } = await sql<Listed>`select * from ${found} order by found.email
        offset ${offset} limit ${limit}`.execute(trx);
      const counted = await sql<{ n: number }>`select count(*)::int as n from ${found}`.execute(trx);
      return {
        data: rows.map(({ active, ...each }) => ({ ...each, lastActiveAt: active?.toISOString() ?? null })),
        count: counted.rows[0]!.n,
      };
    });
  }

  handlers(): Handlers<typeof organizationPeopleApi> {
    return {
      describeOrganization: ({ params }, { user }) => this.describe(params.organization_id, user.superAdmin),
      renameOrganization: ({ params, body }, context) => this.rename(context, params.organization_id, body.name),
      listOrganizationMembers: ({ params, query }, { user }) =>
        this.members(params.organization_id, user.superAdmin, query),
    };
  }

  #run<T>(reason: string, work: (trx: Kysely<unknown>) => Promise<T>): Promise<T> {
    return this.database.system<unknown>(reason).transaction(work);
  }
}
