import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { BulkResult } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ContributorChange } from '#plugins/workspace/projects/server/kit/index.ts';
import { assignedTo } from './changing/assignment-changes.ts';
import { ItemChanging } from './changing/item-changing.ts';
import { ItemStatuses } from './item-statuses.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemRow, ItemTables } from './items-tables.ts';
import { ValueAnnouncements } from './value-announcements.ts';

/** Assignments of people to items: at most one person per project role on an item. */
export class Assignments {
  constructor(
    @inject(ItemChanging) private readonly changing: ItemChanging,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(ValueAnnouncements) private readonly announcements: ValueAnnouncements,
  ) {}

  /**
   * Assigns items to a contributor in the role they have; whoever had that role on an item loses it. Throws
   * ASSIGNMENT_REFUSED for people who are not in the project, paused, or its admins.
   */
  assign(context: RequestContext, projectId: number, ids: readonly number[], email: string): Promise<BulkResult> {
    return this.changing.apply(context, projectId, ids, { kind: 'assign', value: email });
  }

  /**
   * Assigns those of the items whose place of the role is free, and answers them; nobody loses an item. Rights are
   * asked before, and the caller's transaction keeps the items as they are.
   */
  async assignFree(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    { email, role }: { readonly email: string; readonly role: number },
  ): Promise<readonly number[]> {
    if (ids.length === 0) return [];
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const rows = await trx
        .insertInto('items.assignment')
        .values(
          ids.map(id => ({ team_id: context.team.id, project_id: projectId, item_id: id, email, user_role: role })),
        )
        .onConflict(conflict => conflict.columns(['team_id', 'item_id', 'user_role']).doNothing())
        .returning('item_id')
        .execute();
      const assigned = new Set(rows.map(row => row.item_id));
      if (assigned.size > 0) await this.hooks.assigned.promise(context, { projectId, email, itemIds: [...assigned] });
      if (this.announcements.isAwaited('assign'))
        await this.announcements.announce(
          context,
          projectId,
          'assign',
          (await presentRows(trx, [...assigned])).map(item => ({ item, before: null, after: email })),
        );
      await this.statuses.announce(context, projectId, [...assigned]);
      return ids.filter(id => assigned.has(id));
    });
  }

  /** Takes one person, or everybody, off items. */
  unassign(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    email: string | undefined,
  ): Promise<BulkResult> {
    return this.changing.apply(context, projectId, ids, { kind: 'unassign', value: email ?? null });
  }

  /** Returns the number of items of each person of a project, by e-mail. */
  async counts(context: RequestContext, projectId: number): Promise<ReadonlyMap<string, number>> {
    const rows = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.assignment as kept')
        .innerJoin('items.item as item', join =>
          join.onRef('item.team_id', '=', 'kept.team_id').onRef('item.id', '=', 'kept.item_id'),
        )
        .select(['kept.email', sql<number>`count(distinct kept.item_id)::int`.as('count')])
        .where('kept.team_id', '=', context.team.id)
        .where('kept.project_id', '=', projectId)
        .where('item.deleted_at', 'is', null)
        .groupBy('kept.email')
        .execute(),
    );
    return new Map(rows.map(row => [row.email, row.count]));
  }

  /** A new role or leaving takes a person's items away. Inside the transaction of that change. */
  async forget(context: RequestContext, change: ContributorChange): Promise<void> {
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      const rows = await trx
        .deleteFrom('items.assignment')
        .where('project_id', '=', change.projectId)
        .where('email', '=', change.email)
        .returning(['item_id', 'user_role'])
        .execute();
      const ids = rows.map(row => row.item_id);
      if (this.announcements.isAwaited('unassign')) {
        const left = await assignedTo(context, ids);
        await this.announcements.announce(
          context,
          change.projectId,
          'unassign',
          (await presentRows(trx, ids)).map(item => {
            const after = left.get(item.id)!;
            const taken = rows.filter(row => row.item_id === item.id).map(row => [row.user_role, change.email]);
            return { item, before: { ...after, ...Object.fromEntries(taken) }, after };
          }),
        );
      }
      await this.statuses.announce(context, change.projectId, ids);
    });
  }
}

/** Items as they are, without deleted ones: nobody waits for what becomes of those. */
async function presentRows(trx: Kysely<ItemTables>, ids: readonly number[]): Promise<readonly ItemRow[]> {
  return trx
    .selectFrom('items.item')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}
