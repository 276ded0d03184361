import { isFault } from '#core/base/common/index.ts';
import type { Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { CopyOrMove, Folders, ItemCopyOrMove, Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ActionNode } from '../../common/pipeline.ts';
import { folderNames } from '../folder-names.ts';
import type { Action } from './action.ts';
import { textSetting } from './built-in-actions.ts';
import { byProject, failureOf, skippedBecause } from './by-project.ts';

interface Services {
  readonly items: Items;
  readonly folders: Folders;
  readonly copying: ItemCopyOrMove;
  readonly annotations: Annotations;
}

/** Items of one transaction: what is copied has its annotations and files with it. */
const AT_ONCE = 100;

/** Copies or moves items to the folder of a name in their own project. */
export const copyOrMoveAction = (
  operation: 'copy' | 'move',
  { items, folders, copying, annotations }: Services,
): Action => ({
  external: false,
  access: operation === 'move' ? 'MoveItem' : 'CopyItem',
  most: AT_ONCE,
  run: (context, { node }, inputs) =>
    byProject(inputs, async (projectId, itemIds) => {
      const name = textSetting(node, 'folder') ?? '';
      const folder = await folders.byName(context, projectId, name).catch((error: unknown) => {
        if (isFault(error) && error.status === 404) return undefined;
        throw error;
      });
      if (folder === undefined) {
        const message = `The project of the item has no folder “${name}”. Create it, or choose another one.`;
        return () => failureOf({ code: 'FOLDER_MISSING', message });
      }
      const rows = await items.byIds(context, projectId, itemIds);
      const names = await folderNames(
        context,
        [...rows.values()].map(row => row.folder_id),
      );
      const opened = await copying.open(context, projectId, requestOf(operation, folder.id, node));
      const { former, replaced } = await copying.copyOrMove(context, projectId, itemIds, opened);
      const arrived = new Map(former.map(each => [each.item_id, (each.after as { readonly item_id: number }).item_id]));
      const targets = new Map(replaced.map(each => [each.source, each.target]));
      const sizes = await annotations.sizes(context, [...targets.values()]);
      return itemId => {
        const row = rows.get(itemId);
        if (row === undefined) return skippedBecause('It is no longer there.');
        const target = targets.get(itemId);
        if (!arrived.has(itemId) && target === undefined)
          return skippedBecause(
            row.folder_id === folder.id
              ? 'It is in this folder already.'
              : `“${folder.name}” has an item of this name.`,
          );
        return {
          result: 'success',
          output: { changed: true, folder_id: folder.id, item_id: target ?? arrived.get(itemId)! },
          changes: [
            {
              kind: target !== undefined ? 'replacement' : operation === 'move' ? 'folder' : 'copy',
              before: names.get(row.folder_id) ?? null,
              after: folder.name,
            },
          ],
          ...(target === undefined || !sizes.has(target)
            ? {}
            : { annotated: { itemId: target, revision: sizes.get(target)!.revision - 1 } }),
        };
      };
    }),
});

function requestOf(operation: 'copy' | 'move', folderId: number, node: ActionNode): CopyOrMove {
  const duplicates = textSetting(node, 'duplicates');
  return {
    operation,
    folder_id: folderId,
    annotations: textSetting(node, 'annotations') !== 'no',
    pins: false,
    duplicates: duplicates === 'replace_all' || duplicates === 'replace_annotation' ? duplicates : 'skip_duplicates',
    missing: 'refuse',
  };
}
