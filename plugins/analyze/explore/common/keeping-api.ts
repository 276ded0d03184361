import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, id, page, paged, success, z } from '#core/api/common/index.ts';
import { MOST_IDS, ofProject } from './search-api.ts';

const name = z
  .string()
  .regex(...plainDirection)
  .max(1000)
  .refine(text => text.trim() !== '' && [...text.trim()].length <= 120, 'must have 1 to 120 characters');
const listed = z.looseObject({ ...page, project_id: id });
const ids = z.array(z.int().positive().max(2_147_483_647)).max(MOST_IDS, `send at most ${MOST_IDS} at a time`);
const query = z.string().max(100_000);

/** A named list of items of a project. */
const subset = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  itemsCount: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Subset = z.output<typeof subset>;

const savedQuery = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  text: z.string(),
  creator: z.string(),
  shared: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SavedQuery = z.output<typeof savedQuery>;

/** Somebody's mark on an item or an instance; theirs alone. */
const bookmark = z.object({
  id: z.int(),
  project_id: z.int(),
  item_id: z.int(),
  instance_id: z.string().nullable(),
  note: z.string(),
  color: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Bookmark = z.output<typeof bookmark>;

const note = z.string().max(2000);
const color = z.string().max(20).nullable();

/** Subsets, saved queries, bookmarks and links. */
export const keepingApi = defineApi({
  service: 'explore',
  operations: {
    listSubsets: {
      method: 'GET',
      path: '/api/v1/subsets',
      summary: 'Subsets of a project',
      access: 'RunExplore',
      project: 'query.project_id',
      query: listed,
      reply: paged(subset),
    },
    createSubsets: {
      method: 'POST',
      path: '/api/v1/subsets',
      summary: 'Add subsets; answers them as a list',
      access: 'ManageSubsets',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'The names of 500 subsets',
      project: 'query.project_id',
      query: ofProject,
      body: z.looseObject({ names: z.array(name).min(1).max(500) }),
      reply: z.array(subset),
    },
    renameSubset: {
      method: 'PUT',
      path: '/api/v1/subsets/:subset_id',
      summary: 'Give a subset another name',
      access: 'ManageSubsets',
      project: 'query.project_id',
      params: z.strictObject({ subset_id: id }),
      query: ofProject,
      body: z.looseObject({ name }),
      reply: subset,
    },
    deleteSubset: {
      method: 'DELETE',
      path: '/api/v1/subsets/:subset_id',
      summary: 'Delete a subset; its items stay',
      access: 'ManageSubsets',
      project: 'query.project_id',
      params: z.strictObject({ subset_id: id }),
      query: ofProject,
      reply: success,
    },
    changeSubset: {
      method: 'POST',
      path: '/api/v1/subsets/change',
      summary: 'Put items into a subset or take them out, by id or all that a query finds',
      access: 'ManageSubsets',
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: 'The numbers of 5000 items, or a long query',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id, subset_id: id, folder_id: id.optional() }),
      body: z.looseObject({ action: z.enum(['ATTACH', 'DETACH']), item_ids: ids.optional(), query: query.nullish() }),
      reply: z.object({ skipped: z.array(z.int()), failed: z.array(z.int()), changed: z.int() }),
    },
    listQueries: {
      method: 'GET',
      path: '/api/v1/queries',
      summary: 'Saved queries of a project: shared ones and the caller’s own',
      access: 'RunExplore',
      project: 'query.project_id',
      query: listed,
      reply: paged(savedQuery),
    },
    createQuery: {
      method: 'POST',
      path: '/api/v1/queries',
      summary: 'Save a query under a name',
      access: 'ManageSavedQueries',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: 'A query of 100 000 characters',
      project: 'query.project_id',
      status: 201,
      query: ofProject,
      body: z.looseObject({ name, text: query, shared: z.boolean().default(true) }),
      reply: savedQuery,
    },
    updateQuery: {
      method: 'PUT',
      path: '/api/v1/queries/:query_id',
      summary: 'Change a saved query',
      access: 'ManageSavedQueries',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: 'A query of 100 000 characters',
      project: 'query.project_id',
      params: z.strictObject({ query_id: id }),
      query: ofProject,
      body: z.looseObject({ name: name.optional(), text: query.optional(), shared: z.boolean().optional() }),
      reply: savedQuery,
    },
    deleteQuery: {
      method: 'DELETE',
      path: '/api/v1/queries/:query_id',
      summary: 'Delete a saved query',
      access: 'ManageSavedQueries',
      project: 'query.project_id',
      params: z.strictObject({ query_id: id }),
      query: ofProject,
      reply: success,
    },
    listBookmarks: {
      method: 'GET',
      path: '/api/v1/bookmark',
      summary: 'The caller’s bookmarks in a project',
      access: 'ManageBookmarks',
      project: 'query.project_id',
      query: listed,
      reply: paged(bookmark),
    },
    createBookmark: {
      method: 'POST',
      path: '/api/v1/bookmark',
      summary: 'Mark an item or an instance',
      access: 'ManageBookmarks',
      project: 'query.project_id',
      status: 201,
      query: ofProject,
      body: z.looseObject({
        item_id: z.int().positive().max(2_147_483_647),
        instance_id: z.string().max(200).nullish(),
        note: note.default(''),
        color: color.default(null),
      }),
      reply: bookmark,
    },
    updateBookmark: {
      method: 'PUT',
      path: '/api/v1/bookmark/:bookmark_id',
      summary: 'Change the note of a bookmark',
      access: 'ManageBookmarks',
      project: 'query.project_id',
      params: z.strictObject({ bookmark_id: id }),
      query: ofProject,
      body: z.looseObject({ note: note.optional(), color: color.optional() }),
      reply: bookmark,
    },
    deleteBookmark: {
      method: 'DELETE',
      path: '/api/v1/bookmark/:bookmark_id',
      summary: 'Take a bookmark away',
      access: 'ManageBookmarks',
      project: 'query.project_id',
      params: z.strictObject({ bookmark_id: id }),
      query: ofProject,
      reply: success,
    },
    createHash: {
      method: 'POST',
      path: '/api/v1/hash',
      summary: 'Keep the state of a search under a short name for a link',
      access: 'RunExplore',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      project: 'query.project_id',
      query: ofProject,
      body: z.looseObject({
        queryParams: z.unknown().optional(),
        bodyParams: z.unknown().optional(),
        level: z.string().max(50).nullish(),
      }),
      reply: z.object({ hash: z.string() }),
    },
    getHash: {
      method: 'GET',
      path: '/api/v1/hash/:hash',
      summary: 'The state of a search that a link names',
      access: 'RunExplore',
      project: 'query.project_id',
      params: z.strictObject({ hash: z.string().max(100) }),
      query: ofProject,
      reply: z.looseObject({ hash: z.string() }),
    },
  },
});
