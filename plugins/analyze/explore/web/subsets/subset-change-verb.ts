import type { ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { subsetChange } from '../../common/subset-change.ts';
import { messages } from '../messages.ts';

/** Returns what a change of subsets, or its undo, did to items: `added to “Train”`. */
export function subsetChangeVerb({
  value,
  undo_of: undone,
}: Pick<ItemChangeView, 'value' | 'undo_of'>): string | undefined {
  const { mode, name } = subsetChange.safeParse(value).data ?? {};
  if (name === undefined) return undefined;
  if (undone === null)
    return mode === 'add' ? messages.subsetChange.addedTo(name) : messages.subsetChange.removedFrom(name);
  return mode === 'add' ? messages.subsetChange.removedFrom(name) : messages.subsetChange.addedBackTo(name);
}
