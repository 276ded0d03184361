import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import { itemsEvents } from '../common/events.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';

/** How many items of a project are in a status. */
export interface StatusCount {
  readonly project_id: number;
  readonly status: number;
  /** Present items. */
  readonly items: number;
  /** Deleted items that can still be restored. */
  readonly deleted: number;
}

/** Carries all items of a status to another one, for a workflow that no longer has it. Asks for no right: the caller did. */
export class StatusCarrying {
  constructor(@inject(ItemsHooks) private readonly hooks: ItemsHooks) {}

  /** Numbers of items of projects by status; statuses without items are left out. */
  async counts(context: RequestContext, projectIds: readonly number[]): Promise<readonly StatusCount[]> {
    if (projectIds.length === 0) return [];
    const ids = [...projectIds];
    return context.transaction(async (trx: Kysely<ItemTables>) => (await sql<StatusCount>`
      select project_id, status, sum(items)::int as items, sum(deleted)::int as deleted from (
        select project_id, annotation_status as status, items, 0 as deleted from items.tally where team_id = ${context.team.id} and project_id = any(${ids}::int[])
        union all
        select project_id, annotation_status, 0, 1 from items.item where team_id = ${context.team.id} and project_id = any(${ids}::int[]) and deleted_at is not null
      ) counted group by project_id, status having sum(items) > 0 or sum(deleted) > 0 order by project_id, status`.execute(trx)).rows);
  }

  /** Moves every item of a project, deleted ones too, by `moves` (status to status), in one statement. Inside the caller's transaction. */
  async carry(context: RequestContext, projectId: number, moves: ReadonlyMap<number, number>): Promise<void> {
    if (moves.size === 0) return;
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      await this.hooks.statusesCarrying.promise(context, projectId, moves);
      await sql`update items.item set annotation_status = move.target, updated_at = now()
        from unnest(${[...moves.keys()]}::int[], ${[...moves.values()]}::int[]) as move (source, target)
        where items.item.team_id = ${context.team.id} and items.item.project_id = ${projectId} and items.item.annotation_status = move.source`.execute(trx);
      await context.publish(itemsEvents.changed, { project_id: projectId });
      onCommit(() => this.hooks.committed.call(context, { projectId, itemIds: [] }));
    });
  }
}
