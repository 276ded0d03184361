import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, id, page, paged, success, z } from '#core/api/common/index.ts';
import { splitGroups, splitStrata } from './split-items.ts';
import { ofProject, place, query } from './search-shapes.ts';

const name = z
  .string()
  .regex(...plainDirection)
  .max(1000)
  .refine(text => text.trim() !== '' && [...text.trim()].length <= 120, 'must have 1 to 120 characters');

const snapshot = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  query: z.string(),
  state: z.enum(['running', 'ready', 'failed']),
  job_id: z.string().nullable(),
  /** Null until it is ready. */
  items: z.int().nullable(),
  /** Bytes of its file. */
  size: z.int().nullable(),
  /** SHA-256 of its file: equal for equal contents. */
  hash: z.string().nullable(),
  error: z.string().nullable(),
  creator: z.string(),
  createdAt: z.string(),
  /** Signed address of its file, for people who may export. */
  url: z.string().nullable(),
});
/** A version of a dataset: the items a query found, with the annotations they had. */
export type Snapshot = z.output<typeof snapshot>;

const comparison = z.object({
  added: z.int(),
  removed: z.int(),
  /** Items in both whose annotations, name, folder, status, approval or subsets differ. */
  changed: z.int(),
  same: z.int(),
  /** The first 200 items that differ. */
  items: z.array(z.object({ item_id: z.int(), name: z.string(), change: z.enum(['added', 'removed', 'changed']) })),
});
export type SnapshotComparison = z.output<typeof comparison>;

const splitPart = z.strictObject({ name, share: z.number().positive().max(100) });

const splitResult = z.object({
  /** Items the query found, and those that were in one of the subsets before. */
  total: z.int(),
  kept: z.int(),
  parts: z.array(z.object({ subset_id: z.int().nullable(), name: z.string(), before: z.int(), added: z.int() })),
});
export type SplitResult = z.output<typeof splitResult>;

const ofSnapshot = z.strictObject({ snapshot_id: id });

/** Versions of a dataset, and its division into subsets. */
export const snapshotApi = defineApi({
  service: 'explore',
  operations: {
    listSnapshots: {
      method: 'GET',
      path: '/api/v1/snapshots',
      summary: 'Versions of the dataset of a project, newest first',
      access: 'RunExplore',
      project: 'query.project_id',
      query: z.looseObject({ ...page, project_id: id }),
      reply: paged(snapshot),
    },
    createSnapshot: {
      method: 'POST',
      path: '/api/v1/snapshots',
      summary: 'Freeze the items a query finds, with their annotations, by a job',
      access: 'ManageSubsets',
      project: 'query.project_id',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      status: 201,
      query: place,
      body: z.looseObject({ name, query }),
      reply: snapshot,
    },
    deleteSnapshot: {
      method: 'DELETE',
      path: '/api/v1/snapshots/:snapshot_id',
      summary: 'Delete a version of the dataset; items and annotations stay',
      access: 'ManageSubsets',
      project: 'query.project_id',
      params: ofSnapshot,
      query: ofProject,
      reply: success,
    },
    compareSnapshots: {
      method: 'GET',
      path: '/api/v1/snapshots/:snapshot_id/comparison',
      summary: 'Items that were added, removed or changed from one version of the dataset to another',
      access: 'RunExplore',
      project: 'query.project_id',
      params: ofSnapshot,
      query: z.looseObject({ project_id: id, to_snapshot_id: id }),
      reply: comparison,
    },
    splitItems: {
      method: 'POST',
      path: '/api/v1/subsets/split',
      summary: 'Divide the items a query finds among subsets by shares; items in one of the subsets stay there',
      access: 'ManageSubsets',
      project: 'query.project_id',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'Queries by the names of many items',
      query: place,
      body: z.looseObject({
        query,
        parts: z.array(splitPart).min(2).max(10),
        stratify: z.enum(splitStrata).default('none'),
        group: z.enum(splitGroups).default('none'),
        /** Only says what would be done. */
        preview: z.boolean().default(false),
      }),
      reply: splitResult,
    },
  },
});
