import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import type { IntakeProject } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import { placesOf, plannedItem, rowPlace } from '../common/planned-item.ts';
import type { PlannedItem, RowProblem, RowRules } from '../common/planned-item.ts';
import { keptProblems, rowChunk } from '../common/rows-api.ts';
import type { RowResult } from '../common/rows-api.ts';
import type { RowRecord } from '../common/row-record.ts';
import { itemKey } from '#plugins/exchange/exchange/server/kit/index.ts';
import { placeKey } from './row-context.ts';
import { RowCategories } from './row-categories.ts';
import { RowPlacement } from './row-placement.ts';
import { storeProblems } from './row-problems.ts';
import type { RowTask } from './row-task.ts';
import { RowValues } from './row-values.ts';

/** Result of one chunk; kept by the job, so that a chunk is done once. */
type ChunkResult = Omit<RowResult, 'notes'> & { readonly problems: number };

const none: ChunkResult = { created: 0, replaced: 0, skipped: 0, failed: 0, folders: 0, categories: 0, problems: 0 };
const sum = (one: ChunkResult, other: ChunkResult): ChunkResult =>
  Object.fromEntries(
    Object.entries(one).map(([key, value]) => [key, value + other[key as keyof ChunkResult]]),
  ) as unknown as ChunkResult;

/**
 * Makes items of rows, a thousand in one transaction. Restarted after a crash, it goes on behind the last chunk that
 * was done.
 */
export class RowRun {
  constructor(
    @inject(RowPlacement) private readonly placement: RowPlacement,
    @inject(RowCategories) private readonly categories: RowCategories,
    @inject(RowValues) private readonly values: RowValues,
    @inject(Annotations) private readonly annotations: Annotations,
  ) {}

  /** @throws Fault what reading the file throws. What was made until then stays. */
  async run(run: JobRun, context: RequestContext, task: RowTask): Promise<RowResult & { readonly problems: number }> {
    const { mapping, prefix, whole_row: wholeRow, refused } = task.choices;
    const rules: RowRules = { mapping, prefix, wholeRow, refused };
    const last = new Map<string, number>();
    const places = placesOf(task.target.plan);
    let rows = 0;
    for await (const record of task.file.rows()) {
      run.signal.throwIfAborted();
      rows += 1;
      const { name, folder } = rowPlace(record, rules);
      const key = itemKey(placeKey(folder), name);
      // A row that is refused takes the place of none before it.
      if (!last.has(key) || !plannedItem(record, rules, task.target.plan, places).refused) last.set(key, record.row);
    }
    const project = await this.annotations.project(context, task.target.projectId);
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

  /**
   * A chunk or, when something in it fails unexpectedly, its rows one by one, so that the failure is reported for the
   * right one.
   */
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
    const before = new Map(task.target.folders);
    try {
      return await run.effect(key, () => this.#store(context, task, rules, project, records, last, kept));
    } catch (error) {
      task.target.folders.clear();
      for (const [name, id] of before) task.target.folders.set(name, id);
      if (!isFault(error) || run.signal.aborted || error.code === 'JOB_LOST') throw error;
      if (records.length === 1) {
        return run.effect(`${key} failed`, async () => {
          await storeProblems(
            context,
            task.id,
            [{ row: records[0]!.row, column: '', reason: error.message }].slice(0, Math.max(0, keptProblems - kept)),
          );
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
    const { target } = task;
    const problems: RowProblem[] = [];
    const places = placesOf(target.plan);
    const count = { ...none } as { -readonly [Key in keyof ChunkResult]: number };
    const fail = (row: number, column: string, reason: string): void => {
      count.failed += 1;
      problems.push({ row, column, reason });
    };
    const wanted: PlannedItem[] = [];
    for (const record of records) {
      const item = plannedItem(record, rules, target.plan, places);
      problems.push(...item.problems);
      const until = last.get(itemKey(placeKey(item.folder), item.name));
      if (item.refused) count.failed += 1;
      else if (until !== undefined && until !== item.row) {
        count.skipped += 1;
        problems.push({ row: item.row, column: '', reason: `Row ${until} has the same name; that one counts.` });
      } else wanted.push(item);
    }
    const fitting = await this.placement.withFolders(context, task, wanted, count, fail);
    const changed = new Set<number>();
    const placed = await this.placement.place(context, task, fitting, changed, count, fail);
    await this.categories.assign(context, task, placed, changed, count);
    const failed = await this.values.store(context, task, project, placed, changed, fail);
    for (const { item, isNew } of placed) {
      if (failed.has(item.id)) continue;
      if (isNew) count.created += 1;
      else if (changed.has(item.id)) count.replaced += 1;
      else count.skipped += 1;
    }
    count.problems = problems.length;
    await storeProblems(context, task.id, problems.slice(0, Math.max(0, keptProblems - kept)));
    return count;
  }
}
