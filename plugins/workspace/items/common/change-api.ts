import { bulkResult, defineApi, id, paged, z } from '#core/api/common/index.ts';
import { itemFilterFields } from './api.ts';

/** Items that are changed before the call is answered; more are changed by a job. */
export const AT_ONCE = 500;

/** Most ids of a selection, and most that may be left out of a list. A greater selection is a list. */
export const MOST_IDS = 50_000;
export const MOST_EXCEPT = 10_000;

/** Highest priority of an item; the lowest is 0. */
export const MOST_PRIORITY = 1_000_000;

const ids = (most: number) => z.array(z.int().positive().max(2_147_483_647)).max(most);

/** Selected items: these, or all of a list without some. */
export const itemSelection = z.union([
  z.strictObject({ item_ids: ids(MOST_IDS).min(1) }),
  z.strictObject({ filter: z.strictObject(itemFilterFields), except: ids(MOST_EXCEPT).optional() }),
]);
export type ItemSelectionOutput = z.output<typeof itemSelection>;

const refused = z.object({ code: z.string(), message: z.string(), count: z.int() });

/** A change of several items, and how far it is. */
export const itemChange = z.object({
  id: z.int(),
  project_id: z.int(),
  kind: z.string(),
  value: z.unknown(),
  /** The change it takes back; null for a change of its own. */
  undo_of: z.int().nullable(),
  /** The job that makes it; null when it was made at once. */
  job_id: z.string().nullable(),
  /** `stopped`: it was cancelled or could not go on; what was changed stays. */
  state: z.enum(['running', 'finished', 'stopped']),
  /** Why it stopped. */
  message: z.string().nullable(),
  total: z.int(),
  changed: z.int(),
  /** They were so already. */
  same: z.int(),
  /** Changed by somebody else since, and left alone by an undo. */
  since: z.int(),
  refused: z.array(refused),
  /** Parts that were left out of items that came to another project. */
  left_out: z.array(refused),
  /** True when its changes can be undone now. */
  undoable: z.boolean(),
  undone: z.boolean(),
  createdAt: z.string(),
  /** Outcome for each item, in the answer of a change that was made at once. */
  items: bulkResult.nullable(),
});
export type ItemChangeView = z.output<typeof itemChange>;

const inProject = z.strictObject({ project_id: id });
const ofChange = z.strictObject({ project_id: id, change_id: id });

/** Items a preview looks at; of a greater selection it describes these. */
export const MOST_PREVIEWED = 5000;

const changePreview = z.object({
  /** Items of the selection. */
  total: z.int(),
  /** Items that were looked at: the first ones of a great selection. */
  examined: z.int(),
  changes: z.int(),
  /** They are so already. */
  same: z.int(),
  /** Items that would be skipped, by reason. */
  refused: z.array(refused),
});
export type ChangePreview = z.output<typeof changePreview>;

/** Each kind of change asks for its own right. */
const askedChange = z.strictObject({
  selection: itemSelection,
  change: z.strictObject({ kind: z.string().max(100), value: z.unknown().optional() }),
});

/** Changes of one item or of half a million, with undo. */
export const itemChangeApi = defineApi({
  service: 'main',
  operations: {
    changeItems: {
      method: 'POST',
      path: '/api/v1/project/:project_id/items/change',
      summary:
        'Change items: assign, split, unassign, status, approval, pin, priority, category, metadata, delete or restore. Few are changed at once, many by a job',
      access: 'ViewItem',
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: 'The numbers of 50 000 items',
      project: 'params.project_id',
      params: inProject,
      body: askedChange,
      reply: itemChange,
    },
    previewItemChange: {
      method: 'POST',
      path: '/api/v1/project/:project_id/items/change/preview',
      summary: 'Preview what a change of items would do and which items it would skip',
      access: 'ViewItem',
      reads: true,
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: 'The numbers of 50 000 items',
      project: 'params.project_id',
      params: inProject,
      body: askedChange,
      reply: changePreview,
    },
    undoItemChange: {
      method: 'POST',
      path: '/api/v1/project/:project_id/items/changes/:change_id/undo',
      summary: 'Take a change of the caller back, for items that still have what it gave them',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofChange,
      reply: itemChange,
    },
    getItemChange: {
      method: 'GET',
      path: '/api/v1/project/:project_id/items/changes/:change_id',
      summary: 'A change of the caller and how far it is',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofChange,
      reply: itemChange,
    },
    listItemChanges: {
      method: 'GET',
      path: '/api/v1/item-changes',
      summary: 'Changes the caller made by jobs in the team in the last seven days, newest first',
      access: 'team-member',
      query: z.strictObject({
        offset: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(100).default(30),
      }),
      reply: paged(itemChange),
    },
  },
});
