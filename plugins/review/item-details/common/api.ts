import { defineApi, id, z } from '#core/api/common/index.ts';

/**
 * Kinds of events in the life of an item. Of a status and an approval `before` and `after` are numbers, of an
 * assignment e-mails, of a name names, of a move ids of folders.
 */
export const historyKinds = [
  'status',
  'approval',
  'assigned',
  'unassigned',
  'renamed',
  'moved',
  'deleted',
  'restored',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

export const historyEntry = z.object({
  id: z.int(),
  kind: z.enum(historyKinds),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Project role of an assignment; null otherwise. */
  role: z.int().nullable(),
  /** E-mail of who did it; null when nobody did, or the caller may not see them. */
  by: z.string().nullable(),
  at: z.string(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

/** Calls about items besides their annotations. */
export const itemPageApi = defineApi({
  service: 'main',
  operations: {
    getItemHistory: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/history',
      summary: 'What happened to an item, newest first: statuses, approval, assignments, names and places',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, item_id: id }),
      query: z.strictObject({
        offset: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
      reply: z.object({ data: z.array(historyEntry), count: z.int() }),
    },
  },
});
