import { useService } from '#core/kernel/web/index.ts';
import { ItemActions } from '#plugins/workspace/items/web/kit/index.ts';
import type { ObjectChange } from '../../common/object-change.ts';
import type { ObjectEdit } from './object-change-dialog.tsx';
import type { FoundObject } from './use-found-objects.ts';

/** Changes class or attributes of objects, or deletes them: says what is skipped first, and takes it back on demand. */
export function useObjectEdits(
  projectId: number,
): (objects: readonly FoundObject[], edit: ObjectEdit) => Promise<void> {
  const actions = useService(ItemActions);
  return async (objects, edit) => {
    const byItem = new Map<number, string[]>();
    for (const { item_id: itemId, id } of objects)
      if (id !== null) byItem.set(itemId, [...(byItem.get(itemId) ?? []), id]);
    if (byItem.size === 0) return;
    const value: ObjectChange = { objects: [...byItem].map(([item_id, ids]) => ({ item_id, ids })), ...edit };
    await actions.change(projectId, { ids: new Set(byItem.keys()) }, { kind: 'objects', value }, true);
  };
}
