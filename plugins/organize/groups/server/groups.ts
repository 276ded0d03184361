import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { isTeamAdmin } from '#core/permissions/common/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import type { Member } from '#core/tenancy/server/index.ts';
import {
  GroupContributors,
  contributorRows,
  projectRows,
  Projects,
} from '#plugins/workspace/projects/server/kit/index.ts';
import { AuditLog } from '#core/audit/server/index.ts';
import type { Group } from '../common/api.ts';
import type { GroupRow, GroupTables } from './groups-tables.ts';

/** Groups of a team. */
const MOST_GROUPS = 200;

interface Filter {
  readonly name?: string | undefined;
  readonly filled: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Groups of a team. Who may keep them is asked before. */
export class Groups {
  constructor(
    @inject(GroupContributors) private readonly contributors: GroupContributors,
    @inject(AuditLog) private readonly audit: AuditLog,
    @inject(Projects) private readonly projects: Projects,
  ) {}

  /** One page by name, and the number of all that match. */
  async list(
    context: RequestContext,
    { name = '', filled, offset, limit }: Filter,
  ): Promise<{ readonly data: Group[]; readonly count: number }> {
    return context.transaction(async (trx: Kysely<GroupTables>) => {
      const matching = trx
        .selectFrom('groups.team_group as found')
        .where('found.team_id', '=', context.team.id)
        .$if(name !== '', query => query.where(sql<boolean>`position(lower(${name}) in lower(found.name)) > 0`))
        .$if(filled, query =>
          query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('groups.member as member')
                .select('member.email')
                .whereRef('member.team_id', '=', 'found.team_id')
                .whereRef('member.group_id', '=', 'found.id'),
            ),
          ),
        );
      const rows = await matching
        .selectAll('found')
        .orderBy(sql`lower(found.name)`)
        .orderBy('found.id')
        .offset(offset)
        .limit(limit)
        .execute();
      const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return { data: await this.#views(context, rows), count };
    });
  }

  /** Throws NOT_FOUND. */
  async get(context: RequestContext, id: number): Promise<Group> {
    const row = await context.transaction((trx: Kysely<GroupTables>) =>
      trx
        .selectFrom('groups.team_group')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The group');
    return (await this.#views(context, [row]))[0]!;
  }

  /** Throws NAME_EXISTS, PLAN_LIMIT beyond 200. */
  async create(context: RequestContext, name: string, description: string | null): Promise<Group> {
    const row = await onUniqueViolation(
      context.transaction(async (trx: Kysely<GroupTables>) => {
        const { count } = await trx
          .selectFrom('groups.team_group')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('team_id', '=', context.team.id)
          .executeTakeFirstOrThrow();
        if (count >= MOST_GROUPS)
          throw new Fault('PLAN_LIMIT', `A team has at most ${MOST_GROUPS} groups. Delete one first.`, { status: 422 });
        await this.audit.record(context, 'group.created', { name });
        return trx
          .insertInto('groups.team_group')
          .values({ team_id: context.team.id, name, description })
          .returningAll()
          .executeTakeFirstOrThrow();
      }),
    );
    return (await this.#views(context, [row]))[0]!;
  }

  /** Throws NOT_FOUND, NAME_EXISTS. */
  async update(
    context: RequestContext,
    id: number,
    change: { readonly name?: string | undefined; readonly description?: string | null | undefined },
  ): Promise<Group> {
    await this.get(context, id);
    await onUniqueViolation(
      context.transaction((trx: Kysely<GroupTables>) =>
        trx
          .updateTable('groups.team_group')
          .set({
            ...(change.name === undefined ? {} : { name: change.name }),
            ...(change.description === undefined ? {} : { description: change.description }),
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .execute(),
      ),
    );
    return this.get(context, id);
  }

  /** Deletes a group; its members leave the projects that only it gave them. Throws NOT_FOUND. */
  async remove(context: RequestContext, id: number): Promise<void> {
    const { name } = await this.get(context, id);
    await context.transaction(async (trx: Kysely<GroupTables>) => {
      await this.contributors.withdraw(context, id, {});
      await trx.deleteFrom('groups.team_group').where('id', '=', id).execute();
      await this.audit.record(context, 'group.deleted', { name });
    });
  }

  /** Somebody is in no group any more. In the open transaction, or one of its own. */
  async forget(context: RequestContext, email: string): Promise<void> {
    await context.transaction(async (trx: Kysely<GroupTables>) => {
      const gone = await trx
        .deleteFrom('groups.member')
        .where('team_id', '=', context.team.id)
        .where('email', '=', email)
        .returning('group_id')
        .execute();
      for (const { group_id: id } of gone) await this.contributors.withdraw(context, id, { emails: [email] });
    });
  }

  /** Members as somebody in a group sees them: their own group. Undefined for who is in none. */
  async narrowed(context: RequestContext, members: readonly Member[]): Promise<readonly Member[] | undefined> {
    if (await context.can('ManageGroups', {})) return undefined;
    const rows = await context.transaction((trx: Kysely<GroupTables>) =>
      trx
        .selectFrom('groups.member as other')
        .innerJoin('groups.member as own', join =>
          join.onRef('own.team_id', '=', 'other.team_id').onRef('own.group_id', '=', 'other.group_id'),
        )
        .select('other.email')
        .where('own.team_id', '=', context.team.id)
        .where('own.email', '=', context.user.email)
        .execute(),
    );
    if (rows.length === 0) return undefined;
    const together = new Set(rows.map(row => row.email));
    return members.filter(each => together.has(each.email));
  }

  /** Folders of a project that are open to those whom only their group added; undefined for who sees all of it. */
  async folders(context: RequestContext, projectId: number): Promise<readonly number[] | undefined> {
    const { maybeUser, team } = context;
    if (maybeUser === undefined || isTeamAdmin(team.role as TeamRole)) return undefined;
    if ((await this.projects.callersGroup(context, projectId)) === undefined) return undefined;
    const row = await context.transaction((trx: Kysely<GroupTables>) =>
      trx
        .selectFrom(contributorRows.as('own'))
        .innerJoin('groups.scope as scope', join =>
          join
            .onRef('scope.team_id', '=', 'own.team_id')
            .onRef('scope.group_id', '=', 'own.group_id')
            .onRef('scope.project_id', '=', 'own.project_id'),
        )
        .select('scope.folder_ids')
        .where('own.team_id', '=', team.id)
        .where('own.project_id', '=', projectId)
        .where('own.email', '=', maybeUser.email)
        .executeTakeFirst(),
    );
    return row?.folder_ids ?? undefined;
  }

  async #views(context: RequestContext, rows: readonly GroupRow[]): Promise<Group[]> {
    const ids = [-1, ...rows.map(row => row.id)];
    return context.transaction(async (trx: Kysely<GroupTables>) => {
      const members = await trx
        .selectFrom('groups.member')
        .select(['group_id', 'email'])
        .where('team_id', '=', context.team.id)
        .where('group_id', 'in', ids)
        .orderBy('email')
        .execute();
      const scopes = await trx
        .selectFrom('groups.scope as scope')
        .innerJoin(projectRows.as('project'), join =>
          join.onRef('project.team_id', '=', 'scope.team_id').onRef('project.id', '=', 'scope.project_id'),
        )
        .select(['scope.group_id', 'scope.project_id', 'scope.role', 'scope.folder_ids'])
        .where('scope.team_id', '=', context.team.id)
        .where('scope.group_id', 'in', ids)
        .where('project.deleted_at', 'is', null)
        .orderBy('scope.project_id')
        .execute();
      return rows.map(row => {
        const emails = members.filter(each => each.group_id === row.id).map(each => each.email);
        return {
          id: row.id,
          team_id: row.team_id,
          name: row.name,
          description: row.description,
          members: emails,
          memberCount: emails.length,
          projects: scopes
            .filter(each => each.group_id === row.id)
            .map(each => ({
              project_id: each.project_id,
              role: each.role,
              scope: each.folder_ids === null ? ('all' as const) : ('folders' as const),
              folder_ids: each.folder_ids ?? [],
            })),
          createdAt: row.created_at.toISOString(),
          updatedAt: row.updated_at.toISOString(),
        };
      });
    });
  }
}

async function onUniqueViolation<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault('NAME_EXISTS', 'A group with this name already exists.', {
      status: 409,
      details: { field: 'name' },
    });
  }
}
