import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { PipelineGraph } from '../common/pipeline.ts';
import type { AutomationTables } from './automation-tables.ts';

type Trx = Kysely<AutomationTables>;

/** A version of a pipeline as it was saved. */
interface SavedVersion {
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly graph: PipelineGraph;
}

/** Versions of pipelines, one for each save. */
@injectable()
export class PipelineVersions {
  /** Newest first. @throws Fault NOT_FOUND */
  async list(
    context: RequestContext,
    pipelineId: number,
  ): Promise<{ version: number; author: string; createdAt: string }[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('automations.version')
        .select(['version', 'author_email', 'created_at'])
        .where('pipeline_id', '=', pipelineId)
        .orderBy('version', 'desc')
        .limit(200)
        .execute(),
    );
    if (rows.length === 0) throw notFound('The pipeline');
    return rows.map(row => ({
      version: row.version,
      author: row.author_email,
      createdAt: row.created_at.toISOString(),
    }));
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, pipelineId: number, version: number): Promise<SavedVersion> {
    const row = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('automations.version')
        .select(['version', 'name', 'description', 'graph'])
        .where('pipeline_id', '=', pipelineId)
        .where('version', '=', version)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The version');
    return row;
  }
}
