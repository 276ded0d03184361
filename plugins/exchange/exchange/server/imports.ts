import type { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { Kysely, Updateable } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, JobRun, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { Folders } from '#plugins/workspace/items/server/kit/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/annotation-class.ts';
import { classNaming } from '../common/class-mapping.ts';
import type { ClassNaming } from '../common/class-mapping.ts';
import { transferEvents } from '../common/events.ts';
import type { ImportChoices, ImportReading, ImportRecord } from '../common/import-api.ts';
import { importChoices, importLimit, importStates } from '../common/import-api.ts';
import { ImportCheck } from './import-check.ts';
import { openImport } from './import-file.ts';
import type { ImportFile } from './imported-file.ts';
import { ImportRun } from './import-run.ts';
import { fileOf, importView, jobTitles, workingStates } from './import-view.ts';
import type { ImportRow } from './import-view.ts';
import { ImportUndo } from './import-undo.ts';
import { TransferBlobs } from './transfer-blobs.ts';
import type { ImportTable, TransferTables } from './transfer-tables.ts';

/** Imports that are listed. */
const LISTED = 50;

/** Imports of annotations: a file is kept, looked through as a job, and done as another job when the person says so. Rights are asked before. */
export class Imports {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Folders) private readonly folders: Folders,
    @inject(Classes) private readonly classes: Classes,
    @inject(ImportCheck) private readonly check: ImportCheck,
    @inject(ImportRun) private readonly importing: ImportRun,
    @inject(ImportUndo) private readonly undoing: ImportUndo,
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
      return this.#enqueue(context, trx, row, 'check');
    });
  }

  /** Throws NOT_FOUND. */
  async get(context: RequestContext, projectId: number, id: number): Promise<ImportRecord> {
    return importView(await this.#settled(context, await this.#row(context, projectId, id)));
  }

  /** Begins to look a file through again, as the format that is named. Throws CONFLICT when it is being worked on or no longer there. */
  async recheck(context: RequestContext, projectId: number, id: number, reading: ImportReading): Promise<ImportRecord> {
    await this.#row(context, projectId, id);
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
      return this.#enqueue(context, trx, row, 'check');
    });
  }

  /** Begins to import what was looked through. Throws CONFLICT when it is not, or no longer, waiting for that. */
  async start(context: RequestContext, projectId: number, id: number, choices: ImportChoices): Promise<ImportRecord> {
    await this.#row(context, projectId, id);
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
      return this.#enqueue(context, trx, row, 'import');
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
    return Promise.all(rows.map(async row => importView(await this.#settled(context, row))));
  }

  /** Begins to undo an import. Throws CONFLICT for one that has not ended or is undone. */
  async undo(context: RequestContext, projectId: number, id: number): Promise<ImportRecord> {
    await this.#settled(context, await this.#row(context, projectId, id));
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
      return this.#enqueue(context, trx, row, 'undo');
    });
  }

  async cancel(context: RequestContext, projectId: number, id: number): Promise<ImportRecord> {
    const row = await this.#row(context, projectId, id);
    if (row.status === importStates.ready) {
      await this.#set(context, row, { status: importStates.canceled, blob_hash: null });
      await this.released.release([fileOf(row)]);
    } else if (row.job_id !== null) await this.jobs.cancel(context.team.id, row.job_id);
    return this.get(context, projectId, id);
  }

  /** The job that looks a file through. */
  async runCheck(run: JobRun, context: RequestContext): Promise<{ readonly import_id: number }> {
    const row = await this.#rowOf(run, context);
    const classes = await this.classes.ofProject(context, row.project_id);
    const file = await this.#open(context, row, classes);
    try {
      const report = await this.check.run(run, context, row.project_id, row.folder_id, file, classes);
      await this.#set(context, row, { status: importStates.ready, report: JSON.stringify(report) });
    } finally {
      file.close();
    }
    return { import_id: row.id };
  }

  /** The job that undoes an import. */
  async runUndo(run: JobRun, context: RequestContext): Promise<{ readonly import_id: number; readonly kept: number }> {
    const row = await this.#rowOf(run, context);
    const result = await this.undoing.run(run, context, { id: row.id, projectId: row.project_id });
    await this.#set(context, row, { status: importStates.undone, undo_result: JSON.stringify(result) });
    return { import_id: row.id, kept: result.keptCount };
  }

  /** The job that does an import. */
  async runImport(
    run: JobRun,
    context: RequestContext,
  ): Promise<{ readonly import_id: number; readonly created: number; readonly failed: number }> {
    const row = await this.#rowOf(run, context);
    const classes = await this.classes.ofProject(context, row.project_id);
    const hash = fileOf(row);
    const choices = row.choices ?? importChoices.parse({});
    const file = await this.#open(context, row, classes, classNaming(row.report!.classes, choices));
    try {
      const result = await this.importing.run(run, context, {
        id: row.id,
        projectId: row.project_id,
        home: row.folder_id,
        file,
        choices,
        classes,
        report: row.report!,
      });
      await this.#set(context, row, { status: importStates.complete, result: JSON.stringify(result), blob_hash: null });
      await this.released.release([hash]);
      return { import_id: row.id, created: result.created + result.replaced, failed: result.failedCount };
    } finally {
      file.close();
    }
  }

  async #open(
    context: RequestContext,
    row: ImportRow,
    classes: readonly AnnotationClass[],
    naming?: ClassNaming,
  ): Promise<ImportFile> {
    const { type } = await this.projects.get(context, row.project_id);
    return openImport(
      this.blobs,
      { hash: fileOf(row), size: Number(row.size), name: row.name },
      { classes, projectType: type, reading: row.reading ?? undefined, naming },
    );
  }

  async #rowOf(run: JobRun, context: RequestContext): Promise<ImportRow> {
    const { import_id: id, project_id: projectId } = run.subject as { import_id: number; project_id: number };
    await context.demand('UploadItem', { projectId });
    return this.#row(context, projectId, id);
  }

  async #row(context: RequestContext, projectId: number, id: number): Promise<ImportRow> {
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

  async #enqueue(
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

  async #set(context: RequestContext, row: ImportRow, change: Updateable<ImportTable>): Promise<void> {
    await context.transaction(async (trx: Kysely<TransferTables>) => {
      await trx
        .updateTable('exchange.import')
        .set({ ...change, updated_at: new Date() })
        .where('id', '=', row.id)
        .execute();
      await context.publish(transferEvents.importsChanged, { project_id: row.project_id, import_id: row.id });
    });
  }

  /** An import whose job ended badly was canceled or failed; the job says which. */
  async #settled(context: RequestContext, row: ImportRow): Promise<ImportRow> {
    if (!workingStates.has(row.status) || row.job_id === null) return row;
    const job = await this.jobs.get(context.team.id, row.job_id);
    if (job !== undefined && job.state !== 'FAILED') return row;
    const error = job?.error ?? { code: 'INTERNAL', message: 'The import could not be done.' };
    const status = error.code === 'CANCELED' ? importStates.canceled : importStates.failed;
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
