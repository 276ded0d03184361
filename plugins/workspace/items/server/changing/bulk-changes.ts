import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database, JobRun, Jobs } from '#core/data/server/index.ts';
import { DatabaseToken, JobsToken } from '#core/kernel/server/index.ts';
import type { ChangePreview, ItemChangeView, ItemSelectionOutput } from '../../common/change-api.ts';
import { AT_ONCE, itemSelection, MOST_PREVIEWED } from '../../common/change-api.ts';
import type { ChangeRow } from '../items-tables.ts';
import { changeTitle } from './change-title.ts';
import { ChangeRecords } from './change-records.ts';
import { changeView, isRunning } from './change-view.ts';
import type { UndoneCopyOrMove } from './copy-or-move-undo.ts';
import type { CopyOrMove } from './item-copy-or-move.ts';
import type { AskedChange, ChangedItems } from './item-changing.ts';
import { bulkResultOf, countsOf } from './item-changing.ts';
import type { ChangeWork } from './change-works.ts';
import { ChangeWorks, isCopyOrMove, STEP } from './change-works.ts';
import { ItemStatuses } from '../item-statuses.ts';
import type { Refusals } from './items-refused.ts';
import { withoutRefused } from './items-refused.ts';
import { SelectionWalk } from './selection-walk.ts';
import { StepSize } from './step-size.ts';

const FIRST = { after: 0, last: 2_147_483_647 } as const;

/**
 * Changes, copies and moves of any number of items: few before the answer, many by a job that goes through them in
 * order of their ids.
 */
export class BulkChanges {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(SelectionWalk) private readonly walk: SelectionWalk,
    @inject(ChangeWorks) private readonly works: ChangeWorks,
    @inject(ChangeRecords) private readonly records: ChangeRecords,
    @inject(DatabaseToken) private readonly database: Database,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
  ) {}

  /** Makes a change, or begins to. @throws Fault FORBIDDEN, INVALID_FIELD and what the kind of change throws. */
  async change(
    context: RequestContext,
    projectId: number,
    selection: ItemSelectionOutput,
    asked: AskedChange,
  ): Promise<ItemChangeView> {
    return this.#begin(context, projectId, selection, await this.works.change(context, projectId, asked));
  }

  /**
   * Predicts a change, from the first items of a great selection.
   * @throws Fault FORBIDDEN, INVALID_FIELD and what the kind of change throws.
   */
  async preview(
    context: RequestContext,
    projectId: number,
    selection: ItemSelectionOutput,
    asked: AskedChange,
  ): Promise<ChangePreview> {
    const work = await this.works.change(context, projectId, asked);
    const [ids, extent] = [
      await this.walk.next(context, projectId, selection, work, { ...FIRST, limit: MOST_PREVIEWED }),
      await this.walk.extent(context, projectId, selection, work),
    ];
    const { changed, same, refused } = await work.preview(ids);
    return { total: extent.count, examined: ids.length, changes: changed, same, refused: [...refused] };
  }

  /**
   * Copies or moves items to a folder, or begins to.
   * @throws Fault NOT_FOUND, FORBIDDEN, INVALID_FIELD, UPLOAD_STATE (409), FOLDER_LIMIT, PROJECT_LIMIT (422)
   */
  async copyOrMove(
    context: RequestContext,
    projectId: number,
    selection: ItemSelectionOutput,
    request: CopyOrMove,
  ): Promise<ItemChangeView> {
    return this.#begin(context, projectId, selection, await this.works.copyOrMove(context, projectId, request));
  }

  /**
   * Takes a change back, or begins to.
   * @throws Fault NOT_FOUND, CHANGE_NOT_UNDOABLE (409), and FORBIDDEN when the right for the change is gone.
   */
  async undo(context: RequestContext, projectId: number, id: number): Promise<ItemChangeView> {
    await this.statuses.prepare(context, projectId);
    return withoutRefused(refused =>
      context.transaction(async () => {
        const row = await this.records.get(context, projectId, id, { lock: true });
        const view = await this.view(context, row);
        if (!view.undoable) throw notUndoable(view);
        const change = await this.works.undoing(context, projectId, row);
        const total = await this.records.formerCount(context, id);
        const undo = await this.records.add(context, {
          project_id: projectId,
          kind: row.kind,
          value: change.value,
          selection: { item_ids: [] },
          undoable: false,
          undo_of: id,
          total,
        });
        await this.records.setUndone(context, id, undo.id);
        if (total > AT_ONCE) return this.#enqueue(context, undo);
        const { row: ended, step } = await this.#undoStep(context, undo, change, AT_ONCE + 1, refused);
        return { ...changeView(ended, undefined), items: bulkResultOf(step) };
      }),
    );
  }

  /** A change as calls answer it. */
  async view(context: RequestContext, row: ChangeRow): Promise<ItemChangeView> {
    const job =
      row.job_id === null || row.finished_at !== null ? undefined : await this.jobs.get(context.team.id, row.job_id);
    const undo = row.undone_by === null ? undefined : await this.records.get(context, row.project_id, row.undone_by);
    const undoJob =
      undo === undefined || undo.finished_at !== null || undo.job_id === null
        ? undefined
        : await this.jobs.get(context.team.id, undo.job_id);
    return changeView(
      row,
      job,
      undo === undefined ? undefined : { finished: undo.finished_at !== null, running: isRunning(undoJob) },
    );
  }

  /** The job of a change. Each step is made exactly once, also when the server was killed in between. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly change_id: number }> {
    const { change_id: id, project_id: projectId } = z
      .object({ change_id: z.int(), project_id: z.int() })
      .parse(run.subject);
    let row = await this.records.get(context, projectId, id);
    const { step, most, work } = await this.#stepOf(context, row);
    const size = new StepSize(this.database.kind, most);
    while (row.finished_at === null) {
      run.signal.throwIfAborted();
      const before = row;
      await work?.prepare?.(await this.#next(context, before, work, size.items), run.signal);
      let begun: number | undefined;
      await withoutRefused(refused =>
        run.effect(`after ${before.reached}`, async () => {
          begun = performance.now();
          await step(before, size.items, refused);
          return true;
        }),
      );
      // With the commit, and without the wait for the step.
      if (begun !== undefined) size.took(performance.now() - begun);
      row = await this.records.get(context, projectId, id);
      run.progress(
        row.changed + row.same + row.since + row.refused.reduce((sum, each) => sum + each.count, 0),
        row.total,
      );
    }
    return { change_id: id };
  }

  async #stepOf(
    context: RequestContext,
    row: ChangeRow,
  ): Promise<{
    readonly step: (before: ChangeRow, size: number, refused: Refusals) => Promise<unknown>;
    readonly most: number;
    readonly work?: ChangeWork;
  }> {
    const { project_id: projectId } = row;
    if (row.undo_of !== null) {
      const change = await this.works.undoing(context, projectId, row);
      return { step: (before, size, refused) => this.#undoStep(context, before, change, size, refused), most: STEP };
    }
    const work = isCopyOrMove(row)
      ? await this.works.copyOrMove(context, projectId, row.value)
      : await this.works.change(context, projectId, row);
    return { step: (before, size, refused) => this.#step(context, before, work, size, refused), most: work.size, work };
  }

  async #begin(
    context: RequestContext,
    projectId: number,
    selection: ItemSelectionOutput,
    work: ChangeWork,
  ): Promise<ItemChangeView> {
    const kept = { project_id: projectId, kind: work.kind, value: work.value, undoable: work.undoable };
    const most = Math.min(AT_ONCE, work.size);
    const few =
      work.prepare === undefined
        ? await this.walk.next(context, projectId, selection, work, { ...FIRST, limit: most + 1 })
        : undefined;
    if (few !== undefined && few.length <= most) {
      return withoutRefused(refused =>
        context.transaction(async () => {
          const { counts, former = [], items } = await work.step(few, refused);
          const { id } = await this.records.add(context, { ...kept, selection: { item_ids: [] }, total: few.length });
          if (work.undoable) await this.records.keep(context, id, former);
          return {
            ...changeView(await this.records.note(context, id, counts, few.at(-1) ?? 0, true), undefined),
            items: items ?? null,
          };
        }),
      );
    }
    const extent = await this.walk.extent(context, projectId, selection, work);
    return context.transaction(async () =>
      this.#enqueue(
        context,
        await this.records.add(context, { ...kept, selection, total: extent.count, last_item: extent.last }),
      ),
    );
  }

  async #enqueue(context: RequestContext, row: ChangeRow): Promise<ItemChangeView> {
    const name = row.undo_of !== null ? 'undo' : isCopyOrMove(row) ? 'bring' : 'change';
    const job = await this.jobs.enqueue(undefined, {
      teamId: context.team.id,
      plugin: 'items',
      name,
      title: changeTitle(row),
      subject: { change_id: row.id, project_id: row.project_id },
      creatorId: context.user.id,
    });
    return changeView(await this.records.setJob(context, row.id, job.id), job);
  }

  async #step(
    context: RequestContext,
    row: ChangeRow,
    work: ChangeWork,
    size: number,
    refused: Refusals,
  ): Promise<void> {
    const ids = await this.#next(context, row, work, size);
    const { counts, former = [] } = await work.step(ids, refused);
    if (row.undoable) await this.records.keep(context, row.id, former);
    await this.records.note(context, row.id, counts, ids.at(-1) ?? row.reached, ids.length < size);
  }

  /** The items of the next step. */
  #next(context: RequestContext, row: ChangeRow, work: ChangeWork, size: number): Promise<readonly number[]> {
    return this.walk.next(context, row.project_id, itemSelection.parse(row.selection), work, {
      after: row.reached,
      last: row.last_item,
      limit: size,
    });
  }

  async #undoStep(
    context: RequestContext,
    row: ChangeRow,
    change: UndoneCopyOrMove,
    size: number,
    refused: Refusals,
  ): Promise<{ readonly row: ChangeRow; readonly step: ChangedItems }> {
    const former = await this.records.former(context, row.undo_of!, row.reached, size);
    const step = await change.step(former, refused);
    await this.records.dropFormer(
      context,
      row.undo_of!,
      step.changed.map(each => each.item_id),
    );
    const finished = former.length < size;
    if (finished) await change.finish?.();
    const reached = former.at(-1)?.item_id ?? row.reached;
    return { row: await this.records.note(context, row.id, countsOf(step), reached, finished), step };
  }
}

function notUndoable({ state, undone }: ItemChangeView): Fault {
  const why =
    state === 'running'
      ? 'This change is still being made. Cancel it first.'
      : undone
        ? 'This change was undone already.'
        : 'This change can’t be undone.';
  return new Fault('CHANGE_NOT_UNDOABLE', why, { status: 409 });
}
