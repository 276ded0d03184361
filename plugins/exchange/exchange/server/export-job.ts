import { inject, optional } from 'inversify';
import { Fault, notFound, prefetchOne } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { buffer } from 'node:stream/consumers';
import type { BlobDriver, JobRun } from '#core/data/server/index.ts';
import { ZipWriter } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { handedOut } from '#plugins/annotate/annotations/common/handed-out.ts';
import { Categories } from '#plugins/organize/categories/server/kit/index.ts';
import { CustomMetadata } from '#plugins/organize/item-fields/server/kit/index.ts';
import { projectTypeWord } from '#plugins/annotate/annotations/common/project-type-word.ts';
import { documentKind } from '#plugins/annotate/annotations/common/document-kind.ts';
import { maskField } from '#plugins/annotate/annotations/common/mask-facts.ts';
import { AnnotationHooks, Annotations, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Integrations } from '#plugins/exchange/integrations/server/kit/index.ts';
import { Folders, Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow, ItemSelection } from '#plugins/workspace/items/server/kit/index.ts';
import { Projects, ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import { CocoWriter } from '../common/coco/write-coco.ts';
import type { CocoTask } from '../common/coco/write-coco.ts';
import type { ExchangeOptions, WrittenItem } from '../common/exchange/exchange-writer.ts';
import { exchangeFormatIds, exchangeFormatOf, exchangeFormats } from '../common/exchange/format-table.ts';
import type { ExchangeFormat } from '../common/exchange/exchange-format.ts';
import type { ItemContent } from '../common/exchange/neutral-document.ts';
import type { ExportScope } from '../common/export-api.ts';
import { exportFormats, exportFormatTitles } from '../common/export-api.ts';
import { makeWriter, writeExchangeArchive, writtenItem } from './exchange-archive.ts';
import { writeCocoArchive } from './coco-archive.ts';
import type { ExportedItem, ExportSource } from './export-source.ts';
import type { ArchiveRequest } from './exchange-hooks.ts';
import { ExchangeHooks } from './exchange-hooks.ts';
import { Exports } from './exports.ts';
import type { ExportRow } from './exports.ts';
import { ItemContents } from './item-contents.ts';
import { writeOwnArchive } from './own-archive.ts';
import { TransferBlobs } from './transfer-blobs.ts';
import { ProjectType } from '#plugins/workspace/projects/common/project-type.ts';

/** Items read from the database at a time; their documents come a few at a time. */
const PAGE = 500;
/** Items that a look ahead writes. */
const PREVIEW_ITEMS = 200;
/** More than a project may have. */
const MOST_CATEGORIES = 10_000;
/** Items listed at a time; only id, folder and name of each are kept. */
const LIST_PAGE = 2000;

/** Makes the archive of an export: read in pages, written as a stream into the blob store, never held. */
export class ExportJob {
  constructor(
    @inject(Exports) private readonly exports: Exports,
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(Items) private readonly items: Items,
    @inject(ItemContents) private readonly itemContents: ItemContents,
    @inject(Folders) private readonly folders: Folders,
    @inject(Classes) private readonly classes: Classes,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(Masks) private readonly masks: Masks,
    @inject(AnnotationHooks) private readonly annotationHooks: AnnotationHooks,
    @inject(Categories) @optional() private readonly categories: Categories | undefined,
    @inject(CustomMetadata) @optional() private readonly itemFields: CustomMetadata | undefined,
    @inject(Integrations) @optional() private readonly integrations: Integrations | undefined,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(ExchangeHooks) private readonly hooks: ExchangeHooks,
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
      includeFuse: row.include_fuse,
      items: () =>
        this.#walk(context, projectId, listed, folderNames, run.signal, (done, name) =>
          run.progress(done, listed.length, name),
        ),
      content: item => this.#content(context, project.type, item),
      original: async item => (item.blob_hash === null ? undefined : this.blobs.get(item.blob_hash)),
      mask: document => this.masks.read(context, document[maskField]),
      picture: item => this.#picture(item),
      outline: instance => this.annotationHooks.outlining.for(projectTypeWord(project.type)).call(instance),
    };
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
            classes,
            folders,
            settings: await this.settings.list(context, projectId),
            withProject: row.include_project,
            customFields: Object.fromEntries((await this.#fields(context)?.schema(context, projectId)) ?? []),
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
    } catch (error) {
      stop.abort(error);
      await keeping.catch(() => undefined);
      throw run.signal.aborted ? run.signal.reason : error;
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

  /**
   * What a format cannot carry of the first items that an export would hold, found by writing them to nowhere.
   *
   * @throws what {@link Exports.create} throws
   */
  async preview(
    context: RequestContext,
    projectId: number,
    scope: ExportScope,
  ): Promise<{ readonly items: number; readonly complete: boolean; readonly report: readonly string[] }> {
    const project = await this.exports.checked(context, projectId, scope);
    const selection: ItemSelection = {
      ...(scope.folder_ids === undefined ? {} : { folderIds: scope.folder_ids }),
      ...(scope.statuses === undefined ? {} : { statuses: scope.statuses }),
      ...(scope.item_ids === undefined ? {} : { itemIds: scope.item_ids }),
      pinnedOnly: scope.only_pinned,
    };
    const page = await this.items.inProject(context, projectId, selection, { afterId: 0, limit: PREVIEW_ITEMS + 1 });
    const ids = page.slice(0, PREVIEW_ITEMS).map(item => item.id);
    const answer = { items: ids.length, complete: page.length <= PREVIEW_ITEMS };
    const exchange = exchangeFormatOf(scope.format);
    if (exchange === undefined && scope.format !== 'coco') return { ...answer, report: [] };
    const classes = await this.classes.ofProject(context, projectId);
    const items = (): AsyncGenerator<ExportedItem> =>
      this.#walk(context, projectId, ids, new Map(), context.signal, () => undefined);
    const shown = async (item: ExportedItem): Promise<WrittenItem> =>
      writtenItem(
        item,
        await this.masks.read(context, item.document[maskField]),
        await this.#content(context, project.type, item.row),
      );
    if (exchange === undefined) {
      const coco = new CocoWriter({ task: cocoTask(scope.options), classes });
      for await (const item of items()) coco.prepare(item.document);
      for await (const item of items()) {
        const { document, ...image } = await shown(item);
        coco.item(document, image);
      }
      return { ...answer, report: [...coco.report.lines()] };
    }
    const writer = await makeWriter({
      classes,
      projectName: project.name,
      format: exchange,
      options: scope.options ?? {},
    });
    if (writer.prepare !== undefined) for await (const item of items()) writer.prepare(await shown(item));
    for await (const item of items()) {
      const one = await shown(item);
      writer.list?.item(one);
      writer.files?.(one);
    }
    return { ...answer, report: [...writer.report.lines()] };
  }

  /** The part of an item's file that formats of its type refer to. */
  async #content(context: RequestContext, type: number, item: ItemRow): Promise<ItemContent> {
    return (
      (await this.itemContents.of(
        context,
        type === ProjectType.Text ? { needsText: true } : type === ProjectType.Video ? { needsFrames: true } : {},
        item,
      )) ?? {}
    );
  }

  /** Returns the fields of items, or undefined where that plugin is off. */
  #fields(context: RequestContext): CustomMetadata | undefined {
    return context.enabled('item-fields') ? this.itemFields : undefined;
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

  /** Ids of all items of the export in the order of folder and name, so that the same project gives the same archive. */
  async #listed(
    context: RequestContext,
    row: ExportRow,
    folderNames: ReadonlyMap<number, string>,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
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
      for (const item of page)
        found.push({ id: item.id, folder: folderNames.get(item.folder_id) ?? '', name: item.name });
      if (page.length < LIST_PAGE) break;
      afterId = page.at(-1)!.id;
    }
    return found
      .toSorted((one, other) => order(one.folder, other.folder) || order(one.name, other.name))
      .map(item => item.id);
  }

  /** What browsers are shown stands in for files that image programs do not read (BMP). */
  async #picture({ display_hash: shown, blob_hash: own }: ItemRow): Promise<Buffer | undefined> {
    const stream = shown === null && own === null ? undefined : await this.blobs.get((shown ?? own)!);
    return stream === undefined ? undefined : buffer(stream);
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

  async *#walk(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    folderNames: ReadonlyMap<number, string>,
    signal: AbortSignal,
    progress: (done: number, name: string) => void,
  ): AsyncGenerator<ExportedItem> {
    const known = await this.annotations.project(context, projectId);
    for await (const { start, rows, custom } of prefetchOne(this.#pages(context, projectId, ids))) {
      let done = start;
      for await (const { item, view, stamp, document } of this.annotations.native(context, rows, known)) {
        signal.throwIfAborted();
        const facts = { kind: documentKind(known.typeNumber), item: stamp, url: view.url, etag: '' };
        yield {
          row: item,
          view,
          folder: folderNames.get(item.folder_id) ?? '',
          customMetadata: custom.get(item.id) ?? {},
          document: handedOut(document, facts, undefined),
        };
        progress(++done, item.name);
      }
    }
  }

  /** Items deleted since the list was made are left out. */
  async *#pages(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): AsyncGenerator<{
    readonly start: number;
    readonly rows: readonly ItemRow[];
    readonly custom: ReadonlyMap<number, Readonly<Record<string, string | number>>>;
  }> {
    for (let start = 0; start < ids.length; start += PAGE) {
      const page = ids.slice(start, start + PAGE);
      const [rows, custom] = [
        await this.items.byIds(context, projectId, page),
        (await this.#fields(context)?.of(context, page)) ?? new Map(),
      ];
      yield { start, rows: page.flatMap(id => rows.get(id) ?? []), custom };
    }
  }
}

const cocoTask = (options: ExchangeOptions | undefined): CocoTask =>
  options?.task === 'keypoints' ? 'keypoints' : 'instances';

/** The format of a number of the database. */
function exchangeOfNumber(number: number): ExchangeFormat {
  const id = exchangeFormatIds.find(each => exchangeFormats[each].number === number);
  if (id === undefined) throw new Error(`There is no export format ${number}.`);
  return exchangeFormats[id];
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
