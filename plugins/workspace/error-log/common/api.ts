import { defineApi, id, page, paged, time, z } from '#core/api/common/index.ts';

export const errorStates = ['open', 'resolved', 'ignored'] as const;
export const errorState = z.enum(errorStates);
export type ErrorState = z.output<typeof errorState>;

const inGroup = z.strictObject({ error_id: id });

/** People counted of each group. */
export const MOST_PEOPLE = 1_000;

/** Errors that have the same cause, as far as one can see from outside. */
export const errorGroup = z.object({
  id: z.int(),
  side: z.enum(['server', 'browser']),
  /** `core` for what belongs to no plugin. */
  plugin: z.string(),
  kind: z.string(),
  message: z.string(),
  /** Route, job, hook, page or panel of the last one. */
  place: z.string(),
  state: errorState,
  /** True of one that occurred again after it was resolved. */
  returned: z.boolean(),
  count: z.int(),
  /** People who met it, up to `MOST_PEOPLE`. */
  people: z.int(),
  /** Version of the product or plugin of the last one. */
  version: z.string(),
  firstSeen: time,
  lastSeen: time,
});
export type ErrorGroup = z.output<typeof errorGroup>;

export const errorOccurrence = z.object({
  at: time,
  place: z.string(),
  version: z.string(),
  /** Id of the request, as in the log of the server. */
  request_id: z.string().nullable(),
  organization: z.string().nullable(),
  person: z.string().nullable(),
});

export const errorDetail = errorGroup.extend({
  /** Place in the sources, one frame a line. */
  stack: z.string(),
  changedBy: z.string().nullable(),
  changedAt: time.nullable(),
  /** The newest 20. */
  occurrences: z.array(errorOccurrence),
});
export type ErrorDetail = z.output<typeof errorDetail>;

/** Errors of the installation, for super-admins. */
export const errorLogApi = defineApi({
  service: 'main',
  operations: {
    listErrors: {
      method: 'GET',
      path: '/api/v1/admin/errors',
      summary:
        'Errors of server and browsers in groups, the last seen first; `search` matches a part of message or place',
      access: 'super-admin',
      query: z.strictObject({ ...page, state: errorState.optional(), search: z.string().trim().max(200).optional() }),
      reply: paged(errorGroup),
    },
    getError: {
      method: 'GET',
      path: '/api/v1/admin/errors/:error_id',
      summary: 'One group of errors with its stack and newest occurrences',
      access: 'super-admin',
      params: inGroup,
      reply: errorDetail,
    },
    setErrorState: {
      method: 'PUT',
      path: '/api/v1/admin/errors/:error_id/state',
      summary: 'Resolve or ignore a group of errors, or open it again',
      access: 'super-admin',
      params: inGroup,
      body: z.strictObject({ state: errorState }),
      reply: errorDetail,
    },
  },
});
