import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { BulkResult } from '#core/api/common/index.ts';
import { remainingIn } from '../common/upload-limits.ts';
import type { foldersApi, itemChangesApi, itemServiceApi } from '../common/wire-api.ts';
import { ItemChanges } from './item-changes.ts';
import type { ItemServices } from './items-handlers.ts';

const statusCodes: Readonly<Record<string, number>> = { notstarted: 1, inprogress: 2, completed: 3, onhold: 4 };

/** Folder calls. */
export function foldersHandlers({ folders, folderViews }: ItemServices): Handlers<typeof foldersApi> {
  return {
    listFolders: ({ query }, context) => folders.list(context, query.project_id, query),
    folderByName: async ({ query }, context) =>
      (
        await folderViews.of(context, query.project_id, [await folders.byName(context, query.project_id, query.name)])
      )[0]!,
    folderById: async ({ query }, context) =>
      (
        await folderViews.of(context, query.project_id, [await folders.get(context, query.project_id, query.folder_id)])
      )[0]!,
    createFolder: async ({ query, body }, context) =>
      (
        await folderViews.of(context, query.project_id, [
          await folders.create(context, query.project_id, body.name, query.exact === true),
        ])
      )[0]!,
    async updateFolder({ params, query, body }, context) {
      const status =
        typeof body.status === 'string' ? statusCodes[body.status.toLowerCase()] : (body.status ?? undefined);
      const row = await folders.update(context, query.project_id, params.folder_id, {
        name: body.name ?? undefined,
        status,
      });
      return (await folderViews.of(context, query.project_id, [row]))[0]!;
    },
  };
}

/** Point clouds have no approval of items; every other type has. */
const approvable = (projectType: number): boolean => projectType !== 7;

const ALL = 500;

/** Runs a bulk change in parts of at most 500 items. */
async function inParts(
  ids: readonly number[],
  change: (part: readonly number[]) => Promise<BulkResult>,
): Promise<BulkResult> {
  const all: { success: number[]; failed: BulkResult['failed']; skipped: number[] } = {
    success: [],
    failed: [],
    skipped: [],
  };
  for (let start = 0; start < ids.length; start += ALL) {
    const part = await change(ids.slice(start, start + ALL));
    all.success.push(...part.success);
    all.failed.push(...part.failed);
    all.skipped.push(...part.skipped);
  }
  return all;
}

/** Item calls that speak in names. */
export function itemChangesHandlers({
  items,
  changes,
  assignments,
  folders,
  quota,
  projects,
}: ItemServices): Handlers<typeof itemChangesApi> {
  const placed = async (context: RequestContext, projectId: number, folderId: number): Promise<number> =>
    (await folders.get(context, projectId, folderId)).id;
  return {
    async pinImage({ params, query, body }, context) {
      ItemChanges.demand(await changes.pin(context, query.project_id, [params.item_id], Boolean(body.is_pinned)));
      return items.view(context, await items.get(context, params.item_id, query.project_id));
    },
    async deleteImages({ query, body }, context) {
      if (body.image_ids === undefined && body.folder_ids === undefined)
        throw invalidField('image_ids', 'give image_ids or folder_ids');
      if ((body.folder_ids ?? []).length > 0) await context.demand('DeleteFolder', { projectId: query.project_id });
      // Nothing is deleted when one of the folders is not there or may not go: a 404 is asked for again.
      for (const id of body.folder_ids ?? [])
        if ((await folders.get(context, query.project_id, id)).is_root)
          throw invalidField('folder_ids', 'the root folder can’t be deleted');
      await inParts(body.image_ids ?? [], part => changes.remove(context, query.project_id, part));
      for (const id of body.folder_ids ?? []) await folders.remove(context, query.project_id, id);
      return { success: true };
    },
    async setStatusByName({ query, body }, context) {
      const ids = await changes.idsByName(
        context,
        query.project_id,
        await placed(context, query.project_id, body.folder_id),
        body.image_names,
      );
      ItemChanges.demand(await items.setStatus(context, query.project_id, ids, body.annotation_status));
      return { success: true };
    },
    async changeItemsByName({ query, body }, context) {
      const { type } = await projects.get(context, query.project_id);
      // The public client matches these words.
      if (!approvable(type)) throw new Fault('TYPE_NOT_SUPPORTED', 'Unsupported project type.', { status: 400 });
      const ids = await changes.idsByName(
        context,
        query.project_id,
        await placed(context, query.project_id, query.folder_id),
        body.item_names,
      );
      const result = await inParts(ids, part =>
        changes.approve(context, query.project_id, part, body.change_actions.APPROVAL_STATUS ?? 0),
      );
      return [...result.success, ...result.skipped].map(id => ({ id }));
    },
    async editAssignment({ query, body }, context) {
      const folder = await folders.byName(context, query.project_id, body.folder_name);
      const ids = await changes.idsByName(context, query.project_id, folder.id, body.image_names);
      if (body.assign_user_id === undefined && body.remove_user_ids === undefined)
        throw invalidField('assign_user_id', 'give assign_user_id or remove_user_ids');
      if (body.assign_user_id !== undefined) {
        const result = await assignments.assign(context, query.project_id, ids, body.assign_user_id.toLowerCase());
        return { successCount: result.success.length + result.skipped.length };
      }
      const emails = body.remove_user_ids!.includes('all')
        ? [undefined]
        : body.remove_user_ids!.map(each => each.toLowerCase());
      for (const email of emails) await assignments.unassign(context, query.project_id, ids, email);
      return { successCount: ids.length };
    },
    async limitationDetails({ params, query }, context) {
      const { inFolder, inProject, inPlan } = await quota.of(context, params.project_id, query.folder_id);
      const details = (target: typeof inFolder): { max_image_count: number; remaining_image_count: number } => ({
        max_image_count: target.limit,
        remaining_image_count: remainingIn(target),
      });
      return {
        folder_limit: details(inFolder),
        project_limit: details(inProject),
        user_limit: inPlan === undefined ? null : details(inPlan),
      };
    },
  };
}

/** The items service. */
export function itemServiceHandlers({ items, search }: ItemServices): Handlers<typeof itemServiceApi> {
  const scope = (context: RequestContext): number => {
    const { projectId } = context.scope;
    if (projectId === undefined) throw notFound('The project');
    return projectId;
  };
  const find = async (
    call: { readonly body: { readonly query?: Readonly<Record<string, unknown>> | undefined } },
    context: RequestContext,
  ): ReturnType<typeof search.search> => {
    if (call.body.query === undefined) throw invalidField('body.query', 'is required');
    return search.search(context, scope(context), context.scope.folderId, call.body.query);
  };
  return {
    searchItems: find,
    paginateItems: find,
    getItem: async ({ params }, context) =>
      items.view(context, await items.get(context, params.item_id, scope(context))),
  };
}
