import { defineApi, id, page, paged, success, time, z } from '#core/api/common/index.ts';
import { usageSpans } from './api.ts';

export const usageExportStates = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;

/** A file with the counts of a period, or the work that makes it. */
export const usageExport = z.object({
  id: z.string(),
  state: z.enum(usageExportStates),
  /** First and last day in UTC. */
  from: z.string(),
  to: z.string(),
  /** Null for all teams; a deleted team has no name. */
  team: z.object({ id: z.int(), name: z.string().nullable() }).nullable(),
  /** Lines that are written, and all of them. */
  done: z.int(),
  total: z.int(),
  /** Bytes; null until it is complete. */
  size: z.int().nullable(),
  /** Signed address of the file; null until it is complete. */
  url: z.string().nullable(),
  /** Why it failed; null otherwise. */
  error: z.string().nullable(),
  /** Null when the account is gone. */
  asked_by: z.string().nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
});
export type UsageExport = z.output<typeof usageExport>;

/** The last days, or a calendar month in UTC. */
const period = {
  days: z.union(usageSpans.map(each => z.literal(each))).optional(),
  month: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
    .optional(),
};

/** Calls that write the counts of a period to a CSV file. */
export const usageExportsApi = defineApi({
  service: 'main',
  operations: {
    startUsageExport: {
      method: 'POST',
      path: '/super-admin/usage/export',
      summary:
        'Write the counts of a month, or of the last days (30), to a CSV file; asked again with the same `request`, it is the same export',
      access: 'super-admin',
      status: 202,
      cost: 20,
      body: z
        .strictObject({ ...period, team: id.optional(), request: z.uuid().optional() })
        .refine(each => each.days === undefined || each.month === undefined, {
          path: ['month'],
          error: 'cannot be named beside days; leave one of them out',
        }),
      reply: usageExport,
    },
    listUsageExports: {
      method: 'GET',
      path: '/super-admin/usage/export',
      summary: 'Files of counts, the newest first',
      access: 'super-admin',
      query: z.strictObject({ ...page }),
      reply: paged(usageExport),
    },
    removeUsageExport: {
      method: 'DELETE',
      path: '/super-admin/usage/export/:usage_export_id',
      summary: 'Remove a file of counts from the list; one that is being written stops',
      access: 'super-admin',
      params: z.strictObject({ usage_export_id: z.uuid() }),
      reply: success,
    },
  },
});
