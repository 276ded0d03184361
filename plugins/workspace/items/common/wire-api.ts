import { defineApi, flag, id, listOf, page, paged, success, z } from '#core/api/common/index.ts';
import { folder, item } from './item.ts';

const projectQuery = z.looseObject({ project_id: id });
const folderStatus = z.union([
  z.int().min(1).max(4),
  z.enum(['NotStarted', 'InProgress', 'Completed', 'OnHold', 'notStarted', 'inProgress', 'completed', 'onHold']),
]);
const names = z.array(z.string().max(1000)).max(500);

/** Calls about folders, in the form of the public client. */
export const foldersApi = defineApi({
  service: 'main',
  operations: {
    listFolders: {
      method: 'GET',
      path: '/folders',
      summary: 'Folders of a project with their numbers of items',
      access: 'ListFolders',
      project: 'query.project_id',
      query: z.strictObject({
        ...page,
        project_id: id,
        name: z.string().max(3000).optional(),
        status: listOf(z.coerce.number().int().min(1).max(4)).optional(),
        includeUsers: flag.optional(),
        completedImagesCount: flag.optional(),
      }),
      reply: paged(folder),
    },
    folderByName: {
      method: 'GET',
      path: '/folder/getFolderByName',
      summary: 'The folder of that name; `root` is the project’s own',
      access: 'ListFolders',
      project: 'query.project_id',
      query: z.strictObject({ project_id: id, name: z.string().max(1000) }),
      reply: folder,
    },
    folderById: {
      method: 'GET',
      path: '/folder/getFolderById',
      summary: 'One folder',
      access: 'ViewItem',
      project: 'query.project_id',
      query: z.strictObject({ project_id: id, folder_id: id }),
      reply: folder,
    },
    createFolder: {
      method: 'POST',
      path: '/folder',
      summary: 'Create a folder; a taken name gets a counter unless `exact` is asked for',
      access: 'CreateFolder',
      project: 'query.project_id',
      status: 201,
      query: z.strictObject({ project_id: id, exact: flag.optional() }),
      body: z.looseObject({ name: z.string().max(1000) }),
      reply: folder,
    },
    updateFolder: {
      method: 'PUT',
      path: '/folder/:folder_id',
      summary: 'Rename a folder or set its status',
      access: 'UpdateFolder',
      project: 'query.project_id',
      params: z.strictObject({ folder_id: id }),
      query: z.strictObject({ project_id: id }),
      body: z.looseObject({ name: z.string().max(1000).nullish(), status: folderStatus.nullish() }),
      reply: folder,
    },
  },
});

/** Calls that change items, in the form of the public client. */
export const itemChangesApi = defineApi({
  service: 'main',
  operations: {
    pinImage: {
      method: 'PUT',
      path: '/image/:item_id',
      summary: 'Pin or unpin an item; every other field of the body is ignored',
      access: 'ApplyItemPin',
      project: 'query.project_id',
      params: z.strictObject({ item_id: id }),
      query: projectQuery,
      body: z.looseObject({ is_pinned: z.union([z.boolean(), z.int().min(0).max(1)]) }),
      reply: item,
    },
    deleteImages: {
      method: 'PUT',
      path: '/image/delete/images',
      summary: 'Delete items, or folders with their items',
      access: 'DeleteItem',
      project: 'query.project_id',
      query: projectQuery,
      body: z.looseObject({
        image_ids: z.array(z.int().positive()).max(1000).optional(),
        folder_ids: z.array(z.int().positive()).max(1000).optional(),
      }),
      reply: success,
    },
    setStatusByName: {
      method: 'PUT',
      path: '/image/updateAnnotationStatusBulk',
      summary: 'Set the status of items of a folder by name',
      access: 'ApplyItemTransition',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'The names of 500 items',
      project: 'query.project_id',
      query: projectQuery,
      body: z.looseObject({ folder_id: id, annotation_status: z.int().min(1), image_names: names }),
      reply: success,
    },
    changeItemsByName: {
      method: 'POST',
      path: '/items/bulk/change',
      summary: 'Set the approval of items of a folder by name',
      access: 'ApplyItemApprovalStatus',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'The names of 3000 items',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id, folder_id: id }),
      body: z.looseObject({
        item_names: z.array(z.string().max(1000)).max(3000),
        change_actions: z.looseObject({ APPROVAL_STATUS: z.int().min(0).max(2).nullable() }),
      }),
      reply: z.array(z.object({ id: z.int() })),
    },
    editAssignment: {
      method: 'PUT',
      path: '/images/editAssignment',
      summary: 'Assign or unassign items of a folder by name',
      access: 'AssignItem',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'The names of 500 items',
      project: 'query.project_id',
      query: projectQuery,
      body: z.looseObject({
        image_names: names,
        folder_name: z.string().max(1000),
        assign_user_id: z.string().max(254).optional(),
        remove_user_ids: z.array(z.string()).optional(),
      }),
      reply: z.object({ successCount: z.int() }),
    },
    limitationDetails: {
      method: 'GET',
      path: '/project/:project_id/limitationDetails',
      summary: 'How many more items a folder and its project take',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      query: z.looseObject({ folder_id: id.optional() }),
      reply: z.object({
        folder_limit: z.object({ max_image_count: z.int(), remaining_image_count: z.int() }),
        project_limit: z.object({ max_image_count: z.int(), remaining_image_count: z.int() }),
        /** The limit of the licence; null without one. */
        user_limit: z.object({ max_image_count: z.int(), remaining_image_count: z.int() }).nullable(),
      }),
    },
  },
});

/** The items service; the project comes from the entity context. */
export const itemServiceApi = defineApi({
  service: 'items',
  operations: {
    searchItems: {
      method: 'POST',
      reads: true,
      path: '/api/v1/items/search',
      summary: 'Items by a body query',
      access: 'ViewItem',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'Filters by the names of 2000 items',
      project: 'context',
      body: z.looseObject({ query: z.looseObject({}).optional() }),
      reply: paged(item),
    },
    paginateItems: {
      method: 'POST',
      reads: true,
      path: '/api/v1/items/paginate',
      summary: 'The same as search, for pages of a screen',
      access: 'ViewItem',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'Filters by the names of 2000 items',
      project: 'context',
      body: z.looseObject({ query: z.looseObject({}).optional() }),
      reply: paged(item),
    },
    getItem: {
      method: 'GET',
      path: '/api/v1/items/:item_id',
      summary: 'One item',
      access: 'ViewItem',
      project: 'context',
      oneTransaction: true,
      params: z.strictObject({ item_id: id }),
      query: z.looseObject({}),
      reply: item,
    },
  },
});
