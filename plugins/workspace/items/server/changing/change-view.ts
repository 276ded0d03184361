import type { Job } from '#core/data/server/index.ts';
import type { ItemChangeView } from '../../common/change-api.ts';
import type { ChangeRow } from '../items-tables.ts';
import { isFresh } from './change-records.ts';

export const isRunning = (job: Job | undefined): boolean =>
  job?.state === 'NOT_STARTED' || job?.state === 'IN_PROGRESS';

/**
 * A change as calls answer it; `job` is needed of one that is not finished, `undo` of one that somebody took back or
 * tries to.
 */
export function changeView(
  row: ChangeRow,
  job: Job | undefined,
  undo?: { readonly finished: boolean; readonly running: boolean },
): ItemChangeView {
  const state = row.finished_at !== null ? 'finished' : isRunning(job) ? 'running' : 'stopped';
  return {
    id: row.id,
    project_id: row.project_id,
    kind: row.kind,
    value: row.value,
    undo_of: row.undo_of,
    job_id: row.job_id,
    state,
    message: state === 'stopped' ? (job?.error?.message ?? null) : null,
    total: row.total,
    changed: row.changed,
    same: row.same,
    since: row.since,
    refused: [...row.refused],
    left_out: [...row.left_out],
    // An undo that was stopped leaves the rest to be restored.
    undoable:
      row.undoable &&
      row.changed > 0 &&
      state !== 'running' &&
      undo?.finished !== true &&
      undo?.running !== true &&
      isFresh(row),
    undone: undo?.finished === true,
    createdAt: row.created_at.toISOString(),
    items: null,
  };
}
