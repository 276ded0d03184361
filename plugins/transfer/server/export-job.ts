import { inject } from 'inversify';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, JobRun } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { Classes } from '#plugins/classes/server/kit/index.ts';
import { Annotations } from '#plugins/editor/server/kit/index.ts';
import { Folders, Items } from '#plugins/items/server/kit/index.ts';
import type { ItemSelection } from '#plugins/items/server/kit/index.ts';
import { Projects, ProjectSettings } from '#plugins/projects/server/kit/index.ts';
import { exportFormats } from '../common/export-api.ts';
import { writeCocoArchive } from './coco-archive.ts';
import type { ExportedItem, ExportSource } from './export-source.ts';
import { Exports } from './exports.ts';
import type { ExportRow } from './exports.ts';
import { writeOwnArchive } from './own-archive.ts';
import { TransferBlobs } from './transfer-blobs.ts';
import { ZipWriter } from './zip-writer.ts';

/** Items read from the database at a time; their documents come a few at a time. */
const PAGE = 100;
/** Items listed at a time; only id, folder and name of each are kept. */
const LIST_PAGE = 2000;

/** Makes the archive of an export: read in pages, written as a stream into the blob store, never held. */
export class ExportJob {
  constructor(
    @inject(Exports) private readonly exports: Exports,
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(Items) private readonly items: Items,
    @inject(Folders) private readonly folders: Folders,
    @inject(Classes) private readonly classes: Classes,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(TransferBlobs) private readonly released: TransferBlobs,
  ) {}

  async run(run: JobRun, context: RequestContext): Promise<{ readonly export_id: number; readonly items: number }> {
    const { export_id: id, project_id: projectId } = run.subject as { export_id: number; project_id: number };
    const row = await this.exports.row(context, projectId, id);
    await context.demand('CreateExport', { projectId });
    const project = await this.projects.get(context, projectId);
    const classes = await this.classes.ofProject(context, projectId);
    const folders = (await this.folders.list(context, projectId, { offset: 0, limit: 10_000 })).data;
    const folderNames = new Map(folders.map(folder => [folder.id, folder.is_root ? '' : folder.name]));
    run.progress(0, 0, 'Listing items');
    const listed = await this.#listed(context, row, folderNames, run.signal);

    const stop = new AbortController();
    const signal = AbortSignal.any([run.signal, stop.signal]);
    const zip = new ZipWriter(signal);
    const keeping = this.blobs.put(zip.stream, { signal });
    keeping.catch((error: unknown) => stop.abort(error));
    const source: ExportSource = {
      zip,
      includeOriginals: row.include_originals,
      items: () => this.#walk(context, projectId, listed, folderNames, run),
      original: async item => (item.blob_hash === null ? undefined : this.blobs.get(item.blob_hash)),
    };
    let report: readonly string[];
    try {
      report = row.export_type === exportFormats.coco
        ? await writeCocoArchive(source, { classes, projectName: project.name })
        : await writeOwnArchive(source, { project, classes, folders, settings: await this.settings.list(context, projectId) });
      await zip.end();
    } catch (error) {
      stop.abort(error);
      await keeping.catch(() => undefined);
      throw run.signal.aborted ? run.signal.reason : error;
    }
    const { hash, size } = await keeping;
    if (!await this.exports.complete(context, row, { hash, size, items: listed.length, report })) {
      await this.released.release([hash]);
      throw notFound('The export');
    }
    return { export_id: id, items: listed.length };
  }

  /** Ids of all items of the export in the order of folder and name, so that the same project gives the same archive. */
  async #listed(context: RequestContext, row: ExportRow, folderNames: ReadonlyMap<number, string>, signal: AbortSignal): Promise<readonly number[]> {
    const selection: ItemSelection = {
      ...(row.folder_ids === null ? {} : { folderIds: row.folder_ids }),
      ...(row.statuses === null ? {} : { statuses: row.statuses }),
      ...(row.item_ids === null ? {} : { itemIds: row.item_ids }),
      pinnedOnly: row.only_pinned,
    };
    const found: { readonly id: number; readonly folder: string; readonly name: string }[] = [];
    for (let afterId = 0; ;) {
      signal.throwIfAborted();
      const page = await this.items.inProject(context, row.project_id, selection, { afterId, limit: LIST_PAGE });
      for (const item of page) found.push({ id: item.id, folder: folderNames.get(item.folder_id) ?? '', name: item.name });
      if (page.length < LIST_PAGE) break;
      afterId = page.at(-1)!.id;
    }
    return found.toSorted((one, other) => order(one.folder, other.folder) || order(one.name, other.name)).map(item => item.id);
  }

  async *#walk(context: RequestContext, projectId: number, ids: readonly number[], folderNames: ReadonlyMap<number, string>, run: JobRun): AsyncGenerator<ExportedItem> {
    const known = await this.annotations.project(context, projectId);
    for (let start = 0; start < ids.length; start += PAGE) {
      const page = ids.slice(start, start + PAGE);
      const rows = await this.items.byIds(context, projectId, page);
      let done = start;
      // Items deleted since the list was made are left out.
      for await (const annotation of this.annotations.get(context, page.flatMap(id => rows.get(id) ?? []), known)) {
        run.signal.throwIfAborted();
        yield { row: annotation.item, folder: folderNames.get(annotation.item.folder_id) ?? '', annotation };
        run.progress(++done, ids.length, annotation.item.name);
      }
    }
  }
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
