import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectTables } from './projects-tables.ts';

/**
 * Refuses one more project than the plan gives the team; deleted ones do not count. Inside the transaction that makes
 * it, of which a team has one at a time then, so that two at the same moment do not both get the last place. `taken`
 * are those it made already.
 * @throws Fault PLAN_LIMIT (422)
 */
export async function assertProjectQuota(
  trx: Kysely<ProjectTables>,
  context: RequestContext,
  { taken = 0 }: { readonly taken?: number } = {},
): Promise<void> {
  const { id, projectLimit: limit } = context.team;
  if (limit === undefined) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`projects.room/${id}`}, 0))`.execute(trx);
  const { projects } = await trx
    .selectFrom('projects.project')
    .select(sql<number>`count(*)::int`.as('projects'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const used = projects - taken;
  if (used >= limit)
    throw new Fault(
      'PLAN_LIMIT',
      `The number of projects exceeds the limit of ${limit.toLocaleString('en').replaceAll(',', ' ')} projects per plan.`,
      { status: 422, details: { limit, used } },
    );
}
