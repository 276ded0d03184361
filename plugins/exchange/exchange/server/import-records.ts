import { inject } from 'inversify';
import type { Kysely, Updateable } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { transferEvents } from '../common/events.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { importStates } from '../common/import-api.ts';
import { importView, jobTitles, workingStates } from './import-view.ts';
import type { ImportRow } from './import-view.ts';
import { jobFailure } from './job-failure.ts';
import type { ImportTable, TransferTables } from './transfer-tables.ts';

/** The stored state of imports of annotations, and the jobs that work on them. */
export class ImportRecords {
  constructor(@inject(JobsToken) private readonly jobs: Jobs) {}

  /** @throws Fault NOT_FOUND. */
  async row(context: RequestContext, projectId: number, id: number): Promise<ImportRow> {
    const row = await context.transaction((trx: Kysely<TransferTables>) =>
      trx
        .selectFrom('exchange.import')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The import');
    return row;
  }

  /** Starts a job for an import and notes it there. */
  async enqueue(
    context: RequestContext,
    trx: Kysely<TransferTables>,
    row: ImportRow,
    name: 'check' | 'import' | 'undo',
  ): Promise<ImportRecord> {
    const job = await this.jobs.enqueue(trx, {
      teamId: context.team.id,
      plugin: 'exchange',
      name,
      title: `${jobTitles[name]} – ${row.name}`,
      subject: { import_id: row.id, project_id: row.project_id },
      creatorId: context.user.id,
    });
    const linked = await trx
      .updateTable('exchange.import')
      .set({ job_id: job.id })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return importView(linked);
  }

  /** Changes the stored state and publishes that. */
  async change(context: RequestContext, row: ImportRow, change: Updateable<ImportTable>): Promise<void> {
    await context.transaction(async (trx: Kysely<TransferTables>) => {
      await trx
        .updateTable('exchange.import')
        .set({ ...change, updated_at: new Date() })
        .where('id', '=', row.id)
        .execute();
      await context.publish(transferEvents.importsChanged, { project_id: row.project_id, import_id: row.id });
    });
  }

  /** Returns the import; marks it as canceled or failed first when its job ended so. */
  async settled(context: RequestContext, row: ImportRow): Promise<ImportRow> {
    if (!workingStates.has(row.status) || row.job_id === null || context.viewer !== undefined) return row;
    const failure = await jobFailure(this.jobs, context.team.id, row.job_id, 'The import could not be done.');
    if (failure === undefined) return row;
    const { error } = failure;
    const status = failure.canceled ? importStates.canceled : importStates.failed;
    return context.transaction((trx: Kysely<TransferTables>) =>
      trx
        .updateTable('exchange.import')
        .set({ status, error: JSON.stringify(error), updated_at: new Date() })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }
}
