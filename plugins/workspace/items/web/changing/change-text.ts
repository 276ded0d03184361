import type { ChangePreview, ItemChangeView } from '../../common/change-api.ts';
import { outcomeText, reasonsText } from '../../common/change-outcome.ts';
import { messages } from '../messages.ts';
import { things } from '../selection.ts';

const VERBS: Readonly<Record<string, string>> = {
  assign: 'assigned',
  split: 'assigned',
  unassign: 'unassigned',
  status: 'moved',
  priority: 'given a priority',
  delete: 'deleted',
  restore: 'restored',
};
const APPROVALS = ['cleared', 'disapproved', 'approved'];

/** Returns the verb for a change of items; kinds of other plugins have `changed` them. */
export function verbOf({ kind, value, undo_of: undone }: Pick<ItemChangeView, 'kind' | 'value' | 'undo_of'>): string {
  if (undone !== null) return kind === 'copy' ? messages.changeText.takenBack : messages.changeText.broughtBack;
  if (kind === 'approval') return APPROVALS[value as number] ?? 'changed';
  if (kind === 'pin') return value === true ? 'pinned' : 'unpinned';
  if (kind === 'priority' && value === null) return messages.changeText.leftWithoutAPriority;
  return VERBS[kind] ?? 'changed';
}

/** Returns the outcome of a change, for people. `verb` is that of another plugin's kind. */
export function changeText(change: ItemChangeView, verb?: string): string {
  const text =
    change.undo_of === null && (change.kind === 'copy' || change.kind === 'move')
      ? copyOrMoveText(change)
      : outcomeText(verb ?? verbOf(change), change);
  if (change.state !== 'stopped') return text;
  return `${change.message ?? messages.changeText.itCouldNotGoOn} ${text}`;
}

/** Returns the outcome of a copy or move; those whose names were taken, and those that were there, were skipped. */
function copyOrMoveText({ kind, changed, same, refused, left_out: leftOut }: ItemChangeView): string {
  const lost = leftOut.map(({ message, count }) => `${message} (${things(count)})`);
  return [
    `${things(changed)} ${kind === 'copy' ? 'copied' : 'moved'}.`,
    ...(same === 0 ? [] : [messages.changeText.sameSkipped(same.toLocaleString('en'))]),
    ...(refused.length === 0 ? [] : [outcomeText('', { changed: 0, same: 0, since: 0, refused })]),
    ...lost,
  ].join(' ');
}

/** Says before a change which items it will leave alone: `3 items will be changed. 2 will be skipped: …` */
export function previewText({ total, examined, changes, same, refused }: ChangePreview): string {
  const skipped = refused.reduce((sum, each) => sum + each.count, 0);
  return [
    ...(examined < total ? [messages.changeText.ofTheFirst(things(examined))] : []),
    changes === 0 ? messages.changeText.nothingWillBeChanged : messages.changeText.willBeChanged(things(changes)),
    ...(same === 0 ? [] : [messages.changeText.thingsSoAlready(things(same), same)]),
    ...(skipped === 0 ? [] : [messages.changeText.willBeSkipped(things(skipped), reasonsText(refused))]),
  ].join(' ');
}

/** Returns the text about work in progress: `1,000 of 5,000 items.` */
export const progressText = (change: ItemChangeView): string =>
  messages.changeText.changedOf(
    (
      change.changed +
      change.same +
      change.since +
      change.refused.reduce((sum, each) => sum + each.count, 0)
    ).toLocaleString('en'),
    things(change.total),
  );
