import { invalidField, notFound } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { Access } from '#core/permissions/common/index.ts';
import { folderActions, toAccess } from '#core/permissions/common/index.ts';
import type { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { itemAccessApi, itemWritingApi } from '../common/writing-api.ts';
import type { ExternalItems } from './external-items.ts';
import type { FolderContents } from './folder-contents.ts';
import type { FolderPeople } from './folder-people.ts';
import type { FolderViews } from './folder-views.ts';
import type { Folders } from './folders.ts';
import { ItemChanges } from './item-changes.ts';
import type { ItemCounts } from './item-counts.ts';
import type { Items } from './items.ts';

export interface WritingServices {
  readonly items: Items;
  readonly changes: ItemChanges;
  readonly folders: Folders;
  readonly people: FolderPeople;
  readonly folderViews: FolderViews;
  readonly external: ExternalItems;
  readonly contents: FolderContents;
  readonly counts: ItemCounts;
}

/** Calls that make and change single items and folders. */
export function itemWritingHandlers({
  items,
  changes,
  folders,
  folderViews,
  people,
  external,
  contents,
  counts,
}: WritingServices): Handlers<typeof itemWritingApi> {
  return {
    createExternal: async ({ body }, context) => [
      ...(await items.views(context, await external.create(context, body))),
    ],
    getImage: async ({ params, query }, context) =>
      items.view(context, await items.get(context, params.item_id, query.project_id)),
    async deleteImage({ params, query }, context) {
      ItemChanges.demand(await changes.remove(context, query.project_id, [params.item_id]));
      return { success: true };
    },
    async updateEntropy({ query, body }, context) {
      const folder = await folders.get(context, query.project_id, query.folder_id);
      return {
        data: [
          ...(await changes.prioritize(
            context,
            query.project_id,
            folder.id,
            new Map(body.image_entropies.map(each => [each.name, each.entropy_value])),
          )),
        ],
      };
    },
    async editFolderAssignment({ query, body }, context) {
      const { assign_user_ids: given, remove_user_ids: taken } = body;
      if (given === undefined && taken === undefined)
        throw invalidField('assign_user_ids', 'give assign_user_ids or remove_user_ids');
      const folder = await folders.byName(context, query.project_id, body.folder_name);
      if (taken !== undefined)
        await people.remove(context, folder, taken.includes('all') ? undefined : taken.map(each => each.toLowerCase()));
      if (given !== undefined)
        await people.add(
          context,
          folder,
          given.map(each => each.trim().toLowerCase()),
        );
      return (await folderViews.of(context, query.project_id, [folder], true))[0]!;
    },
    listImagesFolders: ({ query }, context) => contents.list(context, query.project_id, query.folder_id, query),
    countImages: ({ params }, context) => counts.of(context, params.project_id),
  };
}

/** Rights on items; each that the caller does not see is left out. */
export function itemAccessHandlers({
  items,
  projects,
}: {
  readonly items: Items;
  readonly projects: Projects;
}): Handlers<typeof itemAccessApi> {
  return {
    async aggregateAccesses({ body }, context) {
      const { projectId } = context.scope;
      const membership = projectId === undefined ? undefined : await projects.membership(context, projectId);
      if (projectId === undefined || membership === undefined) throw notFound('The project');
      const seen = await items.byIds(context, projectId, body.item_ids);
      const { actions, action_groups: groups }: Access = toAccess(folderActions(membership));
      return {
        data: Object.fromEntries(
          [...seen.keys()].map(id => [String(id), { actions: [...actions], action_groups: [...groups] }]),
        ),
      };
    },
  };
}
