import { defineApi, id, page, success, z } from '#core/api/common/index.ts';
import { MOST_PRIORITY } from './change-api.ts';
import { folder, item } from './item.ts';

const pixels = z.number().int().positive().max(2_147_483_647).nullish().catch(undefined);
const projectQuery = z.looseObject({ project_id: id });

/** Calls of the public client and the browser that make and change single items and folders. */
export const itemWritingApi = defineApi({
  service: 'main',
  operations: {
    createExternal: {
      method: 'POST',
      path: '/image/ext-create',
      summary: 'Register attached, generated and uploaded items; names that exist are skipped',
      access: 'UploadItem',
      project: 'body.project_id',
      query: z.looseObject({}),
      body: z.looseObject({
        project_id: id,
        folder_id: id.nullish(),
        upload_state: z.union([z.literal(2), z.literal(3)], 'must be 2 (files in storage) or 3 (addresses)'),
        annotation_status: z.int().min(1).max(32_767).nullish(),
        images: z
          .array(
            z.looseObject({
              name: z.string().max(1000),
              path: z.string().max(10_000).nullish(),
              integration_id: id.nullish(),
            }),
          )
          .max(5000, 'send at most 5000 at a time'),
        meta: z
          .record(z.string(), z.looseObject({ width: pixels, height: pixels, integration_id: id.nullish() }).nullable())
          .nullish(),
      }),
      bodyLimit: 32 * 1024 * 1024,
      bodyReason: 'The names and addresses of 5000 items',
      reply: z.array(item),
    },
    getImage: {
      method: 'GET',
      path: '/image/:item_id',
      summary: 'One item',
      access: 'ViewItem',
      project: 'query.project_id',
      params: z.strictObject({ item_id: id }),
      query: projectQuery,
      reply: item,
    },
    deleteImage: {
      method: 'DELETE',
      path: '/image/:item_id',
      summary: 'Delete an item; it can be restored for seven days',
      access: 'DeleteItem',
      project: 'query.project_id',
      params: z.strictObject({ item_id: id }),
      query: projectQuery,
      reply: success,
    },
    updateEntropy: {
      method: 'POST',
      path: '/images/updateEntropy',
      summary: 'Set the priority of items of a folder by name',
      access: 'SetItemPriority',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'The names of 500 items',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id, folder_id: id.optional() }),
      body: z.looseObject({
        image_entropies: z
          .array(
            z.looseObject({
              name: z.string().max(1000),
              entropy_value: z.number().min(0).max(MOST_PRIORITY).nullable(),
            }),
          )
          .max(500),
      }),
      reply: z.object({ data: z.array(z.object({ name: z.string(), entropy_value: z.number().nullable() })) }),
    },
    editFolderAssignment: {
      method: 'POST',
      path: '/folder/editAssignment',
      summary: 'Give a folder to people, or take them off',
      access: 'AssignFolder',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'The names of 1000 folders',
      project: 'query.project_id',
      query: projectQuery,
      body: z.looseObject({
        folder_name: z.string().max(1000),
        assign_user_ids: z.array(z.string().max(254)).max(1000).optional(),
        remove_user_ids: z.array(z.string().max(254)).max(1000).optional(),
      }),
      reply: folder,
    },
    listImagesFolders: {
      method: 'GET',
      path: '/images-folders',
      summary: 'Folders and the items beside them, or the items of one folder, as one list',
      access: 'ViewItem',
      project: 'query.project_id',
      query: z.looseObject({ ...page, project_id: id, folder_id: id.optional() }),
      reply: z.object({
        data: z.array(
          z.union([folder.extend({ kind: z.literal('folder') }), item.extend({ kind: z.literal('item') })]),
        ),
        count: z.int(),
      }),
    },
    countImages: {
      method: 'GET',
      path: '/project/:project_id/imageCounts',
      summary: 'Numbers of items by status and by folder',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      query: z.looseObject({}),
      reply: z.object({
        total: z.int(),
        byStatus: z.record(z.string(), z.int()),
        byFolder: z.array(z.object({ folder_id: z.int(), name: z.string(), total: z.int(), completed: z.int() })),
      }),
    },
  },
});

/** Rights on items of the items service. */
export const itemAccessApi = defineApi({
  service: 'items',
  operations: {
    aggregateAccesses: {
      method: 'POST',
      reads: true,
      path: '/api/v1/items/aggregateAccesses',
      summary: 'What the caller may do with each of some items',
      access: 'ViewItem',
      project: 'context',
      body: z.looseObject({ item_ids: z.array(z.int().positive()).max(500) }),
      reply: z.object({
        data: z.record(z.string(), z.object({ actions: z.array(z.string()), action_groups: z.array(z.string()) })),
      }),
    },
  },
});
