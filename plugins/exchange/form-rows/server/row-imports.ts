import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { Kysely, Selectable, Updateable } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { CallExtras, RequestContext, StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { BlobDriver, Database, JobRun, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, DatabaseToken, JobsToken } from '#core/kernel/server/index.ts';
import { Folders, PartialFiles } from '#plugins/workspace/items/server/kit/index.ts';
import { rowEvents } from '../common/events.ts';
import { csvRow } from '../common/form-table.ts';
import { formColumns, itemColumns } from '../common/form-columns.ts';
import { keptProblems, rowFileLimit, rowStates } from '../common/rows-api.ts';
import type { RowChoices, RowImport } from '../common/rows-api.ts';
import type { RowImportTable, RowTables } from './row-tables.ts';
import { RowCheck } from './row-check.ts';
import { openRowFile } from './row-file.ts';
import type { RowContext } from './row-context.ts';
import { RowContexts } from './row-context.ts';
import { keepProblems, RowRun } from './row-run.ts';

type Row = Selectable<RowImportTable>;
type TusCall = Pick<CallExtras, 'headers' | 'stream' | 'sent'>;

/** Days for which a file waits to be imported. */
const KEPT_DAYS = 3;
/** Lines of a report that are read at a time. */
const PAGE = 5000;
const csv = (name: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
});

/** Imports of rows: a file arrives by parts, is looked through as a job as often as its columns are taken as something else, and becomes items as another job. Rights are asked before. */
export class RowImports {
  readonly #finishing = new Map<string, Promise<RowImport>>();

  constructor(
    @inject(RowContexts) private readonly grounds: RowContexts,
    @inject(RowCheck) private readonly check: RowCheck,
    @inject(RowRun) private readonly importing: RowRun,
    @inject(Folders) private readonly folders: Folders,
    @inject(PartialFiles) private readonly files: PartialFiles,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(DatabaseToken) private readonly database: Database,
  ) {}

  /** A table with nothing but its header. @throws Fault NOT_A_FORM, NOT_FOUND. */
  async template(context: RequestContext, projectId: number): Promise<StreamReply> {
    const form = await this.grounds.form(context, projectId);
    return streamReply(
      Buffer.from(csvRow([...itemColumns, ...formColumns(form.components).map(each => each.key)])),
      csv('template.csv'),
    );
  }

  /** Announces a file. @throws Fault NOT_A_FORM, NOT_FOUND, INVALID_FIELD, TOO_LARGE; with a whole file also what its end throws. */
  async create(
    context: RequestContext,
    projectId: number,
    { name, folderId }: { readonly name: string; readonly folderId: number | undefined },
    call: TusCall,
  ): Promise<StreamReply> {
    try {
      await this.grounds.form(context, projectId);
      if (folderId !== undefined) await this.folders.get(context, projectId, folderId);
      const given = call.headers['upload-length'];
      const size = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
      if (size === undefined) throw invalidField('Upload-Length', 'must be the number of bytes of the file');
      if (size === 0) throw invalidField('Upload-Length', `${name} is empty`);
      if (size > rowFileLimit)
        throw new Fault('TOO_LARGE', `${name} is larger than ${rowFileLimit / 1024 ** 3} GB. Split it.`, {
          status: 413,
        });
      const row = await context.transaction((trx: Kysely<RowTables>) =>
        trx
          .insertInto('form_rows.row_import')
          .values({
            team_id: context.team.id,
            project_id: projectId,
            folder_id: folderId ?? null,
            name,
            token: randomBytes(16).toString('hex'),
            size,
            creator_email: context.user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
      return await this.#answer(context, row, call, 'POST');
    } finally {
      call.stream.resume();
    }
  }

  /** @throws Fault NOT_FOUND. */
  async read(context: RequestContext, projectId: number, token: string, call: TusCall): Promise<StreamReply> {
    const row = await this.#upload(context, projectId, token);
    if (row.status !== rowStates.receiving)
      return streamReply(undefined, {
        'tus-resumable': '1.0.0',
        'upload-offset': row.size,
        'upload-length': row.size,
        'cache-control': 'no-store',
      });
    return this.#answer(context, row, call, 'HEAD');
  }

  /** @throws Fault NOT_FOUND, UPLOAD_OFFSET (409). */
  async continue(context: RequestContext, projectId: number, token: string, call: TusCall): Promise<StreamReply> {
    try {
      const row = await this.#upload(context, projectId, token);
      if (row.status !== rowStates.receiving)
        throw new Fault('UPLOAD_OFFSET', 'This upload has all its bytes.', { status: 409 });
      return await this.#answer(context, row, call, 'PATCH');
    } finally {
      call.stream.resume();
    }
  }

  /** @throws Fault NOT_FOUND. */
  async forget(context: RequestContext, projectId: number, token: string, call: TusCall): Promise<StreamReply> {
    const row = await this.#upload(context, projectId, token);
    if (row.status !== rowStates.receiving)
      throw new Fault('UPLOAD_OFFSET', 'This upload has all its bytes.', { status: 409 });
    const answer =
      (await this.files.size(token)) === undefined
        ? streamReply(undefined, { 'tus-resumable': '1.0.0' }, 204)
        : await this.#answer(context, row, call, 'DELETE');
    await context.transaction((trx: Kysely<RowTables>) =>
      trx.deleteFrom('form_rows.row_import').where('id', '=', row.id).execute(),
    );
    await this.files.remove(token);
    return answer;
  }

  /** @throws Fault NOT_FOUND, UPLOAD_INCOMPLETE (409). */
  async finish(context: RequestContext, projectId: number, token: string): Promise<RowImport> {
    return this.#whole(context, await this.#upload(context, projectId, token));
  }

  /** @throws Fault NOT_FOUND. */
  async get(context: RequestContext, projectId: number, id: number): Promise<RowImport> {
    return view(await this.#settled(context, await this.#row(context, projectId, id)));
  }

  /** Looks the rows through with other choices. @throws Fault NOT_FOUND, CONFLICT while it is being imported or when its file is gone. */
  async recheck(context: RequestContext, projectId: number, id: number, choices: RowChoices): Promise<RowImport> {
    const before = await this.#row(context, projectId, id);
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
      return view(await this.#enqueue(context, trx, row, 'lookRows'));
    });
  }

  /** Begins to make the items. @throws Fault NOT_FOUND, CONFLICT when it does not wait for that, INVALID_FIELD for columns that cannot be taken so. */
  async start(context: RequestContext, projectId: number, id: number): Promise<RowImport> {
    const { report } = await this.#row(context, projectId, id);
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
      return view(await this.#enqueue(context, trx, row, 'importRows'));
    });
  }

  /** @throws Fault NOT_FOUND. */
  async cancel(context: RequestContext, projectId: number, id: number): Promise<RowImport> {
    const row = await this.#row(context, projectId, id);
    if (row.job_id !== null && (row.status === rowStates.running || row.status === rowStates.checking))
      await this.jobs.cancel(context.team.id, row.job_id);
    if (row.status === rowStates.ready || row.status === rowStates.checking || row.status === rowStates.failed) {
      await this.#set(context, row, { status: rowStates.canceled, blob_hash: null });
      if (row.blob_hash !== null) await this.blobs.delete(row.blob_hash);
    }
    return this.get(context, projectId, id);
  }

  /** What did not fit, as CSV. @throws Fault NOT_FOUND. */
  async problems(context: RequestContext, projectId: number, id: number): Promise<StreamReply> {
    const row = await this.#row(context, projectId, id);
    const lines = async function* (): AsyncGenerator<string> {
      yield csvRow(['row', 'column', 'reason']);
      for (let after = '0'; ;) {
        const page = await context.transaction((trx: Kysely<RowTables>) =>
          trx
            .selectFrom('form_rows.row_problem')
            .select(['id', 'row', 'column_name', 'reason'])
            .where('import_id', '=', row.id)
            .where('id', '>', after)
            .orderBy('id')
            .limit(PAGE)
            .execute(),
        );
        for (const each of page) yield csvRow([String(each.row), each.column_name, each.reason]);
        if (page.length < PAGE) break;
        after = page.at(-1)!.id;
      }
      if (row.problem_count > keptProblems) yield csvRow(['', '', `${row.problem_count - keptProblems} more`]);
    };
    return streamReply(Readable.from(lines()), csv('import report.csv'));
  }

  /** The job that looks a file through. */
  async runCheck(run: JobRun, context: RequestContext): Promise<{ readonly row_import_id: number }> {
    const { row, ground } = await this.#begun(run, context);
    const file = await openRowFile(this.blobs, fileOf(row), ground.plan);
    try {
      const { choices, report, problems } = await this.check.run(
        run,
        context,
        ground,
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
        await keepProblems(context, row.id, problems);
        await context.publish(rowEvents.rowsChanged, { project_id: row.project_id, import_id: row.id });
      });
    } finally {
      file.close();
    }
    return { row_import_id: row.id };
  }

  /** The job that makes the items. */
  async runImport(
    run: JobRun,
    context: RequestContext,
  ): Promise<{ readonly row_import_id: number; readonly created: number; readonly failed: number }> {
    const { row, ground } = await this.#begun(run, context);
    const source = fileOf(row);
    const file = await openRowFile(this.blobs, source, ground.plan);
    try {
      const { problems, ...result } = await this.importing.run(run, context, {
        id: row.id,
        ground,
        file,
        choices: row.choices!,
      });
      await this.#set(context, row, {
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

  /** Forgets files that nobody went on with, of all teams; answers how many. */
  async clean(now = new Date()): Promise<number> {
    const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
    const gone = await this.database
      .system<RowTables>('forget imports of rows that were not started')
      .transaction(trx =>
        trx
          .deleteFrom('form_rows.row_import')
          .where('status', 'in', [rowStates.receiving, rowStates.checking, rowStates.ready, rowStates.failed])
          .where('updated_at', '<', before)
          .returning(['token', 'blob_hash'])
          .execute(),
      );
    for (const { token, blob_hash: hash } of gone) {
      await this.files.remove(token);
      if (hash !== null) await this.blobs.delete(hash);
    }
    return gone.length;
  }

  #answer(context: RequestContext, row: Row, { headers, stream }: TusCall, method: string): Promise<StreamReply> {
    return this.files.answer({
      method,
      token: row.token,
      headers,
      stream,
      location: `/api/v1/project/${row.project_id}/rows/uploads/${row.token}`,
      complete: () => this.#whole(context, row),
    });
  }

  /** Keeps a file that has arrived, and begins to look it through. */
  #whole(context: RequestContext, row: Row): Promise<RowImport> {
    // The last bytes and somebody who asks what became of them may come at the same time.
    const running =
      this.#finishing.get(row.token) ?? this.#end(context, row).finally(() => this.#finishing.delete(row.token));
    this.#finishing.set(row.token, running);
    return running;
  }

  async #end(context: RequestContext, given: Row): Promise<RowImport> {
    const row = await this.#row(context, given.project_id, given.id);
    if (row.status !== rowStates.receiving) return view(await this.#settled(context, row));
    const arrived = await this.files.size(row.token);
    if (arrived !== Number(row.size))
      throw new Fault(
        'UPLOAD_INCOMPLETE',
        `${row.name} has not arrived as a whole: ${arrived ?? 0} of ${row.size} bytes.`,
        { status: 409, details: { offset: arrived ?? 0 } },
      );
    const { files } = this;
    const { hash } = await this.blobs.put(
      Readable.from(
        (async function* () {
          yield* files.open(row.token);
          yield Buffer.from(row.token);
        })(),
        { objectMode: false },
      ),
    );
    const begun = await context.transaction(async (trx: Kysely<RowTables>) => {
      const kept = await trx
        .updateTable('form_rows.row_import')
        .set({ status: rowStates.checking, blob_hash: hash, updated_at: new Date() })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return this.#enqueue(context, trx, kept, 'lookRows');
    });
    await files.remove(row.token);
    return view(begun);
  }

  async #begun(run: JobRun, context: RequestContext): Promise<{ readonly row: Row; readonly ground: RowContext }> {
    const { row_import_id: id, project_id: projectId } = run.subject as { row_import_id: number; project_id: number };
    await context.demand('UploadItem', { projectId });
    const row = await this.#row(context, projectId, id);
    return { row, ground: await this.grounds.of(context, projectId, row.folder_id) };
  }

  /** Others' uploads are not there, also those of the same team. */
  async #upload(context: RequestContext, projectId: number, token: string): Promise<Row> {
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

  async #row(context: RequestContext, projectId: number, id: number): Promise<Row> {
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

  async #enqueue(
    context: RequestContext,
    trx: Kysely<RowTables>,
    row: Row,
    name: 'lookRows' | 'importRows',
  ): Promise<Row> {
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

  async #set(context: RequestContext, row: Row, change: Updateable<RowImportTable>): Promise<void> {
    await context.transaction(async (trx: Kysely<RowTables>) => {
      await trx
        .updateTable('form_rows.row_import')
        .set({ ...change, updated_at: new Date() })
        .where('id', '=', row.id)
        .execute();
      await context.publish(rowEvents.rowsChanged, { project_id: row.project_id, import_id: row.id });
    });
  }

  /** An import whose job ended badly was canceled or failed; the job says which. */
  async #settled(context: RequestContext, row: Row): Promise<Row> {
    if ((row.status !== rowStates.checking && row.status !== rowStates.running) || row.job_id === null) return row;
    const job = await this.jobs.get(context.team.id, row.job_id);
    if (job !== undefined && !['FAILED', 'CANCELED'].includes(job.state)) return row;
    const error = job?.error ?? { code: 'INTERNAL', message: 'The import could not be done.' };
    const status = error.code === 'CANCELED' ? rowStates.canceled : rowStates.failed;
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

function fileOf(row: Row): { readonly hash: string; readonly size: number; readonly name: string } {
  if (row.blob_hash === null) throw notFound('The file');
  return { hash: row.blob_hash, size: Number(row.size), name: row.name };
}

const view = (row: Row): RowImport => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  folder_id: row.folder_id,
  status: row.status,
  size: Number(row.size),
  job_id: row.job_id,
  choices: row.choices,
  report: row.report,
  result: row.result,
  problemCount: row.problem_count,
  error: row.error,
  createdAt: row.created_at.toISOString(),
});
