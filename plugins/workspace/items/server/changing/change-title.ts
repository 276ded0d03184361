import type { ChangeRow } from '../items-tables.ts';

const VERBS: Readonly<Record<string, string>> = {
  assign: 'Assign',
  split: 'Divide',
  unassign: 'Unassign',
  status: 'Change the status of',
  approval: 'Approve or disapprove',
  pin: 'Pin or unpin',
  priority: 'Set the priority of',
  delete: 'Delete',
  restore: 'Restore',
  category: 'Categorize',
  metadata: 'Change the fields of',
  subset: 'Change the subsets of',
  predictions: 'Run the model on',
  copy: 'Copy',
  move: 'Move',
};

/**
 * Names the job of a change by what it does to how many items: “Assign 200 items”. Kinds of other plugins are changes.
 */
export function changeTitle({ kind, total, undo_of: undoOf }: Pick<ChangeRow, 'kind' | 'total' | 'undo_of'>): string {
  const items = total === 1 ? '1 item' : `${total.toLocaleString('en')} items`;
  const title = `${VERBS[kind] ?? 'Change'} ${items}`;
  return undoOf === null ? title : `Undo: ${title}`;
}
