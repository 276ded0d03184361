import type { Comment, EditConflict, Instance, PatchValue } from '#plugins/annotate/annotations/common/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import { messages } from '../messages.ts';
import { typeTitle } from '../panels/object-rows.ts';

/** Stamps and names that follow from other fields. */
const IGNORED: ReadonlySet<string> = new Set(['updatedAt', 'updatedBy', 'createdAt', 'createdBy', 'className']);

const words: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['points', 'x', 'y', 'cx', 'cy', 'rx', 'ry', 'angle', 'start', 'end', 'parameters', 'parts'].map(field => [
      field,
      messages.conflictDialog.movedOrReshaped,
    ]),
  ),
  classId: messages.conflictDialog.classChanged,
  attributes: messages.conflictDialog.attributesChanged,
  value: messages.conflictDialog.answerChanged,
  visible: messages.conflictDialog.hiddenOrShown,
  locked: messages.conflictDialog.lockedOrUnlocked,
  groupId: messages.conflictDialog.groupChanged,
  error: messages.conflictDialog.approvalChanged,
  correspondence: messages.conflictDialog.messagesChanged,
  resolved: messages.conflictDialog.resolvedOrOpened,
};

/** Returns the name of the part that both changed. */
export function conflictName({ collection, id, mine, theirs }: EditConflict): string {
  if (collection === 'metadata') return messages.conflictDialog.fieldId(id);
  if (collection === 'comments')
    return messages.conflictDialog.commentText(((mine ?? theirs) as Comment).correspondence[0]?.text ?? '');
  if (collection === 'tags') return messages.conflictDialog.tagId(id);
  const { className, type } = (mine ?? theirs) as Instance;
  return `${className ?? messages.shared.noClass} (${typeTitle(type)})`;
}

/** Returns the difference of a value from the one that both began with, in words. */
export function changeText(value: PatchValue | undefined, before: PatchValue | undefined): string {
  if (value === undefined) return messages.conflictDialog.deleted;
  if (before === undefined) return messages.conflictDialog.added;
  if (typeof value !== 'object' || value === null || typeof before !== 'object' || before === null)
    return sameJson(value, before) ? messages.conflictDialog.unchanged : messages.conflictDialog.changed;
  const one = before as Readonly<Record<string, unknown>>;
  const other = value as Readonly<Record<string, unknown>>;
  const changed = Object.keys({ ...one, ...other })
    .filter(field => !IGNORED.has(field) && !sameJson(one[field], other[field]))
    .map(field => words[field] ?? messages.conflictDialog.fieldChanged(field));
  return [...new Set(changed)].join(', ') || messages.conflictDialog.unchanged;
}
