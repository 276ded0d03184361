import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';

/** Returns whether vectors of pictures or texts of a project were asked for. */
export async function hasVectors(context: RequestContext, projectId: number): Promise<boolean> {
  const { rows } = await context.transaction((trx: Kysely<unknown>) =>
    sql`select from explore.embedding_sync where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(
      trx,
    ),
  );
  return rows.length > 0;
}
