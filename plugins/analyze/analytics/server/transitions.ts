import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { historyRows } from '#plugins/review/item-details/server/kit/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { StatusChange } from '#plugins/workspace/items/server/kit/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';

type Trx = Kysely<unknown>;

const COLUMNS = sql`(team_id, project_id, item_id, from_status, to_status, email, role, source)`;

/** The log of status changes: who moved an item, in which role and by which way. */
export class Transitions {
  /** Logs status changes of items of one project. Inside the caller's transaction. */
  async log(context: RequestContext, changes: readonly StatusChange[]): Promise<void> {
    const projectId = changes[0]?.item.project_id;
    if (projectId === undefined) return;
    await context.transaction((trx: Trx) =>
      sql`insert into analytics.transition ${COLUMNS}
      select ${context.team.id}::int, ${projectId}::int, change.item_id, change.source, change.target,
        ${actor(context, projectId)}
      from unnest(${changes.map(each => each.item.id)}::int[], ${changes.map(each => each.from)}::int[],
        ${changes.map(each => each.to)}::int[]) as change (item_id, source, target)
      where change.source <> change.target`.execute(trx),
    );
  }

  /** Logs that all items of some statuses go to others. Inside the caller's transaction, before they go. */
  async logAll(context: RequestContext, projectId: number, moves: ReadonlyMap<number, number>): Promise<void> {
    await context.transaction((trx: Trx) =>
      sql`insert into analytics.transition ${COLUMNS}
      select item.team_id, item.project_id, item.id, move.source, move.target, ${actor(context, projectId)}
      from ${itemRows} as item
        join unnest(${[...moves.keys()]}::int[], ${[...moves.values()]}::int[]) as move (source,
          target) on item.annotation_status = move.source
      where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int`.execute(trx),
    );
  }

  /**
   * Adds status changes of a project that the history of its items has and the log lacks: those from before analytics
   * was installed, or while it was switched off. Their role is the one the person has now, their source is not known.
   */
  async fill(context: RequestContext, projectId: number): Promise<void> {
    await context.transaction((trx: Trx) =>
      sql`insert into analytics.transition (team_id, project_id, item_id, from_status, to_status, email, role, at)
      select entry.team_id, entry.project_id, entry.item_id, entry.before::int, entry.after::int,
        lower(entry.by_email), contributor.role, entry.at
      from ${historyRows} as entry
      left join ${contributorRows} as contributor on contributor.team_id = entry.team_id
        and contributor.project_id = entry.project_id and contributor.email = entry.by_email
      where entry.team_id = ${context.team.id}::int and entry.project_id = ${projectId}::int and entry.kind = 'status'
        and not exists (select from analytics.transition as known where known.team_id = entry.team_id
          and known.item_id = entry.item_id and known.at = entry.at and known.to_status = entry.after::int)
      order by entry.id`.execute(trx),
    );
  }
}

/** E-mail, role and source of who calls, as columns of a statement. */
const actor = (
  context: RequestContext,
  projectId: number,
): RawBuilder<unknown> => sql`${context.user.email.toLowerCase()}::text,
  (select role from ${contributorRows} where team_id = ${context.team.id}::int and project_id = ${projectId}::int
    and email = ${context.user.email}), ${context.credential}::text`;
