import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';

/**
 * Lets one at a time change the statuses, roles and workflows of a team, until the transaction ends: what a workflow names must not
 * go while it is written, and limits and the next free code are counted.
 */
export async function lockTeamWorkflows<Tables>(trx: Kysely<Tables>, context: RequestContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`workflow.team/${context.team.id}`}, 0))`.execute(trx);
}
