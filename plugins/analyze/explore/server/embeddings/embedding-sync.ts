import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';

/** Ids of the jobs that made vectors of a project; undefined for vectors that were never asked for. */
export interface VectorJobs {
  /** Of pictures and objects. */
  readonly pictures: string | undefined;
  readonly texts: string | undefined;
}

/** Returns the jobs that last made vectors of a project. */
export async function vectorJobs(context: RequestContext, projectId: number): Promise<VectorJobs> {
  const { rows } = await context.transaction((trx: Kysely<unknown>) =>
    sql<{ job_id: string | null; text_job_id: string | null }>`select job_id, text_job_id from explore.embedding_sync
      where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(trx),
  );
  return { pictures: rows[0]?.job_id ?? undefined, texts: rows[0]?.text_job_id ?? undefined };
}
