import { matches, parseShortcut } from '#core/shortcuts/common/index.ts';
import type { StatusChoice } from '#plugins/annotate/annotations/common/index.ts';

/** Returns the status that a key moves the item to: one that has the key and that the person may choose now. */
export const statusOfKey = (
  status: { readonly all: readonly StatusChoice[]; readonly available: readonly number[] },
  event: KeyboardEvent,
): number | undefined =>
  status.all.find(
    each =>
      each.keys !== undefined && status.available.includes(each.value) && matches(parseShortcut(each.keys), event),
  )?.value;
