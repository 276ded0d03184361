import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { StatusChange } from '#plugins/workspace/items/server/kit/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';

type Trx = Kysely<unknown>;

/** The log of changes of status that queries search. */
export class StatusHistory {
  /** Notes changes of status of items of one project in the log. Inside the caller's transaction. */
  async note(context: RequestContext, changes: readonly StatusChange[]): Promise<void> {
    const [first] = changes;
    if (first === undefined) return;
    const { project_id: projectId } = first.item;
    await context.transaction((trx: Trx) =>
      sql`insert into explore.history (team_id, project_id, item_id, from_status, to_status, email, role, source)
      select ${context.team.id}::int, ${projectId}::int, given.item_id, given.source, given.target, ${context.user.email.toLowerCase()},
        (select role from ${contributorRows} where team_id = ${context.team.id} and project_id = ${projectId} and email = ${context.user.email}), ${context.credential}
      from unnest(${changes.map(each => each.item.id)}::int[], ${changes.map(each => each.from)}::int[], ${changes.map(each => each.to)}::int[]) as given (item_id, source, target)`.execute(
        trx,
      ),
    );
  }

  /** Notes that all items of some statuses go to others. Inside the caller's transaction, before they go. */
  async noteMany(context: RequestContext, projectId: number, moves: ReadonlyMap<number, number>): Promise<void> {
    await context.transaction((trx: Trx) =>
      sql`insert into explore.history (team_id, project_id, item_id, from_status, to_status, email, role, source)
      select item.team_id, item.project_id, item.id, move.source, move.target, ${context.user.email.toLowerCase()},
        (select role from ${contributorRows} where team_id = ${context.team.id} and project_id = ${projectId} and email = ${context.user.email}), ${context.credential}
      from ${itemRows} as item join unnest(${[...moves.keys()]}::int[], ${[...moves.values()]}::int[]) as move (source, target) on item.annotation_status = move.source
      where item.team_id = ${context.team.id} and item.project_id = ${projectId}`.execute(trx),
    );
  }
}
