import { defineApi, defineQuery, listQuery, paged, z } from '#core/api/common/index.ts';
import { folder, item } from './item.ts';

/** Names that queries on folders may use. */
export const folderQuery = defineQuery({
  fields: {
    id: 'integer',
    project_id: 'integer',
    team_id: 'integer',
    name: 'text',
    status: 'integer',
    is_root: 'flag',
    createdAt: 'time',
    updatedAt: 'time',
  },
  joins: ['folderUsers', 'folderUsers.projectUser'],
});

/** Folders on the work-management service; the project comes from the entity context. */
export const folderSearchApi = defineApi({
  service: 'work-management',
  operations: {
    searchFolders: {
      method: 'POST',
      reads: true,
      path: '/api/v1/folders/search',
      summary: 'Folders of a project by a body query, the root among them; their people when joined',
      access: 'ListFolders',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Filters by the names of folders',
      project: 'context',
      query: z.looseObject({}),
      body: z.looseObject({ query: z.looseObject({}).optional() }),
      reply: paged(folder),
    },
  },
});

/** Items by a query string, over the same fields as the body query. */
export const itemListApi = defineApi({
  service: 'items',
  operations: {
    listItemsByQuery: {
      method: 'GET',
      path: '/api/v1/items',
      summary: 'Items by a query string',
      access: 'ViewItem',
      project: 'context',
      query: z.strictObject(listQuery),
      reply: paged(item),
    },
  },
});
