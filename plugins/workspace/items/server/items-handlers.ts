import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { itemsApi } from '../common/api.ts';
import type { AddressLists } from './address-lists.ts';
import type { Assignments } from './assignments.ts';
import type { Folders } from './folders.ts';
import type { ItemChanges } from './item-changes.ts';
import type { ItemSummaries } from './item-summaries.ts';
import type { ItemCounts } from './item-counts.ts';
import type { ItemLists } from './item-lists.ts';
import type { ItemSearch } from './item-search.ts';
import type { ListedItems } from './listed-items.ts';
import type { FolderViews } from './folder-views.ts';
import type { ItemQuota } from './item-quota.ts';
import type { Items } from './items.ts';
import type { Uploads } from './uploads.ts';

export interface ItemServices {
  readonly items: Items;
  readonly lists: ItemLists;
  readonly listed: ListedItems;
  readonly search: ItemSearch;
  readonly counts: ItemCounts;
  readonly folderViews: FolderViews;
  readonly summaries: ItemSummaries;
  readonly changes: ItemChanges;
  readonly assignments: Assignments;
  readonly folders: Folders;
  readonly uploads: Uploads;
  readonly addresses: AddressLists;
  readonly quota: ItemQuota;
  readonly projects: Projects;
}

const limit = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Calls of the data tab. */
export function itemsHandlers({
  items,
  lists,
  counts,
  listed,
  summaries,
  folders,
  uploads,
  addresses,
}: ItemServices): Handlers<typeof itemsApi> {
  const one = (
    context: RequestContext,
    params: { readonly project_id: number; readonly item_id: number },
  ): ReturnType<Items['get']> => items.get(context, params.item_id, params.project_id);
  return {
    listItems: ({ params, query: { offset, limit: most, ...filter } }, context) =>
      lists.list(context, params.project_id, filter, { offset, limit: most }),
    listItemIds: ({ params, query: { offset, limit: most, ...filter } }, context) =>
      lists.ids(context, params.project_id, filter, { offset, limit: most }),
    summarizeItems: async ({ params, query }, context) => ({
      data: await summaries.of(context, params.project_id, query.ids),
    }),
    getProjectItem: async ({ params }, context) => items.view(context, await one(context, params)),
    getAsset: async ({ params }, context) => items.asset(context, await one(context, params)),
    async uploadItem({ params, query, stream }, context) {
      try {
        const { status, row } = await uploads.upload(context, {
          projectId: params.project_id,
          folderId: query.folder_id,
          name: query.name,
          onDuplicate: query.on_duplicate,
          source: stream,
        });
        return { status, item: (await listed.listed(context, params.project_id, [row]))[0]! };
      } finally {
        // What is left of a refused file is read away, so that the client gets its answer instead of a broken
        // connection.
        stream.resume();
      }
    },
    async checkUpload({ params, body }, context) {
      const answer = await uploads.check(context, params.project_id, body);
      return {
        existing: answer.existing,
        invalid: answer.invalid.map(each => ({ ...each })),
        limit_state: answer.limitState ?? null,
        remaining: answer.remaining,
        message: answer.message ?? null,
        max_bytes: limit(answer.maxBytes),
        max_pixels: limit(answer.maxPixels),
      };
    },
    attachAddresses: async ({ params, body }, context) => ({
      job_id: await addresses.begin(context, {
        projectId: params.project_id,
        folderId: body.folder_id,
        images: body.images,
      }),
    }),
    countItems: ({ params, query }, context) => counts.inList(context, params.project_id, query.folder_id),
    async deleteFolder({ params }, context) {
      await folders.remove(context, params.project_id, params.folder_id);
      return { success: true };
    },
    async restoreFolder({ params }, context) {
      await folders.restore(context, params.project_id, params.folder_id);
      return { success: true };
    },
  };
}
