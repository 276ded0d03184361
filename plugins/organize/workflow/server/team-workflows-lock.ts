import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';

/**
 * Lets one at a time change the statuses, roles and workflows of a team, until the transaction ends: what a workflow
 * names must not go while it is written, and limits and the next free code are counted.
 */
export async function lockTeamWorkflows<Tables>(trx: Kysely<Tables>, context: RequestContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`workflow.team/${context.team.id}`}, 0))`.execute(trx);
}

/**
 * Waits for changes of item statuses in the projects and lets no new ones begin, until the transaction ends. Always in
 * the same order.
 */
export async function lockItemStatuses<Tables>(trx: Kysely<Tables>, projectIds: readonly number[]): Promise<void> {
  for (const id of projectIds.toSorted((one, other) => one - other))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`workflow.items/${id}`}, 0))`.execute(trx);
}
