import { bulkResult, defineApi, flag, id, z } from '#core/api/common/index.ts';
import { queryLimits } from './query/query-limits.ts';

/** Items of one page of results (wire, explore 1). */
export const PAGE = 50;
/** Most ids of one call (not-shown decisions, M). */
export const MOST_IDS = 5000;
/** Where counting for screens ends (explore query 5). */
export const COUNT_CAP = 10_000;

export const ofProject = z.looseObject({ project_id: id });
const place = z.looseObject({
  project_id: id,
  folder_id: id.optional(),
  subset_id: id.optional(),
  time_zone: z.string().max(100).optional(),
});
const query = z.string().max(queryLimits.characters).nullish();
const offset = z.int().min(0).max(2_000_000_000).nullish();
const ids = z.array(z.int().positive().max(2_147_483_647)).max(MOST_IDS, `send at most ${MOST_IDS} at a time`);

/** An item as searches answer it (wire, explore 1). */
const foundItem = z.looseObject({
  id: z.int(),
  name: z.string(),
  folder_id: z.int(),
  folder_name: z.string(),
  is_root_folder: z.boolean(),
  annotation_status: z.int(),
  approval_status: z.int(),
  is_pinned: z.boolean(),
  custom_metadata: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const problem = z.object({
  code: z.string(),
  message: z.string(),
  from: z.int(),
  to: z.int(),
  suggestions: z.array(z.string()),
});

/** Instances and what is known of them; `position` is their place in the document. */
const foundInstance = z.looseObject({
  item_id: z.int(),
  position: z.int(),
  type: z.string().nullable(),
  class_id: z.int(),
});

/** What may be changed of many items at once; absent parts stay. */
const itemChange = z.strictObject({
  annotation_status: z.int().optional(),
  approval_status: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
  is_pinned: z.boolean().optional(),
});

/** Finding items and instances (wire, explore 1; specification 7). */
export const searchApi = defineApi({
  service: 'explore',
  operations: {
    parse: {
      method: 'POST',
      path: '/api/v1/items/parse/query',
      summary: 'Read a query without running it',
      access: 'RunExplore',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      project: 'query.project_id',
      reads: true,
      query: place,
      body: z.looseObject({ query }),
      reply: z.object({
        isValidQuery: z.boolean(),
        parsedQuery: z.string(),
        canonical: z.string().nullable(),
        ast: z.unknown(),
        warnings: z.array(problem),
        errors: z.array(problem),
        error: problem.nullable(),
      }),
    },
    search: {
      method: 'POST',
      path: '/api/v1/items/search',
      summary: 'The next 50 items a query finds',
      access: 'RunExplore',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      project: 'query.project_id',
      reads: true,
      query: place,
      body: z.looseObject({ query, image_index: offset }),
      reply: z.array(foundItem),
    },
    count: {
      method: 'POST',
      path: '/api/v1/items/count',
      summary: 'How many items a query finds',
      access: 'RunExplore',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      project: 'query.project_id',
      reads: true,
      query: place.extend({ capped: flag.optional() }),
      body: z.looseObject({ query }),
      reply: z.object({ count: z.int(), exact: z.boolean() }),
    },
    findIds: {
      method: 'POST',
      path: '/api/v1/items/ids',
      summary: 'Ids of up to 5000 items a query finds',
      access: 'RunExplore',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      project: 'query.project_id',
      reads: true,
      query: place,
      body: z.looseObject({ query, offset }),
      reply: z.array(z.int()),
    },
    itemsByIds: {
      method: 'POST',
      path: '/api/v1/items/by/ids',
      summary: 'Items by id as searches answer them',
      access: 'RunExplore',
      project: 'query.project_id',
      reads: true,
      query: ofProject,
      body: z.looseObject({ item_ids: ids }),
      reply: z.array(foundItem),
    },
    fields: {
      method: 'GET',
      path: '/api/v1/items/metadata',
      summary: 'Fields that queries of a project know, with their operators and values',
      access: 'RunExplore',
      project: 'query.project_id',
      query: ofProject,
      reply: z.object({
        data: z.array(
          z.object({
            scope: z.string(),
            name: z.string(),
            kind: z.string(),
            operators: z.array(z.string()),
            values: z.array(z.string()),
          }),
        ),
      }),
    },
    suggest: {
      method: 'POST',
      path: '/api/v1/items/suggest',
      summary: 'What can stand next in a query',
      access: 'RunExplore',
      project: 'query.project_id',
      reads: true,
      query: ofProject,
      body: z.looseObject({ query: z.string().max(16_384), caret: z.int().min(0).max(16_384) }),
      reply: z.object({
        from: z.int(),
        to: z.int(),
        suggestions: z.array(z.object({ text: z.string(), kind: z.string() })),
      }),
    },
    updateItems: {
      method: 'POST',
      path: '/api/v1/items/update',
      summary: 'Change status, approval or pin of many items',
      access: 'ApplyExploreBulkAction',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      project: 'query.project_id',
      query: place,
      body: z.looseObject({ item_ids: ids.optional(), query, change: itemChange }),
      reply: bulkResult,
    },
    searchInstances: {
      method: 'POST',
      path: '/api/v1/instances/search',
      summary: 'The next 50 instances that made items match',
      access: 'RunExplore',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      project: 'query.project_id',
      reads: true,
      query: place,
      body: z.looseObject({ query, image_index: offset }),
      reply: z.array(foundInstance),
    },
    countInstances: {
      method: 'POST',
      path: '/api/v1/instances/count',
      summary: 'How many instances made items match',
      access: 'RunExplore',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      project: 'query.project_id',
      reads: true,
      query: place,
      body: z.looseObject({ query }),
      reply: z.object({ count: z.int(), exact: z.boolean() }),
    },
    updateInstances: {
      method: 'POST',
      path: '/api/v1/instances/update',
      summary: 'Approve or disapprove instances',
      access: 'ApplyExploreBulkAction',
      project: 'query.project_id',
      query: ofProject,
      body: z.looseObject({
        instances: z
          .array(z.looseObject({ item_id: z.int().positive().max(2_147_483_647), id: z.string().max(200) }))
          .max(500),
        approval: z.enum(['approved', 'disapproved', 'none']),
      }),
      reply: bulkResult,
    },
    permissions: {
      method: 'GET',
      path: '/api/v1/permissions',
      summary: 'What the caller may do in Explore',
      access: 'ViewItem',
      project: 'query.project_id',
      query: ofProject,
      reply: z.object({ actions: z.array(z.string()), allowed: z.boolean() }),
    },
    workflowRoles: {
      method: 'GET',
      path: '/api/v1/workflow/roles',
      summary: 'Roles that queries of a project may name',
      access: 'RunExplore',
      project: 'query.project_id',
      query: ofProject,
      reply: z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })), count: z.int() }),
    },
    workflowStatuses: {
      method: 'GET',
      path: '/api/v1/workflow/statuses',
      summary: 'Statuses that queries of a project may name',
      access: 'RunExplore',
      project: 'query.project_id',
      query: ofProject,
      reply: z.object({ data: z.array(z.object({ value: z.int(), name: z.string() })), count: z.int() }),
    },
    syncProject: {
      method: 'POST',
      path: '/api/v1/project/sync',
      summary: 'Prepare annotations that were stored before Explore',
      access: 'RunExplore',
      project: 'query.project_id',
      query: ofProject,
      reply: z.object({
        state: z.string(),
        progress: z.object({ done: z.int(), total: z.int() }),
        job_id: z.string().nullable(),
      }),
    },
  },
});
