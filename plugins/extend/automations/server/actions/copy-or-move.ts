import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { CopyOrMove, Folders, ItemCopyOrMove, Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ActionNode } from '../../common/pipeline.ts';
import { folderNames } from '../folder-names.ts';
import type { Action } from './action.ts';
import { textSetting } from './built-in-actions.ts';
import { byProject, failureOf, skippedBecause } from './by-project.ts';

interface Services {
  readonly items: Items;
  readonly folders: Folders;
  readonly projects: Projects;
  readonly copying: ItemCopyOrMove;
  readonly annotations: Annotations;
}

/** Items of one transaction: what is copied has its annotations and files with it. */
const AT_ONCE = 100;

/** Copies or moves items to the folder of a name, in their own project or in a chosen one. */
export const copyOrMoveAction = (operation: 'copy' | 'move', services: Services): Action => ({
  external: false,
  access: operation === 'move' ? 'MoveItem' : 'CopyItem',
  most: AT_ONCE,
  run: (context, { node }, inputs) =>
    byProject(inputs, async (projectId, itemIds) => {
      const { items, copying, annotations } = services;
      const way = await openWay(services, context, projectId, operation, node).catch((error: unknown) => {
        if (!isFault(error) || error.status >= 500) throw error;
        return failureOf(error);
      });
      if ('result' in way) return () => way;
      const { folder, toProject, place, opened } = way;
      const rows = await items.byIds(context, projectId, itemIds);
      const names = await folderNames(
        context,
        [...rows.values()].map(row => row.folder_id),
      );
      const { counts, former, replaced } = await copying.copyOrMove(context, projectId, itemIds, opened);
      const arrived = new Map(former.map(each => [each.item_id, (each.after as { readonly item_id: number }).item_id]));
      const targets = new Map(replaced.map(each => [each.source, each.target]));
      const sizes = await annotations.sizes(context, [...targets.values()]);
      const refusals = counts.refused.map(each => each.message).join(' ');
      return itemId => {
        const row = rows.get(itemId);
        if (row === undefined) return skippedBecause('It is no longer there.');
        const target = targets.get(itemId);
        const arrivedAs = target ?? arrived.get(itemId);
        if (arrivedAs === undefined)
          return skippedBecause(
            row.folder_id === folder.id
              ? 'It is in this folder already.'
              : refusals === ''
                ? `“${folder.name}” has an item of this name.`
                : refusals,
          );
        return {
          result: 'success',
          output: { changed: true, project_id: toProject, folder_id: folder.id, item_id: arrivedAs },
          changes: [
            {
              kind: target !== undefined ? 'replacement' : operation === 'move' ? 'folder' : 'copy',
              before: names.get(row.folder_id) ?? null,
              after: place,
            },
          ],
          ...(operation === 'move' ? { moved: { projectId: toProject, itemId: arrivedAs } } : {}),
          ...(target === undefined || !sizes.has(target)
            ? {}
            : { annotated: { itemId: target, revision: sizes.get(target)!.revision - 1 } }),
        };
      };
    }),
});

/** Returns where items go, or the failure of all when there is no such folder. @throws Fault FORBIDDEN, NOT_FOUND … */
async function openWay(
  { folders, projects, copying }: Services,
  context: RequestContext,
  projectId: number,
  operation: 'copy' | 'move',
  node: ActionNode,
) {
  const { project } = node.settings;
  const toProject = typeof project === 'number' ? project : projectId;
  if (toProject !== projectId) await context.demand('UploadItem', { projectId: toProject });
  const name = textSetting(node, 'folder') ?? '';
  const folder = await folders.byName(context, toProject, name).catch((error: unknown) => {
    if (isFault(error) && error.status === 404) return undefined;
    throw error;
  });
  if (folder === undefined) {
    const whose = toProject === projectId ? 'The project of the item' : 'The chosen project';
    return failureOf({
      code: 'FOLDER_MISSING',
      message: `${whose} has no folder “${name}”. Create it, or choose another one.`,
    });
  }
  const projectName = toProject === projectId ? undefined : (await projects.facts(context, toProject))?.name;
  const opened = await copying.open(context, projectId, {
    ...requestOf(operation, folder.id, node),
    to_project_id: toProject,
  });
  return {
    folder,
    toProject,
    opened,
    place: projectName === undefined ? folder.name : `${projectName}: ${folder.name}`,
  };
}

function requestOf(operation: 'copy' | 'move', folderId: number, node: ActionNode): CopyOrMove {
  const [duplicates, missing] = [textSetting(node, 'duplicates'), textSetting(node, 'missing')];
  return {
    operation,
    folder_id: folderId,
    annotations: textSetting(node, 'annotations') !== 'no',
    pins: false,
    duplicates: duplicates === 'replace_all' || duplicates === 'replace_annotation' ? duplicates : 'skip_duplicates',
    missing: missing === 'create' || missing === 'leave_out' ? missing : 'refuse',
  };
}
