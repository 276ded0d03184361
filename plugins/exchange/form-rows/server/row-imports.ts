import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import { rowStates } from '../common/rows-api.ts';
import type { RowChoices, RowImport } from '../common/rows-api.ts';
import type { RowTables } from './row-tables.ts';
import { rowImportView } from './row-import-view.ts';
import { RowRecords } from './row-records.ts';

/**
 * Imports of rows that have arrived: looked through as often as their columns are mapped differently, then made into
 * items. Rights are asked before.
 */
export class RowImports {
  constructor(
    @inject(RowRecords) private readonly records: RowRecords,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
  ) {}

  /** @throws Fault NOT_FOUND. */
  async get(context: RequestContext, projectId: number, id: number): Promise<RowImport> {
    return rowImportView(await this.records.settled(context, await this.records.row(context, projectId, id)));
  }

  /**
   * Looks the rows through with other choices.
   * @throws Fault NOT_FOUND, CONFLICT while it is being imported or when its file is gone.
   */
  async recheck(context: RequestContext, projectId: number, id: number, choices: RowChoices): Promise<RowImport> {
    const before = await this.records.row(context, projectId, id);
    if (before.status === rowStates.checking && before.job_id !== null)
      await this.jobs.cancel(context.team.id, before.job_id);
    return context.transaction(async (trx: Kysely<RowTables>) => {
      const row = await trx
        .updateTable('form_rows.row_import')
        .set({ status: rowStates.checking, choices: JSON.stringify(choices), error: null, updated_at: new Date() })
        .where('id', '=', id)
        .where('status', 'in', [rowStates.checking, rowStates.ready, rowStates.failed])
        .where('blob_hash', 'is not', null)
        .where('result', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined)
        throw new Fault('CONFLICT', 'This import can’t be looked through again. Send the file again.', { status: 409 });
      return rowImportView(await this.records.enqueue(context, trx, row, 'lookRows'));
    });
  }

  /**
   * Begins to make the items.
   * @throws Fault NOT_FOUND, CONFLICT when it does not wait for that, INVALID_FIELD for columns that cannot be taken
   * so.
   */
  async start(context: RequestContext, projectId: number, id: number): Promise<RowImport> {
    const { report } = await this.records.row(context, projectId, id);
    if (report !== null && report.faults.length > 0) throw invalidField('mapping', report.faults.join(' '));
    return context.transaction(async (trx: Kysely<RowTables>) => {
      const row = await trx
        .updateTable('form_rows.row_import')
        .set({ status: rowStates.running, updated_at: new Date(), problem_count: 0 })
        .where('id', '=', id)
        .where('status', '=', rowStates.ready)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined)
        throw new Fault('CONFLICT', 'This import is not waiting to be started. Send the file again.', { status: 409 });
      // From here on the report is about what was done.
      await trx.deleteFrom('form_rows.row_problem').where('import_id', '=', id).execute();
      return rowImportView(await this.records.enqueue(context, trx, row, 'importRows'));
    });
  }

  /** @throws Fault NOT_FOUND. */
  async cancel(context: RequestContext, projectId: number, id: number): Promise<RowImport> {
    const row = await this.records.row(context, projectId, id);
    if (row.job_id !== null && (row.status === rowStates.running || row.status === rowStates.checking))
      await this.jobs.cancel(context.team.id, row.job_id);
    if (row.status === rowStates.ready || row.status === rowStates.checking || row.status === rowStates.failed) {
      await this.records.change(context, row, { status: rowStates.canceled, blob_hash: null });
      if (row.blob_hash !== null) await this.blobs.delete(row.blob_hash);
    }
    return this.get(context, projectId, id);
  }
}
