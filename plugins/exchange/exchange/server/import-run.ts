import { inject } from 'inversify';
import { isFault, prefetchOne } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import { currentDocument, isRecord, maskField } from '#plugins/annotate/annotations/common/index.ts';
import { AnnotationBatches, Annotations, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { IntakeProject, PreparedDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { isEmptyDocument } from '../common/empty-document.ts';
import type { ImportResult } from '../common/import-api.ts';
import type { ImportedDocument } from './imported-file.ts';
import { itemKey } from './imported-file.ts';
import { ImportAdditions } from './import-additions.ts';
import { ImportLog } from './import-log.ts';
import { ImportTally } from './import-tally.ts';
import { addedFolders } from './import-task.ts';
import type { ImportTask } from './import-task.ts';
import { operationId } from './operation-id.ts';
import { ItemContents } from './item-contents.ts';
import { ItemFacts } from './item-facts.ts';
import { ProjectContents } from './project-contents.ts';

/** Documents whose items are read at a time. */
const PAGE = 100;
/** Characters of documents that are stored together, and how many they are at most. */
const STORE_CHARACTERS = 4 * 1024 * 1024;
const STORE_DOCUMENTS = 10;

/** A document that is ready to be stored. */
interface TakenImport extends PreparedDocument {
  readonly path: string;
  readonly key: string;
  /** The item had annotations. */
  readonly annotated: boolean;
}

/** Documents that are stored together, and items whose document has nothing to store. */
interface TakenBatch {
  readonly ready: TakenImport[];
  readonly empty: { readonly item: ItemRow; readonly key: string }[];
}

/**
 * Does what the report of an import says: classes, folders, items, then annotations. Nothing is rolled back, every
 * failure is reported with its path, and doing it again is harmless.
 */
export class ImportRun {
  constructor(
    @inject(ProjectContents) private readonly contents: ProjectContents,
    @inject(ImportAdditions) private readonly additions: ImportAdditions,
    @inject(ImportLog) private readonly log: ImportLog,
    @inject(Items) private readonly items: Items,
    @inject(ItemContents) private readonly itemContents: ItemContents,
    @inject(ItemFacts) private readonly facts: ItemFacts,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationBatches) private readonly batches: AnnotationBatches,
    @inject(Masks) private readonly masks: Masks,
  ) {}

  async run(run: JobRun, context: RequestContext, task: ImportTask): Promise<ImportResult> {
    const { file, projectId, choices } = task;
    const tally = new ImportTally();
    const total = file.documents.length + (choices.create_items ? file.pictures.length : 0);
    if (choices.create_classes) await this.additions.classes(context, task, tally);
    const folders = await this.contents.foldersByName(context, projectId, task.home);
    if (choices.create_items) await this.additions.items(run, context, task, folders, tally, total);
    if (choices.create_items) await this.additions.addresses(run, context, task, folders, tally);
    if (file.project !== undefined)
      for (const text of await this.facts.prepare(context, projectId, file.project)) tally.warn(text);
    for await (const batch of prefetchOne(this.#taken(run, context, task, folders, tally, total))) {
      const stored = await run.step(() => this.#store(context, task, batch.ready, tally));
      await this.facts.restore(
        context,
        projectId,
        [...stored, ...batch.empty].flatMap(({ item: row, key }) => {
          const fact = file.facts.get(key);
          return fact === undefined ? [] : [{ row, fact }];
        }),
      );
      await this.log.settle(
        context,
        task.id,
        [...stored, ...batch.empty].map(each => each.item.id),
      );
    }
    return tally.result(file.losses());
  }

  /** Reads and checks all documents, and gives them in the parts in which they are stored. */
  async *#taken(
    run: JobRun,
    context: RequestContext,
    task: ImportTask,
    folders: ReadonlyMap<string, number>,
    tally: ImportTally,
    total: number,
  ): AsyncGenerator<TakenBatch> {
    const { documents } = task.file;
    const done = total - documents.length;
    // All at once, as the preview did: which item a name means depends on the other names of the file.
    const matched = await this.contents.itemsByName(context, folders, documents, addedFolders(task));
    const project = await this.annotations.project(context, task.projectId);
    for (let start = 0; start < documents.length; start += PAGE) {
      const page = documents.slice(start, start + PAGE);
      const ids = page.flatMap(document => matched.get(itemKey(document.folder, document.name))?.id ?? []);
      const rows = await this.items.byIds(context, task.projectId, ids);
      const annotatedNow = await this.contents.annotated(context, ids);
      let batch: TakenBatch = { ready: [], empty: [] };
      for (const [index, document] of page.entries()) {
        run.signal.throwIfAborted();
        const key = itemKey(document.folder, document.name);
        const id = matched.get(key)?.id;
        const annotated = id !== undefined && annotatedNow.has(id);
        const item = id === undefined ? undefined : rows.get(id);
        if (
          batch.ready.length === STORE_DOCUMENTS ||
          batch.ready.reduce((sum, each) => sum + each.json.length, 0) > STORE_CHARACTERS
        ) {
          yield batch;
          batch = { ready: [], empty: [] };
        }
        if (item === undefined) tally.failWithoutItem(document);
        else if (annotated && task.choices.conflicts === 'skip') tally.skipped += 1;
        else {
          const taken = await this.#take(context, task, document, item, project, annotated, tally);
          if (taken === 'empty') batch.empty.push({ item, key });
          else if (taken !== undefined) batch.ready.push({ ...taken, path: document.path, key, annotated });
        }
        run.progress(done + start + index + 1, total, document.name);
      }
      yield batch;
    }
  }

  /** Takes one document in; `empty` when there is nothing to store, undefined when it failed. */
  async #take(
    context: RequestContext,
    task: ImportTask,
    document: ImportedDocument,
    row: ItemRow,
    project: IntakeProject,
    annotated: boolean,
    tally: ImportTally,
  ): Promise<PreparedDocument | 'empty' | undefined> {
    try {
      const json = await document.read(
        row.width === null || row.height === null ? undefined : { width: row.width, height: row.height },
        await this.itemContents.of(context, document, row),
      );
      if (!annotated && isEmptyDocument(json)) {
        tally.skipped += 1;
        return 'empty';
      }
      const prepared = await this.batches.prepare(
        context,
        project,
        row,
        await this.#withMask(context, project, document, json),
        task.file.source,
      );
      // The same document of the same import is stored once, also when the job starts again.
      return { ...prepared, op: operationId(`${task.id}/${document.path}`) };
    } catch (error) {
      if (!isFault(error) && !(error instanceof SyntaxError)) throw error;
      tally.fail(document.path, error);
      return undefined;
    }
  }

  /**
   * Stores documents together or, when that fails, each by itself so that the failure is reported for the right one.
   * Answers those that are stored.
   */
  async #store(
    context: RequestContext,
    task: ImportTask,
    ready: readonly TakenImport[],
    tally: ImportTally,
  ): Promise<readonly TakenImport[]> {
    if (ready.length === 0) return [];
    try {
      await context.transaction(async () => {
        const revisions = await this.batches.put(context, task.projectId, ready, {
          starts: task.file.facts.size === 0,
        });
        await this.log.annotated(context, task.id, ready, revisions);
      });
    } catch (error) {
      if (!isFault(error)) throw error;
      if (ready.length === 1) {
        tally.fail(ready[0]!.path, error);
        return [];
      }
      const stored: TakenImport[] = [];
      for (const one of ready) stored.push(...(await this.#store(context, task, [one], tally)));
      return stored;
    }
    for (const { annotated, instanceCount, warnings, missingResources } of ready) {
      tally.objects += instanceCount;
      if (annotated) tally.replaced += 1;
      else tally.created += 1;
      for (const { message } of warnings) tally.warn(message);
      for (const name of missingResources.class) tally.warn(`Couldn't find class ${name}.`);
      for (const name of missingResources.attributeGroup) tally.warn(`Couldn't find annotation group ${name}.`);
      for (const name of missingResources.attribute) tally.warn(`Couldn't find attribute ${name}.`);
    }
    return ready;
  }

  /** The document with the mask that lies beside it, which is taken in first. */
  async #withMask(
    context: RequestContext,
    { type }: IntakeProject,
    { mask, name }: ImportedDocument,
    json: unknown,
  ): Promise<unknown> {
    if (type !== 'pixel' || mask === undefined) return json;
    const document = currentDocument(json, name);
    return isRecord(document)
      ? { ...document, [maskField]: (await this.masks.take(context, await mask())).hash }
      : json;
  }
}
