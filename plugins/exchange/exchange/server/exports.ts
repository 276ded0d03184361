import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobError, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { exportName } from '../common/archive-names.ts';
import { transferEvents } from '../common/events.ts';
import type { ExportRecord, ExportScope } from '../common/export-api.ts';
import { exportFormatTitles, exportStates, formatNumbers } from '../common/export-api.ts';
import { jobFailure } from './job-failure.ts';
import { TransferBlobs } from './transfer-blobs.ts';
import type { TransferTables } from './transfer-tables.ts';
import { ExchangeHooks } from './exchange-hooks.ts';
import { ExportScopes } from './export-scopes.ts';
import type { ExportRow } from './export-view.ts';
import { ExportViews } from './export-view.ts';

/** Days for which an archive is kept. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Exports of projects. Rights are asked before. */
export class Exports {
  constructor(
    @inject(ExportScopes) private readonly scopes: ExportScopes,
    @inject(ExportViews) private readonly views: ExportViews,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(TransferBlobs) private readonly blobs: TransferBlobs,
    @inject(ExchangeHooks) private readonly hooks: ExchangeHooks,
  ) {}

  /** Exports that have not expired, newest first. */
  async list(context: RequestContext, projectId: number): Promise<readonly ExportRecord[]> {
    if (context.viewer === undefined) await this.#dropExpired(context, projectId);
    const rows = await context.transaction((trx: Kysely<TransferTables>) =>
      trx.selectFrom('exchange.export').selectAll().where('project_id', '=', projectId).orderBy('id', 'desc').execute(),
    );
    return Promise.all(rows.map(async row => this.views.of(await this.#settled(context, row), context)));
  }

  /** Throws NOT_FOUND. */
  async get(context: RequestContext, projectId: number, id: number): Promise<ExportRecord> {
    return this.views.of(await this.#settled(context, await this.row(context, projectId, id)), context);
  }

  /** Throws NOT_FOUND. */
  async row(context: RequestContext, projectId: number, id: number): Promise<ExportRow> {
    const row = await context.transaction((trx: Kysely<TransferTables>) =>
      trx
        .selectFrom('exchange.export')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The export');
    return row;
  }

  /**
   * Begins an export.
   * @param named the caller's local time for the name; the server's in UTC when absent
   * @throws what {@link ExportScopes.checked} throws
   */
  async create(context: RequestContext, projectId: number, scope: ExportScope, named?: string): Promise<ExportRecord> {
    const project = await this.scopes.checked(context, projectId, scope);
    const version = await this.scopes.version(context, projectId, scope);
    const row = await context.transaction(async (trx: Kysely<TransferTables>) => {
      // Two exports of one minute would choose the same name.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`exchange.export/${projectId}`}, 0))`.execute(trx);
      const taken = await trx
        .selectFrom('exchange.export')
        .select('name')
        .where('project_id', '=', projectId)
        .execute();
      const made = await trx
        .insertInto('exchange.export')
        .values({
          team_id: context.team.id,
          project_id: projectId,
          name: exportName(project.name, named ?? new Date(), new Set(taken.map(each => each.name))),
          export_type: formatNumbers[scope.format],
          options: scope.options === undefined ? null : JSON.stringify(scope.options),
          folder_ids: list(scope.folder_ids),
          statuses: list(scope.statuses),
          item_ids: list(scope.item_ids),
          version_id: version?.id ?? null,
          version_name: version?.name ?? null,
          only_pinned: scope.only_pinned,
          include_originals: scope.include_originals,
          include_fuse: scope.include_fuse,
          include_project: scope.include_project,
          integration_id: scope.integration_id ?? null,
          creator_email: context.user.email,
          expires_at: new Date(Date.now() + KEPT_DAYS * DAY_MS),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const job = await this.jobs.enqueue(trx, {
        teamId: context.team.id,
        plugin: 'exchange',
        name: 'export',
        title: `Export – ${project.name} (${exportFormatTitles[scope.format]})`,
        subject: { export_id: made.id, project_id: projectId },
        creatorId: context.user.id,
      });
      const linked = await trx
        .updateTable('exchange.export')
        .set({ job_id: job.id })
        .where('id', '=', made.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await this.hooks.exportChanged.promise(context, { after: linked });
      await context.publish(transferEvents.exportsChanged, { project_id: projectId, export_id: made.id });
      return linked;
    });
    return this.views.of(row, context);
  }

  async cancel(context: RequestContext, projectId: number, id: number): Promise<ExportRecord> {
    const row = await this.row(context, projectId, id);
    if (row.status === exportStates.inProgress && row.job_id !== null)
      await this.jobs.cancel(context.team.id, row.job_id);
    return this.get(context, projectId, id);
  }

  async remove(context: RequestContext, projectId: number, id: number): Promise<void> {
    const row = await this.row(context, projectId, id);
    if (row.status === exportStates.inProgress && row.job_id !== null)
      await this.jobs.cancel(context.team.id, row.job_id);
    await context.transaction(async (trx: Kysely<TransferTables>) => {
      const gone = await trx.deleteFrom('exchange.export').where('id', '=', id).returningAll().executeTakeFirst();
      if (gone === undefined) throw notFound('The export');
      await this.hooks.exportChanged.promise(context, { before: gone });
      await context.publish(transferEvents.exportsChanged, { project_id: projectId, export_id: id });
    });
    if (row.blob_hash !== null) await this.blobs.release([row.blob_hash]);
  }

  /** Notes the finished archive. False when the export was deleted meanwhile. */
  async complete(
    context: RequestContext,
    row: ExportRow,
    made: { readonly hash: string; readonly size: number; readonly items: number; readonly report: readonly string[] },
  ): Promise<boolean> {
    return context.transaction(async (trx: Kysely<TransferTables>) => {
      const done = await trx
        .updateTable('exchange.export')
        .set({
          status: exportStates.complete,
          blob_hash: made.hash,
          size: made.size,
          item_count: made.items,
          report: JSON.stringify(made.report),
          updated_at: new Date(),
        })
        .where('id', '=', row.id)
        .where('status', '=', exportStates.inProgress)
        .returningAll()
        .executeTakeFirst();
      if (done === undefined) return false;
      await this.hooks.exportChanged.promise(context, { before: row, after: done });
      await context.publish(transferEvents.exportsChanged, { project_id: row.project_id, export_id: row.id });
      return true;
    });
  }

  /** Notes that an export ended without an archive, once. Returns it as it is now. */
  async fail(context: RequestContext, row: ExportRow, error: JobError): Promise<ExportRow> {
    return context.transaction(async (trx: Kysely<TransferTables>) => {
      const failed = await trx
        .updateTable('exchange.export')
        .set({
          status: error.code === 'CANCELED' ? exportStates.canceled : exportStates.failed,
          error: JSON.stringify(error),
          updated_at: new Date(),
        })
        .where('id', '=', row.id)
        .where('status', '=', exportStates.inProgress)
        .returningAll()
        .executeTakeFirst();
      if (failed === undefined)
        return (await trx.selectFrom('exchange.export').selectAll().where('id', '=', row.id).executeTakeFirst()) ?? row;
      await this.hooks.exportChanged.promise(context, { before: row, after: failed });
      return failed;
    });
  }

  /** An export whose job ended without completing it was canceled or failed; the job says which. */
  async #settled(context: RequestContext, row: ExportRow): Promise<ExportRow> {
    if (row.status !== exportStates.inProgress || row.job_id === null || context.viewer !== undefined) return row;
    const failure = await jobFailure(this.jobs, context.team.id, row.job_id, 'The export could not be made.');
    return failure === undefined ? row : this.fail(context, row, failure.error);
  }

  async #dropExpired(context: RequestContext, projectId: number): Promise<void> {
    const gone = await context.transaction(async (trx: Kysely<TransferTables>) => {
      const rows = await trx
        .deleteFrom('exchange.export')
        .where('project_id', '=', projectId)
        .where('expires_at', '<', new Date())
        .where('status', '<>', exportStates.inProgress)
        .returningAll()
        .execute();
      for (const row of rows) await this.hooks.exportChanged.promise(context, { before: row });
      return rows;
    });
    await this.blobs.release(gone.flatMap(row => row.blob_hash ?? []));
  }
}

const list = (values: readonly number[] | undefined): string | null =>
  values === undefined ? null : JSON.stringify(values);
