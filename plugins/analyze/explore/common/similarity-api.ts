import { defineApi, z } from '#core/api/common/index.ts';
import { ofProject, place, query } from './search-shapes.ts';

const progress = z.object({ done: z.int(), total: z.int() });

const state = z.object({
  state: z.enum(['ready', 'running', 'needed']),
  progress,
  /** Pictures that could not be read. */
  unreadable: z.int(),
  /** Pictures are compared by the model of the installation, or by colours and edges where there is none. */
  method: z.enum(['model', 'colours-and-edges']),
  /** The job that runs, or the last one where it failed. */
  job_id: z.string().nullable(),
  /** Vectors of pictures and objects, by which a model compares them. */
  embeddings: z.object({
    /** `updating`: some changed since; the others can be compared. `unavailable`: no model is installed. */
    state: z.enum(['ready', 'running', 'updating', 'needed', 'unavailable']),
    progress,
    unreadable: z.int(),
    provider: z.string().nullable(),
    /** Why it is unavailable, and what to install. */
    reason: z.string().nullable(),
    /** Why words cannot be compared with pictures; null where they can. */
    words_reason: z.string().nullable(),
    /** The job that runs, or the last one where it failed. */
    job_id: z.string().nullable(),
  }),
  /** Passages of texts and answers, by which a model compares their meaning; in items. */
  texts: z.object({
    state: z.enum(['ready', 'running', 'updating', 'needed', 'unavailable']),
    progress,
    provider: z.string().nullable(),
    /** Why it is unavailable, and what to install. */
    reason: z.string().nullable(),
    /** The job that runs, or the last one where it failed. */
    job_id: z.string().nullable(),
  }),
});
export type SimilarityState = z.output<typeof state>;

const itemId = z.int().positive().max(2_147_483_647);
const limit = z.int().min(1).max(1000).default(100);

/** Items on a map at most. */
export const MOST_MAPPED = 20_000;

const mapPoint = z.object({
  id: z.int(),
  name: z.string(),
  /** From 0 to 1. */
  x: z.number(),
  y: z.number(),
  status: z.int(),
  /** 0 none, 1 disapproved, 2 approved, as items have it. */
  approval: z.int(),
  /** The class that most of its objects have; null without any. */
  class: z.string().nullable(),
  /** E-mail of the assigned annotator; null for nobody, or somebody the caller does not see. */
  annotator: z.string().nullable(),
  /** From 0 to 1. */
  priority: z.number().nullable(),
  /** Unlikeness to the pictures most like it, from 0 to 1; null until it was measured. */
  oddness: z.number().nullable(),
  /** The greatest doubt about the class of one of its objects, from 0 to 1. */
  label_doubt: z.number().nullable(),
  /** Means of the numbers that people gave it, by the id of the score. */
  scores: z.record(z.string(), z.number()),
});
/** An item on the map. */
export type MapPoint = z.output<typeof mapPoint>;

/** Measuring pictures, and finding those that look alike. */
export const similarityApi = defineApi({
  service: 'explore',
  operations: {
    similarityStatus: {
      method: 'GET',
      path: '/api/v1/similarity/status',
      summary: 'How many pictures and texts of a project are measured, and how they are compared',
      access: 'RunExplore',
      project: 'query.project_id',
      query: ofProject,
      reply: state,
    },
    syncSimilarity: {
      method: 'POST',
      path: '/api/v1/similarity/sync',
      summary:
        'Measure the pictures of a project and make vectors of pictures and texts, by jobs, as far as that is not done',
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
      body: z.looseObject({ item_id: itemId, limit }),
      reply: z.array(z.object({ id: z.int(), name: z.string(), score: z.number() })),
    },
    searchSimilarInstances: {
      method: 'POST',
      path: '/api/v1/similarity/instances/search',
      summary: 'Objects that look most like an object, the best first',
      access: 'RunExplore',
      project: 'query.project_id',
      reads: true,
      query: ofProject,
      body: z.looseObject({ item_id: itemId, position: z.int().min(0).max(10_000_000), limit }),
      reply: z.array(z.object({ item_id: z.int(), position: z.int(), score: z.number() })),
    },
    mapItems: {
      method: 'POST',
      path: '/api/v1/similarity/map',
      summary: 'Items of a query on a map where pictures that look alike lie close together',
      access: 'RunExplore',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      project: 'query.project_id',
      reads: true,
      query: place,
      body: z.looseObject({ query }),
      reply: z.object({
        data: z.array(mapPoint),
        /** Scores that points have means of. */
        scores: z.array(z.object({ id: z.int(), name: z.string() })),
        total: z.int(),
      }),
    },
  },
});
