import { defineApi, z } from '#core/api/common/index.ts';
import { ofProject } from './search-shapes.ts';

const state = z.object({
  state: z.enum(['ready', 'running', 'needed']),
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Pictures that could not be read. */
  unreadable: z.int(),
  /** Pictures are compared by colours and edges; no model for words or objects is installed. */
  method: z.literal('colours-and-edges'),
  job_id: z.string().nullable(),
});
export type SimilarityState = z.output<typeof state>;

/** Measuring pictures, and finding those that look alike. */
export const similarityApi = defineApi({
  service: 'explore',
  operations: {
    similarityStatus: {
      method: 'GET',
      path: '/api/v1/similarity/status',
      summary: 'How many pictures of a project are measured, and how they are compared',
      access: 'RunExplore',
      project: 'query.project_id',
      query: ofProject,
      reply: state,
    },
    syncSimilarity: {
      method: 'POST',
      path: '/api/v1/similarity/sync',
      summary: 'Measure the pictures of a project that were not measured yet, by a job',
      access: 'RunExplore',
      project: 'query.project_id',
      query: ofProject,
      reply: state,
    },
    searchSimilarItems: {
      method: 'POST',
      path: '/api/v1/similarity/items/search',
      summary: 'Items whose pictures look most like that of an item, the best first',
      access: 'RunExplore',
      project: 'query.project_id',
      reads: true,
      query: ofProject,
      body: z.looseObject({
        item_id: z.int().positive().max(2_147_483_647),
        limit: z.int().min(1).max(1000).default(100),
      }),
      reply: z.array(z.object({ id: z.int(), name: z.string(), score: z.number() })),
    },
  },
});
