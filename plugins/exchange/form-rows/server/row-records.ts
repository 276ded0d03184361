import { inject } from 'inversify';
import type { Kysely, Updateable } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { jobFailure } from '#plugins/exchange/exchange/server/kit/index.ts';
import { rowEvents } from '../common/events.ts';
import { rowStates } from '../common/rows-api.ts';
import type { RowImportTable, RowTables } from './row-tables.ts';
import type { RowImportRow } from './row-import-view.ts';

/** The stored state of imports of rows, and the jobs that work on them. */
export class RowRecords {
  constructor(@inject(JobsToken) private readonly jobs: Jobs) {}

  /** @throws Fault NOT_FOUND. */
  async row(context: RequestContext, projectId: number, id: number): Promise<RowImportRow> {
    const row = await context.transaction((trx: Kysely<RowTables>) =>
      trx
        .selectFrom('form_rows.row_import')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The import');
    return row;
  }

  /** Returns an upload of the caller; those of other people are not found. @throws Fault NOT_FOUND. */
  async upload(context: RequestContext, projectId: number, token: string): Promise<RowImportRow> {
    const row = await context.transaction((trx: Kysely<RowTables>) =>
      trx
        .selectFrom('form_rows.row_import')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('token', '=', token)
        .where('creator_email', '=', context.user.email)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The upload');
    return row;
  }

  /** Starts a job for an import and notes it there. */
  async enqueue(
    context: RequestContext,
    trx: Kysely<RowTables>,
    row: RowImportRow,
    name: 'lookRows' | 'importRows',
  ): Promise<RowImportRow> {
    const job = await this.jobs.enqueue(trx, {
      teamId: context.team.id,
      plugin: 'form-rows',
      name,
      title: `${name === 'lookRows' ? 'Check rows' : 'Import rows'} – ${row.name}`,
      subject: { row_import_id: row.id, project_id: row.project_id },
      creatorId: context.user.id,
    });
    return trx
      .updateTable('form_rows.row_import')
      .set({ job_id: job.id })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Changes the stored state and publishes that. */
  async change(context: RequestContext, row: RowImportRow, change: Updateable<RowImportTable>): Promise<void> {
    await context.transaction(async (trx: Kysely<RowTables>) => {
      await trx
        .updateTable('form_rows.row_import')
        .set({ ...change, updated_at: new Date() })
        .where('id', '=', row.id)
        .execute();
      await context.publish(rowEvents.rowsChanged, { project_id: row.project_id, import_id: row.id });
    });
  }

  /** Returns the import; marks it as canceled or failed first when its job ended so. */
  async settled(context: RequestContext, row: RowImportRow): Promise<RowImportRow> {
    if ((row.status !== rowStates.checking && row.status !== rowStates.running) || row.job_id === null) return row;
    if (context.viewer !== undefined) return row;
    const failure = await jobFailure(this.jobs, context.team.id, row.job_id, 'The import could not be done.');
    if (failure === undefined) return row;
    const { error } = failure;
    const status = failure.canceled ? rowStates.canceled : rowStates.failed;
    return context.transaction((trx: Kysely<RowTables>) =>
      trx
        .updateTable('form_rows.row_import')
        .set({ status, error: JSON.stringify(error), updated_at: new Date() })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }
}
