import { defineApi, id, z } from '#core/api/common/index.ts';
import { item } from '#plugins/workspace/items/common/index.ts';

/** Items of one category are counted up to this number. */
export const MOST_COUNTED = 1000;

const ofProject = z.strictObject({ project_id: id });

/** Items that the caller can request in a project. */
export const requestQueue = z.object({
  /** People may request items here (project setting `ImageAutoAssignEnable`), and the project is not on hold. */
  on: z.boolean(),
  /** The caller is paused and gets nothing. */
  paused: z.boolean(),
  /** Items of one request. */
  count: z.int(),
  /** Items the caller has to finish first. */
  unfinished: z.int(),
  /** A category may be chosen. */
  by_category: z.boolean(),
  /** The categories the caller may choose, by name, with how many items are left in each, at most `MOST_COUNTED`. */
  categories: z.array(z.object({ id: z.int(), name: z.string(), left: z.int() })),
});
export type RequestQueueState = z.output<typeof requestQueue>;

/** The request queue. */
export const itemRequestsApi = defineApi({
  service: 'main',
  operations: {
    getRequestQueue: {
      method: 'GET',
      path: '/api/v1/project/:project_id/requests',
      summary:
        'What the caller can request: the size of a batch, what is to be finished first, and the categories with how many items are left',
      access: 'RequestItem',
      project: 'params.project_id',
      params: ofProject,
      reply: requestQueue,
    },
    requestItems: {
      method: 'POST',
      path: '/api/v1/project/:project_id/requests',
      summary:
        'Assign the next items of the queue to the caller; with a category (RequestItemByCategory) only items of it',
      access: 'RequestItem',
      project: 'params.project_id',
      params: ofProject,
      body: z.strictObject({ category_id: id.optional() }),
      reply: z.object({
        assigned: z.int(),
        items: z.array(item),
        /** Text when nothing was assigned; null otherwise. */
        message: z.string().nullable(),
      }),
    },
  },
});
