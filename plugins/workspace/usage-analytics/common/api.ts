import { defineApi, id, success, time, z } from '#core/api/common/index.ts';
import { ACTION_NAME, MOST_ACTIONS } from './usage-event.ts';

/** Places that receive actions: nowhere, figures in the database, an address, or the file that the operator names. */
export const usageSinks = ['off', 'table', 'http', 'file'] as const;
export const usageSink = z.enum(usageSinks);
export type UsageSink = z.output<typeof usageSink>;

/** Spans of figures, in days. */
export const usageSpans = [7, 30, 90] as const;
export type UsageSpan = (typeof usageSpans)[number];

const pixels = z.int().min(0).max(100_000);

const reportedAction = z.strictObject({
  name: z.string().max(100).regex(ACTION_NAME, 'must be the name of an action such as projects.rename'),
  project_id: id.nullable(),
  at: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-24T00:00:00Z' }),
});

export const usageSettings = z.object({
  sink: usageSink,
  /** Address that `http` sends to; kept while another sink is chosen. */
  address: z.string().nullable(),
  /** False while the server has no `USAGE_FILE`. */
  file_allowed: z.boolean(),
  changed_by: z.string().nullable(),
  changed_at: time.nullable(),
  /** Last delivery to an address or a file, and why the last one failed; null after one that did not. */
  delivered_at: time.nullable(),
  error: z.string().nullable(),
  /** Actions that no delivery took. */
  dropped: z.int(),
});
export type UsageSettings = z.output<typeof usageSettings>;

export const usageFigures = z.object({
  /** Days in UTC, the oldest first. */
  days: z.array(z.string()),
  /** Actions by count. */
  actions: z.array(
    z.object({
      name: z.string(),
      /** Title of the command; null for an action that is no longer there. */
      title: z.string().nullable(),
      count: z.int(),
      /** Counts of the days. */
      by_day: z.array(z.int()),
    }),
  ),
  /** Teams with actions in the span; a deleted one has no name. */
  teams: z.array(z.object({ id: z.int(), name: z.string().nullable() })),
  /** Visits by width of the window in pixels; `to` is null for the widest. */
  windows: z.array(z.object({ from: z.int(), to: z.int().nullable(), visits: z.int() })),
});
export type UsageFigures = z.output<typeof usageFigures>;

const span = z.coerce
  .number()
  .pipe(z.union(usageSpans.map(each => z.literal(each))))
  .default(30);
const asked = z.strictObject({ days: span, team: id.optional() });

/** Calls of usage analytics. */
export const usageApi = defineApi({
  service: 'main',
  operations: {
    usageState: {
      method: 'GET',
      path: '/api/v1/usage',
      summary: 'Whether actions are reported at all',
      access: 'signed-in',
      reply: z.object({ on: z.boolean() }),
    },
    reportActions: {
      method: 'POST',
      path: '/api/v1/usage/actions',
      summary: 'Report actions by name; a batch is counted once, however often it is sent',
      access: 'signed-in',
      /** The team in which they were run; role and plan are those that the server knows. */
      query: z.strictObject({ team_id: id.optional() }),
      body: z.strictObject({
        batch: z.uuid(),
        visit: z.strictObject({ id: z.uuid(), width: pixels, height: pixels }),
        actions: z.array(reportedAction).min(1).max(MOST_ACTIONS),
      }),
      reply: success,
    },
    getUsageSettings: {
      method: 'GET',
      path: '/api/v1/admin/usage/settings',
      summary: 'Where actions are sent, and the state of the deliveries',
      access: 'super-admin',
      reply: usageSettings,
    },
    setUsageSettings: {
      method: 'PUT',
      path: '/api/v1/admin/usage/settings',
      summary: 'Turn usage analytics on or off, and name where actions are sent',
      access: 'super-admin',
      body: z.strictObject({ sink: usageSink, address: z.string().trim().max(2_000).optional() }),
      reply: usageSettings,
    },
    getUsage: {
      method: 'GET',
      path: '/api/v1/admin/usage',
      summary: 'Actions by count and day',
      access: 'super-admin',
      query: asked,
      reply: usageFigures,
    },
  },
});
