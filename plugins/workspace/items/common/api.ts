import { BYTES, defineApi, flag, id, listOf, paged, success, z } from '#core/api/common/index.ts';
import { mostAddresses } from './address-list.ts';
import { itemSummary, MOST_SUMMARIES } from './item-summary.ts';
import { item, itemAsset, listedItem } from './item.ts';

const inProject = z.strictObject({ project_id: id });
const ofItem = z.strictObject({ project_id: id, item_id: id });
const code = z.coerce.number().int().min(0).max(32_767);

/** Orders of the list of items. */
export const itemSorts = ['name', 'created', 'updated', 'status', 'priority', 'size'] as const;
export type ItemSort = (typeof itemSorts)[number];

/** Most conditions of one list. */
export const MOST_CONDITIONS = 30;

/** Conditions of a filter of a project's items; several conditions must all hold. */
export const itemFilterFields = {
  folder_id: id.optional(),
  status: listOf(code).optional(),
  approval: listOf(code).optional(),
  /** E-mail of an assignee; `none` for items nobody is assigned to. */
  assignee: z.string().trim().toLowerCase().max(254).optional(),
  /** A part of the name, in any case. */
  name: z.string().max(200).optional(),
  pinned: flag.optional(),
  /** Conditions `field||operator||value` in the grammar of query strings, all of which must hold. */
  where: listOf(z.string().max(10_000))
    .refine(clauses => clauses.length <= MOST_CONDITIONS, `use at most ${MOST_CONDITIONS} conditions`)
    .optional(),
  /** Deleted items that can still be restored, instead of the present ones. */
  deleted: flag.optional(),
  sort: z.enum(itemSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
} as const;

type ReadonlyLists<T> = T extends readonly (infer Entry)[] ? readonly Entry[] : T;

/** A filter as code holds it: the values of `itemFilterFields`, whose texts in an address are not typed. */
export type ItemFilter = {
  readonly [Name in keyof typeof itemFilterFields]?: ReadonlyLists<z.output<(typeof itemFilterFields)[Name]>>;
};

/** Calls of the data tab. */
export const itemsApi = defineApi({
  service: 'main',
  operations: {
    listItems: {
      method: 'GET',
      path: '/api/v1/project/:project_id/items',
      summary: 'One page of the items the caller sees, and their number',
      access: 'ViewItem',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({
        ...itemFilterFields,
        offset: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
      reply: paged(listedItem),
    },
    listItemIds: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item-ids',
      summary: 'Ids of a stretch of the same list, for selections',
      access: 'ViewItem',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({
        ...itemFilterFields,
        offset: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(50_000).default(50_000),
      }),
      reply: z.object({ ids: z.array(z.int()), count: z.int() }),
    },
    summarizeItems: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item-summaries',
      summary: 'Counts of objects and comments, shapes and excerpts of items the caller sees',
      access: 'ViewItem',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({
        ids: listOf(z.coerce.number().int().positive().max(2_147_483_647)).refine(
          ids => ids.length <= MOST_SUMMARIES,
          `use at most ${MOST_SUMMARIES} ids`,
        ),
      }),
      reply: z.object({ data: z.array(itemSummary) }),
    },
    getProjectItem: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id',
      summary: 'One item',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofItem,
      reply: item,
    },
    getAsset: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/asset',
      summary: 'Signed addresses of the item’s file',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofItem,
      reply: itemAsset,
    },
    uploadItem: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/upload',
      summary: 'Upload one file as an item; an item of the same name is skipped or gets the new file',
      access: 'UploadItem',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({
        folder_id: id.optional(),
        name: z.string().max(1000),
        on_duplicate: z.enum(['skip', 'replace']).default('skip'),
      }),
      body: BYTES,
      bodyLimit: 512 * 1024 * 1024,
      bodyReason: 'A file',
      reply: z.object({ status: z.enum(['created', 'replaced', 'skipped']), item: listedItem }),
    },
    checkUpload: {
      method: 'POST',
      reads: true,
      path: '/api/v1/project/:project_id/upload/check',
      summary: 'Which names of a batch are taken or not allowed, and how much room is left',
      access: 'UploadItem',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'The names of 5000 files',
      project: 'params.project_id',
      params: inProject,
      body: z.strictObject({
        folder_id: id.optional(),
        names: z.array(z.string().max(1000)).min(1).max(5000),
        /**
         * The files stay where they are and are attached: the limits of uploads and the stricter rule of names are not
         * theirs.
         */
        attached: z.boolean().default(false),
      }),
      reply: z.object({
        existing: z.array(z.string()),
        invalid: z.array(z.object({ name: z.string(), message: z.string(), suggestion: z.string() })),
        /** 0 limited, 1 exceeded, 2 partially exceeded, 3 leaked; null when everything fits. */
        limit_state: z.int().nullable(),
        remaining: z.int(),
        message: z.string().nullable(),
        /** Bytes and pixels one image may have; null without a limit. */
        max_bytes: z.int().nullable(),
        max_pixels: z.int().nullable(),
      }),
    },
    attachAddresses: {
      method: 'POST',
      path: '/api/v1/project/:project_id/attach',
      summary: 'Attach a list of addresses as items, as a job; names that are taken are skipped',
      access: 'UploadItem',
      project: 'params.project_id',
      status: 202,
      params: inProject,
      body: z.strictObject({
        folder_id: id.optional(),
        images: z
          .array(z.strictObject({ name: z.string().max(1000), url: z.string().max(10_000) }))
          .min(1)
          .max(mostAddresses),
      }),
      bodyLimit: 64 * 1024 * 1024,
      bodyReason: 'Addresses of many items',
      reply: z.object({ job_id: z.string() }),
    },
    countItems: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item-counts',
      summary: 'Numbers of items the caller sees by status',
      access: 'ViewItem',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({ folder_id: id.optional() }),
      reply: z.object({ total: z.int(), byStatus: z.record(z.string(), z.int()), deleted: z.int() }),
    },
    deleteFolder: {
      method: 'DELETE',
      path: '/api/v1/project/:project_id/folder/:folder_id',
      summary: 'Delete a folder with its items; its items can be restored for seven days',
      access: 'DeleteFolder',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, folder_id: id }),
      reply: success,
    },
    restoreFolder: {
      method: 'POST',
      path: '/api/v1/project/:project_id/folder/:folder_id/restore',
      summary: 'Bring a deleted folder and its items back',
      access: 'DeleteFolder',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, folder_id: id }),
      reply: success,
    },
  },
});
