import { Readable } from 'node:stream';
import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, JobRun } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import type { FormValues } from '#plugins/annotate/annotations/common/form-values.ts';
import { formValues } from '#plugins/annotate/annotations/common/form-values.ts';
import { Categories, ItemCategories } from '#plugins/organize/categories/server/kit/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/diff.ts';
import { withoutFields } from '#plugins/annotate/annotations/common/json-value.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/json-value.ts';
import type { IntakeProject, PreparedDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import { AnnotationBatches, Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import { pathKey } from '#plugins/annotate/form/common/values/element-path.ts';
import { Folders, ItemQuota, Items, ItemWriter } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow, UploadedFile } from '#plugins/workspace/items/server/kit/index.ts';
import { groupBy } from '#plugins/exchange/exchange/common/group-by.ts';
import { placesOf, plannedData, plannedItem, rowPlace } from '../common/planned-item.ts';
import type { PlannedItem, PlannedValue, RowProblem, RowRules } from '../common/planned-item.ts';
import { componentOf } from '../common/row-mapping.ts';
import { keptProblems, rowChunk } from '../common/rows-api.ts';
import type { RowChoices, RowResult } from '../common/rows-api.ts';
import type { RowRecord } from '../common/row-record.ts';
import { itemKey } from '#plugins/exchange/exchange/server/kit/index.ts';
import { operationId } from '#plugins/exchange/exchange/server/kit/index.ts';
import { folderNameOf, ProjectContents } from '#plugins/exchange/exchange/server/kit/index.ts';
import type { RowTables } from './row-tables.ts';
import type { RowFile } from './row-file.ts';
import type { RowContext } from './row-context.ts';
import { folderInFolder, noNewFolder, placeKey } from './row-context.ts';

/** What one import of rows is about. */
export interface RowTask {
  readonly id: number;
  readonly ground: RowContext;
  readonly file: RowFile;
  readonly choices: RowChoices;
}

/** What one chunk did; kept by the job, so that a chunk is done once. */
type ChunkResult = Omit<RowResult, 'notes'> & { readonly problems: number };

/** A planned item with the place and the item it belongs to. */
interface Placed {
  readonly plan: PlannedItem;
  readonly folderId: number;
  readonly item: ItemRow;
  readonly isNew: boolean;
}

const none: ChunkResult = { created: 0, replaced: 0, skipped: 0, failed: 0, folders: 0, categories: 0, problems: 0 };
const sum = (one: ChunkResult, other: ChunkResult): ChunkResult =>
  Object.fromEntries(
    Object.entries(one).map(([key, value]) => [key, value + other[key as keyof ChunkResult]]),
  ) as unknown as ChunkResult;

/** Makes items of rows, a thousand in one transaction. Begun anew after a crash it goes on behind the last chunk that was done. */
export class RowRun {
  constructor(
    @inject(ProjectContents) private readonly contents: ProjectContents,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly room: ItemQuota,
    @inject(ItemWriter) private readonly writer: ItemWriter,
    @inject(Items) private readonly items: Items,
    @inject(Categories) @optional() private readonly categories: Categories | undefined,
    @inject(ItemCategories) @optional() private readonly itemCategories: ItemCategories | undefined,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationBatches) private readonly batches: AnnotationBatches,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
  ) {}

  /** @throws Fault what reading the file throws. What was made until then stays. */
  async run(run: JobRun, context: RequestContext, task: RowTask): Promise<RowResult & { readonly problems: number }> {
    const { mapping, prefix, whole_row: wholeRow, refused } = task.choices;
    const rules: RowRules = { mapping, prefix, wholeRow, refused };
    const last = new Map<string, number>();
    let rows = 0;
    for await (const record of task.file.rows()) {
      run.signal.throwIfAborted();
      rows += 1;
      const { name, folder } = rowPlace(record, rules);
      last.set(itemKey(placeKey(folder), name), record.row);
    }
    const project = await this.annotations.project(context, task.ground.projectId);
    let result = none;
    let done = 0;
    let chunk: RowRecord[] = [];
    const flush = async (): Promise<void> => {
      result = sum(result, await this.#chunk(run, context, task, rules, project, chunk, last, result.problems));
      done += chunk.length;
      chunk = [];
      const { created, replaced, skipped, failed } = result;
      run.progress(
        done,
        rows,
        `${(created + replaced).toLocaleString('en')} accepted, ${skipped.toLocaleString('en')} skipped, ${failed.toLocaleString('en')} failed`,
      );
    };
    run.progress(0, rows);
    for await (const record of task.file.rows()) {
      chunk.push(record);
      if (chunk.length >= rowChunk) await flush();
    }
    if (chunk.length > 0) await flush();
    return { ...result, notes: [] };
  }

  /** A chunk or, when something in it fails that nobody foresaw, its rows one by one, so that the failure is told of the right one. */
  async #chunk(
    run: JobRun,
    context: RequestContext,
    task: RowTask,
    rules: RowRules,
    project: IntakeProject,
    records: readonly RowRecord[],
    last: ReadonlyMap<string, number>,
    kept: number,
  ): Promise<ChunkResult> {
    const key = `rows ${records[0]!.row} to ${records.at(-1)!.row}`;
    // Folders that a chunk makes are known to the next ones only when it was done.
    const before = new Map(task.ground.folders);
    try {
      return await run.effect(key, () => this.#store(context, task, rules, project, records, last, kept));
    } catch (error) {
      task.ground.folders.clear();
      for (const [name, id] of before) task.ground.folders.set(name, id);
      if (!isFault(error) || run.signal.aborted || error.code === 'JOB_LOST') throw error;
      if (records.length === 1) {
        return run.effect(`${key} failed`, async () => {
          await this.#keep(context, task.id, [{ row: records[0]!.row, column: '', reason: error.message }], kept);
          return { ...none, failed: 1, problems: 1 };
        });
      }
      let result = none;
      for (const record of records)
        result = sum(
          result,
          await this.#chunk(run, context, task, rules, project, [record], last, kept + result.problems),
        );
      return result;
    }
  }

  async #store(
    context: RequestContext,
    task: RowTask,
    rules: RowRules,
    project: IntakeProject,
    records: readonly RowRecord[],
    last: ReadonlyMap<string, number>,
    kept: number,
  ): Promise<ChunkResult> {
    const { ground } = task;
    const problems: RowProblem[] = [];
    const places = placesOf(ground.plan);
    const count = { ...none } as { -readonly [Key in keyof ChunkResult]: number };
    const fail = (row: number, column: string, reason: string): void => {
      count.failed += 1;
      problems.push({ row, column, reason });
    };
    const wanted: PlannedItem[] = [];
    for (const record of records) {
      const item = plannedItem(record, rules, ground.plan, places);
      problems.push(...item.problems);
      const until = last.get(itemKey(placeKey(item.folder), item.name));
      if (item.refused) count.failed += 1;
      else if (until !== undefined && until !== item.row) {
        count.skipped += 1;
        problems.push({ row: item.row, column: '', reason: `Row ${until} has the same name; that one counts.` });
      } else wanted.push(item);
    }
    const fitting = await this.#withFolders(context, task, wanted, count, fail);
    const changed = new Set<number>();
    const placed = await this.#placed(context, task, fitting, changed, count, fail);
    await this.#categorize(context, task, placed, changed, count);
    const failed = await this.#annotate(context, task, project, placed, changed, fail);
    for (const { item, isNew } of placed) {
      if (failed.has(item.id)) continue;
      if (isNew) count.created += 1;
      else if (changed.has(item.id)) count.replaced += 1;
      else count.skipped += 1;
    }
    count.problems = problems.length;
    await this.#keep(context, task.id, problems, kept);
    return count;
  }

  async #withFolders(
    context: RequestContext,
    { ground }: RowTask,
    items: readonly PlannedItem[],
    count: { folders: number },
    fail: (row: number, column: string, reason: string) => void,
  ): Promise<readonly PlannedItem[]> {
    const fitting: PlannedItem[] = [];
    for (const item of items) {
      const key = placeKey(item.folder);
      if (key !== '' && ground.inFolder) fail(item.row, '', folderInFolder);
      else if (ground.folders.has(key)) fitting.push(item);
      else if (!ground.may.folders) fail(item.row, '', noNewFolder);
      else {
        try {
          ground.folders.set(
            key,
            (await this.folders.create(context, ground.projectId, folderNameOf(item.folder), true)).id,
          );
          count.folders += 1;
          fitting.push(item);
        } catch (error) {
          if (!isFault(error) || error.status >= 500 || error.code === 'NAME_EXISTS') throw error;
          fail(item.row, '', error.message);
        }
      }
    }
    return fitting;
  }

  /** Finds the items there are and makes those there are not, as far as there is room. */
  async #placed(
    context: RequestContext,
    { ground, choices }: RowTask,
    items: readonly PlannedItem[],
    changed: Set<number>,
    count: { skipped: number },
    fail: (row: number, column: string, reason: string) => void,
  ): Promise<readonly Placed[]> {
    const found = await this.contents.itemsByName(
      context,
      ground.folders,
      items.map(each => ({ folder: placeKey(each.folder), name: each.name })),
    );
    const idOf = (plan: PlannedItem): number | undefined => found.get(itemKey(placeKey(plan.folder), plan.name))?.id;
    const rows =
      choices.existing === 'skip'
        ? new Map<number, ItemRow>()
        : await this.items.byIds(
            context,
            ground.projectId,
            items.flatMap(each => idOf(each) ?? []),
          );
    const placed: Placed[] = [];
    const refiled = new Map<number, UploadedFile>();
    for (const [folderId, list] of groupBy(items, each => ground.folders.get(placeKey(each.folder))!)) {
      const folder = await this.folders.get(context, ground.projectId, folderId);
      const fresh: PlannedItem[] = [];
      for (const plan of list) {
        const id = idOf(plan);
        const item = id === undefined ? undefined : rows.get(id);
        if (id === undefined) fresh.push(plan);
        else if (item === undefined) count.skipped += 1;
        else {
          placed.push({ plan, folderId, item, isNew: false });
          if (choices.existing === 'replace' && plan.payload !== undefined) {
            const file = await this.#payload(plan.payload);
            if (file.hash !== item.blob_hash) {
              refiled.set(item.id, file);
              changed.add(item.id);
            }
          }
        }
      }
      const { inFolder, inProject } = await this.room.in(context, folder, 0);
      const room = Math.max(0, Math.min(inFolder.limit - inFolder.used, inProject.limit - inProject.used));
      for (const each of fresh.slice(room))
        fail(
          each.row,
          '',
          inFolder.limit - inFolder.used <= inProject.limit - inProject.used
            ? `The folder is full: it holds ${inFolder.limit.toLocaleString('en')} items.`
            : `The project is full: it holds ${inProject.limit.toLocaleString('en')} items.`,
        );
      const taken = fresh.slice(0, room);
      const made = new Map(
        (
          await this.writer.add(
            context,
            folder,
            await Promise.all(
              taken.map(async ({ name, payload }) =>
                payload === undefined
                  ? { name, source: 4 as const }
                  : { name, source: 1 as const, file: await this.#payload(payload) },
              ),
            ),
          )
        ).map(row => [row.name, row]),
      );
      for (const plan of taken) {
        const item = made.get(plan.name);
        if (item === undefined) count.skipped += 1;
        else placed.push({ plan, folderId, item, isNew: true });
      }
    }
    await this.writer.setFiles(context, ground.projectId, refiled);
    return placed;
  }

  async #payload(payload: unknown): Promise<UploadedFile> {
    const { hash, size } = await this.blobs.put(Readable.from([Buffer.from(JSON.stringify(payload))]));
    return { hash, size, mime: 'application/json' };
  }

  async #categorize(
    context: RequestContext,
    { ground, choices }: RowTask,
    placed: readonly Placed[],
    changed: Set<number>,
    count: { categories: number },
  ): Promise<void> {
    const { categories, itemCategories } = this;
    if (ground.categories === 0 || !ground.may.categorize || categories === undefined || itemCategories === undefined)
      return;
    const sorted = placed.filter(
      ({ plan, isNew }) => plan.categories.length > 0 && (isNew || choices.existing === 'replace'),
    );
    if (sorted.length === 0) return;
    if (ground.may.categories)
      count.categories += (
        await categories.create(
          context,
          ground.projectId,
          sorted.flatMap(({ plan }) => plan.categories),
        )
      ).length;
    const { data } = await categories.list(context, ground.projectId, { offset: 0, limit: 10_000 });
    const ids = new Map(data.map(each => [each.name.toLowerCase(), each.id]));
    const wanted = sorted
      .map(({ item, plan }) => ({
        item_id: item.id,
        categories: plan.categories.flatMap(name => ids.get(name.toLowerCase()) ?? []).slice(0, ground.categories),
      }))
      .filter(each => each.categories.length > 0);
    const now = await itemCategories.of(
      context,
      wanted.map(each => each.item_id),
    );
    const others = wanted.filter(
      each =>
        !sameJson(
          (now.get(each.item_id) ?? []).map(has => has.category_id).toSorted(ascending),
          [...new Set(each.categories)].toSorted(ascending),
        ),
    );
    for (const each of others) changed.add(each.item_id);
    if (others.length > 0) await itemCategories.replace(context, ground.projectId, undefined, others);
  }

  /** Stores the values. Of an item that was there it leaves alone what the file has no column for, and comments. Answers the items whose values were refused. */
  async #annotate(
    context: RequestContext,
    { id, ground, choices }: RowTask,
    project: IntakeProject,
    placed: readonly Placed[],
    changed: Set<number>,
    fail: (row: number, column: string, reason: string) => void,
  ): Promise<ReadonlySet<number>> {
    const before = new Map<number, JsonRecord>();
    const old = placed.filter(each => !each.isNew).map(each => each.item);
    if (old.length > 0)
      for await (const { item, document } of this.annotations.native(context, old, project))
        if (document !== undefined) before.set(item.id, document);
    const told = new Set(Object.values(choices.mapping).flatMap(target => componentOf(target) ?? []));
    const ready: PreparedDocument[] = [];
    const failed = new Set<number>();
    for (const { plan, item, isNew } of placed) {
      const stored = before.get(item.id);
      const kept = stored === undefined ? new Map<string, never>() : formValues(stored);
      const data = plannedData({ values: beforeAndNow(plan.values, kept, told) }, ground.plan);
      const comments =
        plan.comments ?? (Array.isArray(stored?.['comments']) ? (stored['comments'] as readonly unknown[]) : []);
      // The same file again changes nothing.
      if (
        sameJson(Object.fromEntries(kept), Object.fromEntries(formValues({ data }))) &&
        sameJson(stored?.['comments'] ?? [], comments)
      )
        continue;
      try {
        const prepared = await this.batches.prepare(
          context,
          project,
          item,
          { metadata: { name: item.name }, data, ...(comments.length === 0 ? {} : { comments }) },
          'upload',
        );
        ready.push({ ...prepared, op: operationId(`rows ${id}/${plan.row}`) });
        changed.add(item.id);
      } catch (error) {
        if (!isFault(error) || error.status >= 500) throw error;
        failed.add(item.id);
        fail(plan.row, '', isNew ? `The item was made without values. ${error.message}` : error.message);
      }
    }
    await this.batches.put(context, ground.projectId, ready);
    return failed;
  }

  /** Writes lines of the report, up to what is kept of it. */
  async #keep(context: RequestContext, importId: number, problems: readonly RowProblem[], kept: number): Promise<void> {
    await keepProblems(context, importId, problems.slice(0, Math.max(0, keptProblems - kept)));
  }
}

/** Writes lines of the report of an import. */
export async function keepProblems(
  context: RequestContext,
  importId: number,
  problems: readonly RowProblem[],
): Promise<void> {
  await context.transaction(async (trx: Kysely<RowTables>) => {
    for (let start = 0; start < problems.length; start += rowChunk) {
      await trx
        .insertInto('form_rows.row_problem')
        .values(
          problems
            .slice(start, start + rowChunk)
            .map(({ row, column, reason }) => ({
              team_id: context.team.id,
              import_id: importId,
              row,
              column_name: column,
              reason,
            })),
        )
        .execute();
    }
  });
}

const ascending = (one: number, other: number): number => one - other;

/** The values of a row with those of components it has no column for, and with what stood beside its own. */
function beforeAndNow(
  values: readonly PlannedValue[],
  stored: FormValues,
  told: ReadonlySet<string>,
): readonly PlannedValue[] {
  const entries = [...stored].flatMap(([id, list]) =>
    list.map(entry => ({
      id,
      path: entry.element_path,
      value: entry.value,
      beside: withoutFields(entry, 'value', 'element_path'),
    })),
  );
  const byPath = new Map(entries.map(each => [pathKey(each.path), each.beside]));
  return [
    ...values.map(each => ({ ...each, beside: { ...byPath.get(pathKey(each.path)), ...each.beside } })),
    ...entries.filter(each => !told.has(each.id)),
  ];
}
