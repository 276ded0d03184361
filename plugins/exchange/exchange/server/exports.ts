import { inject, optional } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobUrls, Jobs } from '#core/data/server/index.ts';
import { BlobUrlsToken, JobsToken, PublicUrlToken } from '#core/kernel/server/index.ts';
import { Folders } from '#plugins/workspace/items/server/kit/index.ts';
import { Integrations } from '#plugins/exchange/integrations/server/kit/index.ts';
import type { Project } from '#plugins/workspace/projects/common/project.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { exportName } from '../common/archive-names.ts';
import { transferEvents } from '../common/events.ts';
import type { ExportRecord, ExportScope } from '../common/export-api.ts';
import { exchangeFormatOf, tasksFor } from '../common/exchange/format-table.ts';
import { exportFormatTitles, exportStates, formatNumbers } from '../common/export-api.ts';
import { TransferBlobs } from './transfer-blobs.ts';
import type { ExportTable, TransferTables } from './transfer-tables.ts';
import { ProjectType } from '#plugins/workspace/projects/common/project-type.ts';

export type ExportRow = Selectable<ExportTable>;

/** How long an archive is kept, in days. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
/** A copied link holds this long, in milliseconds. */
const LINK_MS = 7 * DAY_MS;

/** Project types COCO has a form for: those of images. */
const COCO_TYPES: ReadonlySet<number> = new Set([1, 2, 5]);
/** Vector has shapes to draw into pictures, and Pixel masks to draw in the colours of classes; Multimodal has forms to write as tables. */
const DRAWN_TYPES: ReadonlySet<number> = new Set([1, 2]);
/** `upload_state` of projects whose items are attached by address. */
const EXTERNAL = 3;
const contained: Readonly<Record<number, string>> = { 1: 'images', 3: 'videos', 4: 'documents' };

/** Exports of projects. Rights are asked before. */
export class Exports {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Folders) private readonly folders: Folders,
    @inject(Integrations) @optional() private readonly integrations: Integrations | undefined,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(TransferBlobs) private readonly blobs: TransferBlobs,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(PublicUrlToken) private readonly publicUrl: string,
  ) {}

  /** Exports that have not expired, newest first. */
  async list(context: RequestContext, projectId: number): Promise<readonly ExportRecord[]> {
    await this.#dropExpired(context, projectId);
    const rows = await context.transaction((trx: Kysely<TransferTables>) =>
      trx.selectFrom('exchange.export').selectAll().where('project_id', '=', projectId).orderBy('id', 'desc').execute(),
    );
    return Promise.all(rows.map(async row => this.#view(await this.#settled(context, row))));
  }

  /** Throws NOT_FOUND. */
  async get(context: RequestContext, projectId: number, id: number): Promise<ExportRecord> {
    return this.#view(await this.#settled(context, await this.row(context, projectId, id)));
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
   * @param named the caller's local time as it is to stand in the name (wire, main API 11); the server's in UTC when absent
   * @throws Fault INVALID_FIELD for folders that are not there and for what the project has no form for; FORBIDDEN (403),
   * NOT_FOUND for an integration that is not the caller's to use
   */
  async create(context: RequestContext, projectId: number, scope: ExportScope, named?: string): Promise<ExportRecord> {
    const project = await this.checked(context, projectId, scope);
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
      await context.publish(transferEvents.exportsChanged, { project_id: projectId, export_id: made.id });
      return linked;
    });
    return this.#view(row);
  }

  /** The project of an export that can be made of it. Throws what {@link create} throws. */
  async checked(context: RequestContext, projectId: number, scope: ExportScope): Promise<Project> {
    const project = await this.projects.get(context, projectId);
    const exchange = exchangeFormatOf(scope.format);
    const fits =
      exchange !== undefined
        ? exchange.types.includes(project.type)
        : scope.format === 'json' ||
          (scope.format === 'coco' ? COCO_TYPES.has(project.type) : project.type === ProjectType.Multimodal);
    const tasks = tasksFor(scope.format, project.type).map(each => each.id);
    const task = scope.options?.task;
    if (fits && task !== undefined && !tasks.includes(task))
      throw refused(
        'options.task',
        tasks.length === 0
          ? `${exportFormatTitles[scope.format]} has no tasks.`
          : `${exportFormatTitles[scope.format]} has these tasks for this project: ${tasks.join(', ')}.`,
      );
    if (!fits) throw refused('format', `${exportFormatTitles[scope.format]} format is not supported for this project.`);
    if (scope.include_fuse && exchange !== undefined)
      throw refused('include_fuse', `${exchange.title} has no pictures with shapes drawn in. Take JSON for those.`);
    if (scope.include_fuse && project.upload_state === EXTERNAL)
      throw refused(
        'include_fuse',
        `Include fuse functionality is not supported for projects containing ${contained[project.type] ?? 'items'} attached with URLs`,
      );
    if (scope.include_fuse && !DRAWN_TYPES.has(project.type))
      throw refused('include_fuse', 'Include fuse functionality is not supported for this project.');
    if (scope.integration_id !== undefined) await this.#checkIntegration(context, projectId, scope.integration_id);
    if (scope.folder_ids !== undefined) await this.#checkFolders(context, projectId, scope.folder_ids);
    return project;
  }

  /** Ids of folders by name. Throws INVALID_FIELD with the text of the product. */
  async folderIds(context: RequestContext, projectId: number, names: readonly string[]): Promise<number[]> {
    const all = (await this.folders.list(context, projectId, { offset: 0, limit: 10_000 })).data;
    const missing = names.filter(name => !all.some(folder => folder.name === name));
    if (missing.length > 0) throw refused('folder_names', `Folder(s) ${missing.join(', ')} does not exist`);
    return all.filter(folder => names.includes(folder.name)).map(folder => folder.id);
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
      await trx.deleteFrom('exchange.export').where('id', '=', id).execute();
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
        .returning('id')
        .executeTakeFirst();
      if (done !== undefined)
        await context.publish(transferEvents.exportsChanged, { project_id: row.project_id, export_id: row.id });
      return done !== undefined;
    });
  }

  /** An export whose job ended without completing it was canceled or failed; the job says which. */
  async #settled(context: RequestContext, row: ExportRow): Promise<ExportRow> {
    if (row.status !== exportStates.inProgress || row.job_id === null) return row;
    const job = await this.jobs.get(context.team.id, row.job_id);
    if (job !== undefined && job.state !== 'FAILED') return row;
    const error = job?.error ?? { code: 'INTERNAL', message: 'The export could not be made.' };
    const status = error.code === 'CANCELED' ? exportStates.canceled : exportStates.failed;
    return context.transaction((trx: Kysely<TransferTables>) =>
      trx
        .updateTable('exchange.export')
        .set({ status, error: JSON.stringify(error), updated_at: new Date() })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }

  async #checkFolders(context: RequestContext, projectId: number, ids: readonly number[]): Promise<void> {
    const all = new Set(
      (await this.folders.list(context, projectId, { offset: 0, limit: 10_000 })).data.map(folder => folder.id),
    );
    const missing = ids.filter(id => !all.has(id));
    if (missing.length > 0) throw refused('folder_ids', `Folder(s) ${missing.join(', ')} does not exist`);
  }

  async #checkIntegration(context: RequestContext, projectId: number, id: number): Promise<void> {
    const integrations = context.enabled('integrations') ? this.integrations : undefined;
    if (integrations === undefined)
      throw refused('integration_id', 'Integrations are switched off for this organization.');
    const refusal = await integrations.refusal(context, projectId, [id]);
    if (refusal !== undefined) throw refusal;
    if (integrations.driver(await integrations.get(context, id)) === undefined)
      throw refused('integration_id', 'This integration has no storage that an export can be written to.');
  }

  async #dropExpired(context: RequestContext, projectId: number): Promise<void> {
    const gone = await context.transaction((trx: Kysely<TransferTables>) =>
      trx
        .deleteFrom('exchange.export')
        .where('project_id', '=', projectId)
        .where('expires_at', '<', new Date())
        .where('status', '<>', exportStates.inProgress)
        .returning('blob_hash')
        .execute(),
    );
    await this.blobs.release(gone.flatMap(row => row.blob_hash ?? []));
  }

  #view(row: ExportRow): ExportRecord {
    const path =
      row.blob_hash === null
        ? null
        : this.urls.sign(
            { hash: row.blob_hash, type: 'application/zip', name: row.name },
            Math.max(0, Math.min(LINK_MS, row.expires_at.getTime() - Date.now())),
          );
    return {
      id: row.id,
      project_id: row.project_id,
      name: row.name,
      status: row.status,
      export_type: row.export_type,
      options: row.options,
      folder_ids: row.folder_ids,
      statuses: row.statuses,
      include_originals: row.include_originals,
      include_fuse: row.include_fuse,
      integration_id: row.integration_id,
      only_pinned: row.only_pinned,
      selected_count: row.item_ids?.length ?? null,
      size: row.size === null ? null : Number(row.size),
      item_count: row.item_count,
      download: path === null ? null : new URL(path, `${this.publicUrl}/`).href,
      path,
      user_id: row.creator_email,
      creator_id: row.creator_email,
      job_id: row.job_id ?? '',
      report: row.report ?? [],
      error: row.error,
      expiresAt: row.expires_at.toISOString(),
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  }
}

const list = (values: readonly number[] | undefined): string | null =>
  values === undefined ? null : JSON.stringify(values);
const refused = (field: string, text: string): Fault =>
  new Fault('INVALID_FIELD', text, { status: 400, details: { issues: [{ field, reason: text }] } });
