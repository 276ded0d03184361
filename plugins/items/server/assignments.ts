import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { BulkResult } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { ContributorChange, ProjectTables } from '#plugins/projects/server/kit/index.ts';
import { changeEach } from './change-each.ts';
import { ItemReader } from './item-reader.ts';
import { ItemStatuses } from './item-statuses.ts';
import type { ItemTables } from './items-tables.ts';

/** The text the public client matches (wire, main API 8). */
export const assignmentRefused = (): Fault => new Fault('ASSIGNMENT_REFUSED', 'The user does not have the required permissions for this assignment.', { status: 400, details: { field: 'email' } });

/** Who works on which items: at most one person per project role on an item (roles-permissions 8). */
export class Assignments {
  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
  ) {}

  /** Assigns items to a contributor in the role they have; whoever had that role on an item loses it. Throws ASSIGNMENT_REFUSED for people who are not in the project, paused, or its admins. */
  async assign(context: RequestContext, projectId: number, ids: readonly number[], email: string): Promise<BulkResult> {
    const person = await context.transaction((trx: Kysely<ProjectTables>) => trx.selectFrom('projects.contributor').select(['role', 'paused']).where('project_id', '=', projectId).where('email', '=', email).executeTakeFirst());
    if (person === undefined || person.paused || person.role === projectRoles.projectAdmin) throw assignmentRefused();
    const { role } = person;
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const before = new Set((await trx.selectFrom('items.assignment').select('item_id').where('item_id', 'in', [-1, ...ids]).where('email', '=', email).where('user_role', '=', role).execute()).map(row => row.item_id));
      return changeEach(context, this.reader, projectId, ids, {
        admit: row => (before.has(row.id) ? 'skip' : undefined),
        apply: async rows => {
          await trx.insertInto('items.assignment')
            .values(rows.map(row => ({ team_id: context.team.id, project_id: projectId, item_id: row.id, email, user_role: role })))
            .onConflict(conflict => conflict.columns(['team_id', 'item_id', 'user_role']).doUpdateSet({ email, created_at: new Date() })).execute();
          await this.statuses.announce(context, projectId, rows.map(row => row.id));
        },
      });
    });
  }

  /** Assigns those of the items whose place of the role is free, and answers them; nobody loses an item. Rights are asked before, and the caller's transaction keeps the items as they are. */
  async assignFree(context: RequestContext, projectId: number, ids: readonly number[], { email, role }: { readonly email: string; readonly role: number }): Promise<readonly number[]> {
    if (ids.length === 0) return [];
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const rows = await trx.insertInto('items.assignment')
        .values(ids.map(id => ({ team_id: context.team.id, project_id: projectId, item_id: id, email, user_role: role })))
        .onConflict(conflict => conflict.columns(['team_id', 'item_id', 'user_role']).doNothing()).returning('item_id').execute();
      const assigned = new Set(rows.map(row => row.item_id));
      await this.statuses.announce(context, projectId, [...assigned]);
      return ids.filter(id => assigned.has(id));
    });
  }

  /** Takes one person, or everybody, off items. */
  async unassign(context: RequestContext, projectId: number, ids: readonly number[], email: string | undefined): Promise<BulkResult> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const before = new Set((await trx.selectFrom('items.assignment').select('item_id').where('item_id', 'in', [-1, ...ids]).$if(email !== undefined, query => query.where('email', '=', email!)).execute()).map(row => row.item_id));
      return changeEach(context, this.reader, projectId, ids, {
        admit: row => (before.has(row.id) ? undefined : 'skip'),
        apply: async rows => {
          await trx.deleteFrom('items.assignment').where('item_id', 'in', rows.map(row => row.id)).$if(email !== undefined, query => query.where('email', '=', email!)).execute();
          await this.statuses.announce(context, projectId, rows.map(row => row.id));
        },
      });
    });
  }

  /** How many items each person of a project has, by e-mail. */
  async counts(context: RequestContext, projectId: number): Promise<ReadonlyMap<string, number>> {
    const rows = await context.transaction((trx: Kysely<ItemTables>) => trx.selectFrom('items.assignment as kept')
      .innerJoin('items.item as item', join => join.onRef('item.team_id', '=', 'kept.team_id').onRef('item.id', '=', 'kept.item_id'))
      .select(['kept.email', sql<number>`count(distinct kept.item_id)::int`.as('count')]).where('kept.team_id', '=', context.team.id).where('kept.project_id', '=', projectId).where('item.deleted_at', 'is', null).groupBy('kept.email').execute());
    return new Map(rows.map(row => [row.email, row.count]));
  }

  /** A new role or leaving takes a person's items away (roles-permissions 3). Inside the transaction of that change. */
  async forget(context: RequestContext, change: ContributorChange): Promise<void> {
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      const rows = await trx.deleteFrom('items.assignment').where('project_id', '=', change.projectId).where('email', '=', change.email).returning('item_id').execute();
      await this.statuses.announce(context, change.projectId, rows.map(row => row.item_id));
    });
  }
}
