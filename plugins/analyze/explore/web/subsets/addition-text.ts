import type { ChangePreview } from '#plugins/workspace/items/common/index.ts';
import { reasonsText } from '#plugins/workspace/items/common/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import { messages } from '../messages.ts';

/** Returns what adding items to a subset will do: `3 items will be added. 2 items are already in it.` */
export function additionText({ total, examined, changes, same, refused }: ChangePreview): string {
  const skipped = refused.reduce((sum, each) => sum + each.count, 0);
  return [
    ...(examined < total ? [messages.additionText.ofTheFirst(things(examined))] : []),
    ...(changes > 0 ? [messages.additionText.willBeAdded(things(changes))] : []),
    ...(same > 0 ? [messages.additionText.alreadyInIt(things(same), same)] : []),
    ...(skipped > 0 ? [messages.additionText.willBeSkipped(things(skipped), reasonsText(refused))] : []),
  ].join(' ');
}
