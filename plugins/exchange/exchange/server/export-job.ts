import { inject, optional } from 'inversify';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, IncomingFiles, JobRun } from '#core/data/server/index.ts';
import { jobErrorOf, ZipWriter } from '#core/data/server/index.ts';
import { BlobsToken, IncomingToken } from '#core/kernel/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { Categories } from '#plugins/organize/categories/server/kit/index.ts';
import { maskField } from '#plugins/annotate/annotations/common/index.ts';
import { AnnotationHooks, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { PyramidWindows } from '#plugins/annotate/tiles/server/kit/index.ts';
import { Integrations } from '#plugins/exchange/integrations/server/kit/index.ts';
import { Folders } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects, ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import { exchangeFormatIds, exchangeFormats } from '../common/exchange/format-table.ts';
import type { ExchangeFormat } from '../common/exchange/exchange-format.ts';
import { exportFormats, exportFormatTitles } from '../common/export-api.ts';
import { writeExchangeArchive } from './exchange-archive.ts';
import { writeCocoArchive } from './coco-archive.ts';
import type { ExportSource } from './export-source.ts';
import type { ArchiveRequest } from './exchange-hooks.ts';
import { ExchangeHooks } from './exchange-hooks.ts';
import { ExportScopes } from './export-scopes.ts';
import { Exports } from './exports.ts';
import type { ExportRow } from './export-view.ts';
import { writeOwnArchive } from './own-archive.ts';
import { TransferBlobs } from './transfer-blobs.ts';
import { cocoTask } from './coco-archive.ts';
import { WindowedItems, windowedSource } from './windowed-source.ts';
import { ExportItems } from './export-items.ts';
import type { FrozenExport } from './frozen-export.ts';
import { KeptItems } from './kept-items.ts';

/** Parts of archives beside the items. */
interface ExportParts {
  readonly project: Awaited<ReturnType<Projects['get']>>;
  readonly classes: Awaited<ReturnType<Classes['ofProject']>>;
  readonly folders: Awaited<ReturnType<Folders['list']>>['data'];
  /** '' for the root. */
  readonly folderNames: ReadonlyMap<number, string>;
  /** The dataset version that is exported; undefined for present items. */
  readonly frozen: FrozenExport | undefined;
}

/** More than a project may have. */
const MOST_CATEGORIES = 10_000;

/** Makes the archive of an export: read in pages, written as a stream into the blob store, never held. */
export class ExportJob {
  constructor(
    @inject(Exports) private readonly exports: Exports,
    @inject(ExportScopes) private readonly scopes: ExportScopes,
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(ExportItems) private readonly exported: ExportItems,
    @inject(Folders) private readonly folders: Folders,
    @inject(Classes) private readonly classes: Classes,
    @inject(Masks) private readonly masks: Masks,
    @inject(AnnotationHooks) private readonly annotationHooks: AnnotationHooks,
    @inject(Categories) @optional() private readonly categories: Categories | undefined,
    @inject(PyramidWindows) @optional() private readonly windows: PyramidWindows | undefined,
    @inject(Integrations) @optional() private readonly integrations: Integrations | undefined,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(IncomingToken) private readonly incoming: IncomingFiles,
    @inject(ExchangeHooks) private readonly hooks: ExchangeHooks,
    @inject(TransferBlobs) private readonly released: TransferBlobs,
  ) {}

  async run(run: JobRun, context: RequestContext): Promise<{ readonly export_id: number; readonly items: number }> {
    const { export_id: id, project_id: projectId } = run.subject as { export_id: number; project_id: number };
    const row = await this.exports.row(context, projectId, id);
    try {
      return await this.#make(run, context, row);
    } catch (error) {
      const ended = jobErrorOf(run, error);
      if (ended !== undefined) await this.exports.fail(context, row, ended);
      throw error;
    }
  }

  async #make(
    run: JobRun,
    context: RequestContext,
    row: ExportRow,
  ): Promise<{ readonly export_id: number; readonly items: number }> {
    const { project_id: projectId } = row;
    await context.demand('CreateExport', { projectId });
    const project = await this.projects.get(context, projectId);
    const classes = await this.classes.ofProject(context, projectId);
    const folders = (await this.folders.list(context, projectId, { offset: 0, limit: 10_000 })).data;
    const folderNames = new Map(folders.map(folder => [folder.id, folder.is_root ? '' : folder.name]));
    run.progress(0, 0, 'Listing items');
    const version = await this.scopes.version(context, projectId, {
      version_id: row.version_id ?? undefined,
      only_pinned: false,
    });
    const frozen = version === undefined ? undefined : await this.exported.frozen(context, version);
    try {
      return await this.#write(run, context, row, { project, classes, folders, folderNames, frozen });
    } finally {
      await frozen?.drop();
    }
  }

  async #write(
    run: JobRun,
    context: RequestContext,
    row: ExportRow,
    { project, classes, folders, folderNames, frozen }: ExportParts,
  ): Promise<{ readonly export_id: number; readonly items: number }> {
    const { id, project_id: projectId } = row;
    const listed = await this.exported.listed(context, row, folderNames, run.signal, frozen);

    const stop = new AbortController();
    const signal = AbortSignal.any([run.signal, stop.signal]);
    const zip = new ZipWriter(signal);
    const keeping = this.blobs.put(zip.stream, { signal });
    keeping.catch((error: unknown) => stop.abort(error));
    const progress = (done: number, name: string): void => {
      run.signal.throwIfAborted();
      run.progress(done, listed.length, name);
    };
    const items = new KeptItems(
      () => this.exported.walk(context, projectId, listed, folderNames, run.signal, progress, frozen),
      () => this.incoming.file(),
      progress,
    );
    const entire: ExportSource = {
      zip,
      scratch: () => this.incoming.file(),
      includeOriginals: row.include_originals,
      includeFuse: row.include_fuse,
      items: (again = false) => items.walk(again),
      content: item => this.exported.content(context, project.type, item),
      original: async item => (item.blob_hash === null ? undefined : this.blobs.get(item.blob_hash)),
      mask: document => this.masks.read(context, document[maskField]),
      picture: item => this.exported.picture(item),
      outline: instance => this.annotationHooks.outlining.for(this.types.wordOf(project.type)).call(instance),
    };
    const windows = row.options?.window === undefined ? undefined : new WindowedItems(row.options.window);
    const source =
      windows === undefined
        ? entire
        : windowedSource(entire, windows, async (item, area) =>
            context.enabled('tiles') ? this.windows?.picture(context, item, area) : undefined,
          );
    let report: readonly string[];
    try {
      switch (row.export_type) {
        case exportFormats.coco:
          report = await writeCocoArchive(source, {
            classes,
            projectName: project.name,
            task: cocoTask(row.options ?? undefined),
          });
          break;
        case exportFormats.csv:
        case exportFormats.jsonl:
          report = await this.#writeRows(
            context,
            source,
            { projectId, classes },
            row.export_type === exportFormats.csv ? 'csv' : 'jsonl',
          );
          break;
        case exportFormats.json:
          report = await writeOwnArchive(source, {
            project,
            typeName: this.types.titleOf(project.type),
            classes,
            folders,
            settings: await this.settings.list(context, projectId),
            withProject: row.include_project,
            customFields: Object.fromEntries((await this.exported.fields(context)?.schema(context, projectId)) ?? []),
            categories: context.enabled('categories')
              ? ((await this.categories?.list(context, projectId, { offset: 0, limit: MOST_CATEGORIES }))?.data.map(
                  each => each.name,
                ) ?? [])
              : [],
          });
          break;
        default:
          report = await writeExchangeArchive(source, {
            classes,
            projectName: project.name,
            format: exchangeOfNumber(row.export_type),
            options: row.options ?? {},
          });
      }
      await zip.end();
      const missing = (frozen?.places.length ?? 0) - (frozen === undefined ? 0 : listed.length);
      if (missing > 0) report = [`${missing} items of the version are no longer in the project.`, ...report];
    } catch (error) {
      stop.abort(error);
      await keeping.catch(() => undefined);
      throw run.signal.aborted ? run.signal.reason : error;
    } finally {
      await items.drop();
    }
    const { hash, size } = await keeping;
    try {
      if (row.integration_id !== null) await this.#send(run, context, row, row.integration_id, hash);
    } catch (error) {
      await this.released.release([hash]);
      throw error;
    }
    if (!(await this.exports.complete(context, row, { hash, size, items: listed.length, report }))) {
      await this.released.release([hash]);
      throw notFound('The export');
    }
    return { export_id: id, items: listed.length };
  }

  /** @throws Fault FORMAT_UNAVAILABLE (409) where no plugin that is on writes the format. */
  async #writeRows(
    context: RequestContext,
    source: ExportSource,
    request: ArchiveRequest,
    format: 'csv' | 'jsonl',
  ): Promise<readonly string[]> {
    const report = await this.hooks.writing.for(format).promise(context, source, request);
    if (report === undefined)
      throw new Fault(
        'FORMAT_UNAVAILABLE',
        `${exportFormatTitles[format]} is written by a plugin that is switched off. Choose JSON.`,
        { status: 409 },
      );
    return report;
  }

  /** Writes the archive to the storage of an integration, under its own name. */
  async #send(
    run: JobRun,
    context: RequestContext,
    row: ExportRow,
    integrationId: number,
    hash: string,
  ): Promise<void> {
    const integrations = context.enabled('integrations') ? this.integrations : undefined;
    if (integrations === undefined) throw notFound('The integration');
    const integration = await integrations.get(context, integrationId);
    const [driver, archive] = [integrations.driver(integration), await this.blobs.get(hash)];
    if (driver === undefined || archive === undefined) throw notFound('The integration');
    run.progress(0, 0, `Writing to ${integration.name}`);
    await driver.write(row.name, archive, run.signal);
  }
}

/** The format of a number of the database. */
function exchangeOfNumber(number: number): ExchangeFormat {
  const id = exchangeFormatIds.find(each => exchangeFormats[each].number === number);
  if (id === undefined) throw new Error(`There is no export format ${number}.`);
  return exchangeFormats[id];
}
