import { inject } from 'inversify';
import type { BulkResult } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ChangeCounts } from '../../common/change-outcome.ts';
import type { ChangeRow } from '../items-tables.ts';
import type { UndoneCopyOrMove } from './copy-or-move-undo.ts';
import { CopyOrMoveUndo } from './copy-or-move-undo.ts';
import { ItemCopyOrMove } from './item-copy-or-move.ts';
import type { Refusals } from './items-refused.ts';
import type { AskedChange, FormerState } from './item-changing.ts';
import { bulkResultOf, countsOf, ItemChanging } from './item-changing.ts';

/** Items of one step of a job: a transaction of well under a second. */
export const STEP = 1000;
/** The same where annotations are read and written again for another project. */
const CROSSING_STEP = 100;

/** The work on the items of a selection, step by step. */
export interface ChangeWork {
  readonly kind: string;
  /** The value that opens it again. */
  readonly value: unknown;
  readonly on: 'present' | 'deleted';
  readonly undoable: boolean;
  /** Most items of one step of a job. */
  readonly size: number;
  /** Gets ready for a step outside of its transaction; work that has to is always done by a job. */
  readonly prepare?: ((ids: readonly number[], signal: AbortSignal) => Promise<void>) | undefined;
  /** Does it to some items, apart from refused ones, inside the caller's transaction. @throws ItemsRefused */
  step(
    ids: readonly number[],
    refused: Refusals,
  ): Promise<{ readonly counts: ChangeCounts; readonly former?: readonly FormerState[]; readonly items?: BulkResult }>;
}

/** Opens the work of changes, copies and moves. */
export class ChangeWorks {
  constructor(
    @inject(ItemChanging) private readonly changing: ItemChanging,
    @inject(ItemCopyOrMove) private readonly copiesAndMoves: ItemCopyOrMove,
    @inject(CopyOrMoveUndo) private readonly copyOrMoveUndo: CopyOrMoveUndo,
  ) {}

  /** Opens a change of values. @throws Fault FORBIDDEN, INVALID_FIELD and what the kind of change throws. */
  async change(
    context: RequestContext,
    projectId: number,
    asked: AskedChange,
  ): Promise<ChangeWork & { readonly preview: (ids: readonly number[]) => Promise<ChangeCounts> }> {
    const change = await this.changing.open(context, projectId, asked);
    return {
      kind: asked.kind,
      value: change.value,
      on: change.on ?? 'present',
      undoable: change.undoable !== false,
      size: change.size ?? STEP,
      prepare: change.prepare === undefined ? undefined : (ids, signal) => change.prepare!(ids, signal),
      step: async (ids, refused) => {
        const changed = await this.changing.change(context, projectId, ids, change, refused);
        return { counts: countsOf(changed), former: changed.changed, items: bulkResultOf(changed) };
      },
      preview: ids => this.changing.preview(context, projectId, ids, change),
    };
  }

  /** Opens a copy or move. */
  async copyOrMove(context: RequestContext, projectId: number, value: unknown): Promise<ChangeWork> {
    const opened = await this.copiesAndMoves.open(context, projectId, value);
    const { request, crossing } = opened;
    return {
      kind: request.operation,
      value: request,
      on: 'present',
      size: crossing.from === crossing.to ? STEP : CROSSING_STEP,
      // Replaced contents of others can't be restored.
      undoable: request.duplicates === 'skip_duplicates',
      step: ids => this.copiesAndMoves.copyOrMove(context, projectId, ids, opened),
    };
  }

  /** Opens the undoing of a change, for a caller who may undo it. */
  async undoing(context: RequestContext, projectId: number, row: AskedChange): Promise<UndoneCopyOrMove> {
    if (isCopyOrMove(row)) return this.copyOrMoveUndo.open(context, projectId, row.value);
    const change = await this.changing.open(context, projectId, row, { purpose: 'undo' });
    return {
      value: change.value,
      step: (former, refused) => this.changing.undo(context, projectId, former, change, refused),
    };
  }
}

/** True for a copy or a move. */
export const isCopyOrMove = ({ kind }: Pick<ChangeRow, 'kind'>): boolean => kind === 'copy' || kind === 'move';
