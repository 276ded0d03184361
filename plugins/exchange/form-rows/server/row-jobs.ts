import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, JobRun } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { rowEvents } from '../common/events.ts';
import { keptProblems, rowStates } from '../common/rows-api.ts';
import type { RowTables } from './row-tables.ts';
import { RowCheck } from './row-check.ts';
import { openRowFile } from './row-file.ts';
import type { RowContext } from './row-context.ts';
import { RowContexts } from './row-context.ts';
import { RowRun } from './row-run.ts';
import { fileOf } from './row-import-view.ts';
import type { RowImportRow } from './row-import-view.ts';
import { storeProblems } from './row-problems.ts';
import { RowRecords } from './row-records.ts';

/** The jobs of imports of rows. */
export class RowJobs {
  constructor(
    @inject(RowContexts) private readonly contexts: RowContexts,
    @inject(RowRecords) private readonly records: RowRecords,
    @inject(RowCheck) private readonly check: RowCheck,
    @inject(RowRun) private readonly importing: RowRun,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
  ) {}

  /** Looks a file through. */
  async runCheck(run: JobRun, context: RequestContext): Promise<{ readonly row_import_id: number }> {
    const { row, target } = await this.#begun(run, context);
    const file = await openRowFile(this.blobs, fileOf(row), target.plan);
    try {
      const { choices, report, problems } = await this.check.run(
        run,
        context,
        target,
        file,
        row.choices ?? undefined,
        keptProblems,
      );
      await context.transaction(async (trx: Kysely<RowTables>) => {
        // Other choices that came meanwhile have a job of their own.
        const kept = await trx
          .updateTable('form_rows.row_import')
          .set({
            status: rowStates.ready,
            choices: JSON.stringify(choices),
            report: JSON.stringify(report),
            problem_count: report.problemCount,
            updated_at: new Date(),
          })
          .where('id', '=', row.id)
          .where('job_id', '=', run.job.id)
          .where('status', '=', rowStates.checking)
          .returning('id')
          .executeTakeFirst();
        if (kept === undefined) return;
        await trx.deleteFrom('form_rows.row_problem').where('import_id', '=', row.id).execute();
        await storeProblems(context, row.id, problems);
        await context.publish(rowEvents.rowsChanged, { project_id: row.project_id, import_id: row.id });
      });
    } finally {
      file.close();
    }
    return { row_import_id: row.id };
  }

  /** Makes the items. */
  async runImport(
    run: JobRun,
    context: RequestContext,
  ): Promise<{ readonly row_import_id: number; readonly created: number; readonly failed: number }> {
    const { row, target } = await this.#begun(run, context);
    const source = fileOf(row);
    const file = await openRowFile(this.blobs, source, target.plan);
    try {
      const { problems, ...result } = await this.importing.run(run, context, {
        id: row.id,
        target,
        file,
        choices: row.choices!,
      });
      await this.records.change(context, row, {
        status: rowStates.complete,
        result: JSON.stringify({ ...result, notes: row.report?.notes ?? [] }),
        problem_count: problems,
        blob_hash: null,
      });
      await this.blobs.delete(source.hash);
      return { row_import_id: row.id, created: result.created + result.replaced, failed: result.failed };
    } finally {
      file.close();
    }
  }

  async #begun(
    run: JobRun,
    context: RequestContext,
  ): Promise<{ readonly row: RowImportRow; readonly target: RowContext }> {
    const { row_import_id: id, project_id: projectId } = run.subject as { row_import_id: number; project_id: number };
    await context.demand('UploadItem', { projectId });
    const row = await this.records.row(context, projectId, id);
    return { row, target: await this.contexts.of(context, projectId, row.folder_id) };
  }
}
