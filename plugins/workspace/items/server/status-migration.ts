import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import { itemsEvents } from '../common/events.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemTables } from './items-tables.ts';

/** Number of items of a project in a status. */
export interface StatusCount {
  readonly project_id: number;
  readonly status: number;
  /** Present items. */
  readonly items: number;
  /** Deleted items that can still be restored. */
  readonly deleted: number;
}

/** Items that are moved before their number is reported: well under a second. */
const PART = 2000;

/**
 * Carries all items of a status to another one, for a workflow that no longer has it. Asks for no right: the caller
 * did.
 */
export class StatusMigration {
  constructor(@inject(ItemsHooks) private readonly hooks: ItemsHooks) {}

  /** Numbers of items of projects by status; statuses without items are left out. */
  async counts(context: RequestContext, projectIds: readonly number[]): Promise<readonly StatusCount[]> {
    if (projectIds.length === 0) return [];
    const ids = [...projectIds];
    return context.transaction(
      async (trx: Kysely<ItemTables>) =>
        (
          await sql<StatusCount>`
      select project_id, status, sum(items)::int as items, sum(deleted)::int as deleted from (
        select project_id, annotation_status as status, items, 0 as deleted from items.tally where team_id = ${context.team.id} and project_id = any(${ids}::int[])
        union all
        select project_id, annotation_status, 0, 1 from items.item where team_id = ${context.team.id} and project_id = any(${ids}::int[]) and deleted_at is not null
      ) counted group by project_id, status having sum(items) > 0 or sum(deleted) > 0 order by project_id, status`.execute(
            trx,
          )
        ).rows,
    );
  }

  /**
   * Moves every item of a project, deleted ones too, by `moves` (status to status; no target is a source). Inside the
   * caller's transaction, some at a time: `moved` is called with each part before the next one begins.
   */
  async carry(
    context: RequestContext,
    projectId: number,
    moves: ReadonlyMap<number, number>,
    moved: (items: number) => void = () => undefined,
  ): Promise<void> {
    if (moves.size === 0) return;
    await context.transaction(async (trx: Kysely<ItemTables>) => {
      await this.hooks.statusesMigrating.promise(context, projectId, moves);
      const [sources, targets] = [[...moves.keys()], [...moves.values()]];
      for (let after: number | null = 0; after !== null;) {
        const part: { readonly last: number | null; readonly items: number } = (
          await sql<{ last: number | null; items: number }>`
          with part as (
            select id from items.item where team_id = ${context.team.id}::int and project_id = ${projectId}::int and id > ${after}::int and annotation_status = any(${sources}::int[]) order by id limit ${PART}
          ), carried as (
            update items.item set annotation_status = move.target, updated_at = now()
            from unnest(${sources}::int[], ${targets}::int[]) as move (source, target), part
            where items.item.team_id = ${context.team.id}::int and items.item.id = part.id and items.item.annotation_status = move.source
            returning items.item.id, items.item.deleted_at
          ) select max(id) as last, (count(*) filter (where deleted_at is null))::int as items from carried`.execute(
            trx,
          )
        ).rows[0]!;
        if (part.items > 0) moved(part.items);
        after = part.last;
      }
      await context.publish(itemsEvents.changed, { project_id: projectId });
      onCommit(() => this.hooks.committed.call(context, { projectId, itemIds: [] }));
    });
  }
}
