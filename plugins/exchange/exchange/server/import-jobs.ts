import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, JobRun } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { classNaming } from '../common/class-mapping.ts';
import type { ClassNaming } from '../common/class-mapping.ts';
import { importChoices, importStates } from '../common/import-api.ts';
import { ImportCheck } from './import-check.ts';
import { openImport } from './import-file.ts';
import type { ImportFile } from './imported-file.ts';
import { ImportRun } from './import-run.ts';
import { fileOf } from './import-view.ts';
import type { ImportRow } from './import-view.ts';
import { ImportUndo } from './import-undo.ts';
import { TransferBlobs } from './transfer-blobs.ts';
import { ImportRecords } from './import-records.ts';

/** The jobs of imports of annotations. */
export class ImportJobs {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Classes) private readonly classes: Classes,
    @inject(ImportRecords) private readonly records: ImportRecords,
    @inject(ImportCheck) private readonly check: ImportCheck,
    @inject(ImportRun) private readonly importing: ImportRun,
    @inject(ImportUndo) private readonly undoing: ImportUndo,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(TransferBlobs) private readonly released: TransferBlobs,
  ) {}

  /** Checks a file. */
  async runCheck(run: JobRun, context: RequestContext): Promise<{ readonly import_id: number }> {
    const row = await this.#rowOf(run, context);
    const classes = await this.classes.ofProject(context, row.project_id);
    const file = await this.#open(context, row, classes);
    try {
      const report = await this.check.run(run, context, row.project_id, row.folder_id, file, classes);
      await this.records.change(context, row, { status: importStates.ready, report: JSON.stringify(report) });
    } finally {
      file.close();
    }
    return { import_id: row.id };
  }

  /** Undoes an import. */
  async runUndo(run: JobRun, context: RequestContext): Promise<{ readonly import_id: number; readonly kept: number }> {
    const row = await this.#rowOf(run, context);
    const result = await this.undoing.run(run, context, { id: row.id, projectId: row.project_id });
    await this.records.change(context, row, { status: importStates.undone, undo_result: JSON.stringify(result) });
    return { import_id: row.id, kept: result.keptCount };
  }

  /** Imports a file. */
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
      await this.records.change(context, row, {
        status: importStates.complete,
        result: JSON.stringify(result),
        blob_hash: null,
      });
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
    return this.records.row(context, projectId, id);
  }
}
