import type { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import { Folders } from '#plugins/workspace/items/server/kit/index.ts';
import type { ImportChoices, ImportReading, ImportRecord } from '../common/import-api.ts';
import { importLimit, importStates } from '../common/import-api.ts';
import { fileOf, importView } from './import-view.ts';
import { TransferBlobs } from './transfer-blobs.ts';
import type { TransferTables } from './transfer-tables.ts';
import { ImportRecords } from './import-records.ts';

/** Imports that are listed. */
const LISTED = 50;

/**
 * Imports of annotations: a file is stored and checked by a job, then imported by another job when a person says so.
 * Rights are asked before.
 */
export class Imports {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ImportRecords) private readonly records: ImportRecords,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(TransferBlobs) private readonly released: TransferBlobs,
  ) {}

  /** Keeps the file and begins to look it through. */
  async upload(
    context: RequestContext,
    projectId: number,
    upload: { readonly name: string; readonly folderId: number | undefined; readonly source: Readable },
  ): Promise<ImportRecord> {
    if (upload.folderId !== undefined) await this.folders.get(context, projectId, upload.folderId);
    const { hash, size } = await this.blobs.put(upload.source, { maxBytes: importLimit, signal: context.signal });
    if (size === 0)
      throw new Fault('INVALID_FIELD', `${upload.name} is empty.`, {
        status: 400,
        details: { issues: [{ field: 'body', reason: 'is empty' }] },
      });
    return context.transaction(async (trx: Kysely<TransferTables>) => {
      const row = await trx
        .insertInto('exchange.import')
        .values({
          team_id: context.team.id,
          project_id: projectId,
          name: upload.name,
          blob_hash: hash,
          size,
          folder_id: upload.folderId ?? null,
          creator_email: context.user.email,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return this.records.enqueue(context, trx, row, 'check');
    });
  }

  /** Throws NOT_FOUND. */
  async get(context: RequestContext, projectId: number, id: number): Promise<ImportRecord> {
    return importView(await this.records.settled(context, await this.records.row(context, projectId, id)));
  }

  /**
   * Begins to look a file through again, as the format that is named. Throws CONFLICT when it is being worked on or no
   * longer there.
   */
  async recheck(context: RequestContext, projectId: number, id: number, reading: ImportReading): Promise<ImportRecord> {
    await this.records.row(context, projectId, id);
    return context.transaction(async (trx: Kysely<TransferTables>) => {
      const row = await trx
        .updateTable('exchange.import')
        .set({
          status: importStates.checking,
          reading: JSON.stringify(reading),
          report: null,
          error: null,
          updated_at: new Date(),
        })
        .where('id', '=', id)
        .where('status', 'in', [importStates.ready, importStates.failed])
        .where('blob_hash', 'is not', null)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined)
        throw new Fault('CONFLICT', 'This import can’t be looked through again. Send the file again.', { status: 409 });
      return this.records.enqueue(context, trx, row, 'check');
    });
  }

  /** Begins to import what was looked through. Throws CONFLICT when it is not, or no longer, waiting for that. */
  async start(context: RequestContext, projectId: number, id: number, choices: ImportChoices): Promise<ImportRecord> {
    await this.records.row(context, projectId, id);
    return context.transaction(async (trx: Kysely<TransferTables>) => {
      const row = await trx
        .updateTable('exchange.import')
        .set({ status: importStates.running, choices: JSON.stringify(choices), updated_at: new Date() })
        .where('id', '=', id)
        .where('status', '=', importStates.ready)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined)
        throw new Fault('CONFLICT', 'This import is not waiting to be started. Send the file again.', { status: 409 });
      return this.records.enqueue(context, trx, row, 'import');
    });
  }

  /** Imports that changed something, newest first. */
  async list(context: RequestContext, projectId: number): Promise<readonly ImportRecord[]> {
    const rows = await context.transaction((trx: Kysely<TransferTables>) =>
      trx
        .selectFrom('exchange.import')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('choices', 'is not', null)
        .orderBy('id', 'desc')
        .limit(LISTED)
        .execute(),
    );
    return Promise.all(rows.map(async row => importView(await this.records.settled(context, row))));
  }

  /** Begins to undo an import. Throws CONFLICT for one that has not ended or is undone. */
  async undo(context: RequestContext, projectId: number, id: number): Promise<ImportRecord> {
    await this.records.settled(context, await this.records.row(context, projectId, id));
    return context.transaction(async (trx: Kysely<TransferTables>) => {
      const row = await trx
        .updateTable('exchange.import')
        .set({ status: importStates.undoing, error: null, updated_at: new Date() })
        .where('id', '=', id)
        .where('status', 'in', [importStates.complete, importStates.canceled, importStates.failed])
        .where('choices', 'is not', null)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined)
        throw new Fault('CONFLICT', 'This import can’t be undone: it has not ended, or it was undone before.', {
          status: 409,
        });
      return this.records.enqueue(context, trx, row, 'undo');
    });
  }

  async cancel(context: RequestContext, projectId: number, id: number): Promise<ImportRecord> {
    const row = await this.records.row(context, projectId, id);
    if (row.status === importStates.ready) {
      await this.records.change(context, row, { status: importStates.canceled, blob_hash: null });
      await this.released.release([fileOf(row)]);
    } else if (row.job_id !== null) await this.jobs.cancel(context.team.id, row.job_id);
    return this.get(context, projectId, id);
  }
}
