import { inject } from 'inversify';
import { isFault, prefetchOne } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/annotation-class.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { currentDocument } from '#plugins/annotate/annotations/common/legacy-document.ts';
import { isRecord } from '#plugins/annotate/annotations/common/json-value.ts';
import { maskField } from '#plugins/annotate/annotations/common/mask-facts.ts';
import { Annotations, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { IntakeProject, PreparedDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ExternalItems, Folders, Items, ItemText, Uploads } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { groupBy } from '../common/group-by.ts';
import type { ImportChoices, ImportFinding, ImportResult } from '../common/import-api.ts';
import type { ImportedAddress, ImportedDocument, ImportFile } from './imported-file.ts';
import { isEmptyDocument } from './import-file.ts';
import { itemKey } from './imported-file.ts';
import { operationId } from './operation-id.ts';
import { ItemFacts } from './item-facts.ts';
import { folderNameOf, ProjectContents } from './project-contents.ts';

/** Failures told one by one; the rest is counted. */
const failureLimit = 1000;
/** Documents whose items are read at a time. */
const PAGE = 100;
/** Characters of documents that are stored together. */
const STORE_CHARACTERS = 4 * 1024 * 1024;
const CLASSES_A_CALL = 500;
const ITEMS_A_CALL = 500;

/** The folders an import adds, as they are looked up. */
const addedOf = ({ newFolders }: ImportTask): ReadonlySet<string> =>
  new Set(newFolders.map(name => name.toLowerCase()));

/** Counts what an import did. */
class Tally {
  created = 0;
  replaced = 0;
  skipped = 0;
  itemsCreated = 0;
  classesCreated = 0;
  failedCount = 0;
  readonly failed: ImportFinding[] = [];
  readonly #warnings = new Map<string, number>();

  fail(path: string, error: unknown): void {
    this.failedCount += 1;
    if (this.failed.length < failureLimit)
      this.failed.push({ path, message: error instanceof Error ? error.message : String(error) });
  }

  warn(text: string, count = 1): void {
    this.#warnings.set(text, (this.#warnings.get(text) ?? 0) + count);
  }

  result(losses: readonly string[]): ImportResult {
    const { created, replaced, skipped, itemsCreated, classesCreated, failed, failedCount } = this;
    return {
      created,
      replaced,
      skipped,
      itemsCreated,
      classesCreated,
      failed,
      failedCount,
      warnings: [
        ...[...this.#warnings].map(([text, count]) => (count > 1 ? `${text} (${count} times)` : text)),
        ...losses,
      ],
    };
  }
}

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

/** What one import is about. */
export interface ImportTask {
  readonly id: number;
  readonly projectId: number;
  readonly home: number | null;
  readonly file: ImportFile;
  readonly choices: ImportChoices;
  readonly classes: readonly AnnotationClass[];
  /** Names of the folders that the preview said would be added. */
  readonly newFolders: readonly string[];
}

/**
 * Does what the report of an import says: classes, folders, items, then annotations. Nothing is rolled back, every failure
 * is told with its path, and doing it again is harmless (formats, project files 5).
 */
export class ImportRun {
  constructor(
    @inject(ProjectContents) private readonly contents: ProjectContents,
    @inject(Classes) private readonly classes: Classes,
    @inject(Folders) private readonly folders: Folders,
    @inject(Uploads) private readonly uploads: Uploads,
    @inject(ExternalItems) private readonly external: ExternalItems,
    @inject(Items) private readonly items: Items,
    @inject(ItemText) private readonly texts: ItemText,
    @inject(ItemFacts) private readonly facts: ItemFacts,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(Masks) private readonly masks: Masks,
  ) {}

  async run(run: JobRun, context: RequestContext, task: ImportTask): Promise<ImportResult> {
    const { file, projectId, choices } = task;
    const tally = new Tally();
    const total = file.documents.length + (choices.create_items ? file.pictures.length : 0);
    if (choices.create_classes) await this.#makeClasses(context, task, tally);
    const folders = await this.contents.foldersByName(context, projectId, task.home);
    if (choices.create_items) await this.#makeItems(run, context, task, folders, tally, total);
    if (choices.create_items) await this.#attachItems(run, context, task, folders, tally);
    if (file.project !== undefined)
      for (const text of await this.facts.prepare(context, projectId, file.project)) tally.warn(text);
    for await (const batch of prefetchOne(this.#taken(run, context, task, folders, tally, total))) {
      const stored = await this.#store(context, task, batch.ready, tally);
      await this.facts.restore(
        context,
        projectId,
        [...stored, ...batch.empty].flatMap(({ item: row, key }) => {
          const fact = file.facts.get(key);
          return fact === undefined ? [] : [{ row, fact }];
        }),
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
    tally: Tally,
    total: number,
  ): AsyncGenerator<TakenBatch> {
    const { documents } = task.file;
    const done = total - documents.length;
    // All at once, as the preview did: which item a name means depends on the other names of the file.
    const matched = await this.contents.itemsByName(context, folders, documents, addedOf(task));
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
        if (batch.ready.reduce((sum, each) => sum + each.json.length, 0) > STORE_CHARACTERS) {
          yield batch;
          batch = { ready: [], empty: [] };
        }
        if (item === undefined) tally.fail(document.path, new Error(`There is no item ${document.name}.`));
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

  async #makeClasses(context: RequestContext, { projectId, file, classes }: ImportTask, tally: Tally): Promise<void> {
    const existing = new Set(classes.map(each => each.name));
    const missing = file.classes.filter(each => !existing.has(each.name));
    if (missing.length === 0) return;
    if (!(await context.can('CreateClass', { projectId })))
      return tally.warn(`${missing.length} classes were not made: you don't have the right to make classes.`);
    for (let start = 0; start < missing.length; start += CLASSES_A_CALL) {
      tally.classesCreated += (
        await this.classes.create(context, projectId, missing.slice(start, start + CLASSES_A_CALL))
      ).length;
    }
  }

  async #makeItems(
    run: JobRun,
    context: RequestContext,
    task: ImportTask,
    folders: Map<string, number>,
    tally: Tally,
    total: number,
  ): Promise<void> {
    const { projectId, file, home } = task;
    const present = await this.contents.itemsByName(context, folders, file.pictures, addedOf(task));
    for (const [index, picture] of file.pictures.entries()) {
      run.signal.throwIfAborted();
      run.progress(index, total, picture.name);
      if (present.has(itemKey(picture.folder, picture.name))) continue;
      try {
        const folderId =
          picture.folder === '' ? (home ?? undefined) : await this.#folder(context, projectId, folders, picture.folder);
        const { status } = await this.uploads.upload(context, {
          projectId,
          folderId,
          name: picture.name,
          onDuplicate: 'skip',
          source: await picture.open(),
        });
        if (status === 'created') tally.itemsCreated += 1;
      } catch (error) {
        tally.fail(picture.path, error);
      }
    }
  }

  /** Makes the items whose files lie on the web, a folder at a time. */
  async #attachItems(
    run: JobRun,
    context: RequestContext,
    { projectId, file, home }: ImportTask,
    folders: Map<string, number>,
    tally: Tally,
  ): Promise<void> {
    const present = await this.contents.itemsByName(context, folders, file.addresses);
    const missing = file.addresses.filter(each => !present.has(itemKey(each.folder, each.name)));
    for (const [directory, list] of groupBy(missing, each => each.folder)) {
      for (let start = 0; start < list.length; start += ITEMS_A_CALL) {
        run.signal.throwIfAborted();
        const part: readonly ImportedAddress[] = list.slice(start, start + ITEMS_A_CALL);
        try {
          const folderId =
            directory === '' ? (home ?? undefined) : await this.#folder(context, projectId, folders, directory);
          const rows = await this.external.create(context, {
            project_id: projectId,
            folder_id: folderId,
            upload_state: 3,
            images: part.map(({ name, url }) => ({ name, path: url })),
          });
          tally.itemsCreated += rows.length;
        } catch (error) {
          if (!isFault(error)) throw error;
          tally.fail(directory, error);
        }
      }
    }
  }

  async #folder(
    context: RequestContext,
    projectId: number,
    folders: Map<string, number>,
    directory: string,
  ): Promise<number> {
    const name = folderNameOf(directory);
    const known = folders.get(name.toLowerCase());
    if (known !== undefined) return known;
    await context.demand('CreateFolder', { projectId });
    const { id } = await this.folders.create(context, projectId, name, true);
    folders.set(name.toLowerCase(), id);
    return id;
  }

  /** Takes one document in; `empty` when there is nothing to store, undefined when it failed. */
  async #take(
    context: RequestContext,
    task: ImportTask,
    document: ImportedDocument,
    row: ItemRow,
    project: IntakeProject,
    annotated: boolean,
    tally: Tally,
  ): Promise<PreparedDocument | 'empty' | undefined> {
    try {
      const json = await document.read(
        row.width === null || row.height === null ? undefined : { width: row.width, height: row.height },
        document.needsText === true ? { text: await this.texts.of(row) } : undefined,
      );
      if (!annotated && isEmptyDocument(json)) {
        tally.skipped += 1;
        return 'empty';
      }
      const prepared = await this.annotations.prepare(
        context,
        project,
        row,
        await this.#withMask(context, project, document, json),
        task.file.source,
      );
      // The same document of the same import is stored once, also when the job is begun anew.
      return { ...prepared, op: operationId(`${task.id}/${document.path}`) };
    } catch (error) {
      if (!isFault(error) && !(error instanceof SyntaxError)) throw error;
      tally.fail(document.path, error);
      return undefined;
    }
  }

  /** Stores documents together or, when that fails, each by itself so that the failure is told of the right one. Answers those that are stored. */
  async #store(
    context: RequestContext,
    task: ImportTask,
    ready: readonly TakenImport[],
    tally: Tally,
  ): Promise<readonly TakenImport[]> {
    if (ready.length === 0) return [];
    try {
      await this.annotations.putPrepared(context, task.projectId, ready, { starts: task.file.facts.size === 0 });
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
    for (const { annotated, warnings, missingResources } of ready) {
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
