import { defineApi, id, page, paged, success, z } from '#core/api/common/index.ts';

const because = z.union([
  z.object({ kind: z.enum(['operator', 'withheld', 'organization', 'default', 'failed']) }),
  z.object({ kind: z.literal('feature'), feature: z.string() }),
  z.object({ kind: z.literal('requirement'), requires: z.string() }),
]);

export const pluginState = z.object({ id: z.string(), enabled: z.boolean(), because: because.optional() });

/** A long work as its owner follows it. */
export const jobView = z.object({
  id: z.string(),
  plugin: z.string(),
  name: z.string(),
  title: z.string(),
  state: z.enum(['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED']),
  done: z.number(),
  total: z.number().nullable(),
  text: z.string().nullable(),
  result: z.unknown(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  cancelRequested: z.boolean(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type JobView = z.output<typeof jobView>;

/** Limits on reports of a page about faults in its plugins: faults of one call, and characters of each part. */
export const BROWSER_FAULT_LIMITS = { faults: 10, name: 200, message: 500, stack: 4_000, version: 100 } as const;

/** A fault in the web half of a plugin. */
const browserFault = z.strictObject({
  plugin: z.string().min(1).max(100),
  /**
   * Its file did not come, it did not wake, a page, panel or tap of it threw, or nothing caught the error (plugin
   * `core`).
   */
  moment: z.enum(['load', 'activate', 'page', 'panel', 'hook', 'uncaught']),
  /** Name of the page, panel or hook. */
  name: z.string().max(BROWSER_FAULT_LIMITS.name).optional(),
  message: z.string().max(BROWSER_FAULT_LIMITS.message),
  stack: z.string().max(BROWSER_FAULT_LIMITS.stack).optional(),
  version: z.string().max(BROWSER_FAULT_LIMITS.version).optional(),
});
export type BrowserFault = z.output<typeof browserFault>;

/** Calls of the kernel itself: which plugins there are, and the jobs menu. */
export const kernelApi = defineApi({
  service: 'main',
  operations: {
    installedPlugins: {
      method: 'GET',
      path: '/api/v1/plugins',
      summary: 'Plugins of this installation',
      access: 'signed-in',
      reply: z.object({ data: z.array(pluginState) }),
    },
    teamPlugins: {
      method: 'GET',
      path: '/api/v1/teams/:team_id/plugins',
      summary: 'Plugins of the team’s organization, with the reason of those that are off',
      access: 'team-member',
      params: z.strictObject({ team_id: id }),
      reply: z.object({ data: z.array(pluginState) }),
    },
    reportFaults: {
      method: 'POST',
      path: '/api/v1/plugin-faults',
      summary: 'Report errors in the web halves of plugins; those of plugins that the caller does not have are dropped',
      access: 'signed-in',
      bodyLimit: 262_144,
      body: z.strictObject({ faults: z.array(browserFault).min(1).max(BROWSER_FAULT_LIMITS.faults) }),
      reply: success,
    },
    listJobs: {
      method: 'GET',
      path: '/api/v1/jobs',
      summary: 'Jobs the caller started in the team, newest first',
      access: 'team-member',
      query: z.strictObject({ ...page }),
      reply: paged(jobView),
    },
    getJob: {
      method: 'GET',
      path: '/api/v1/jobs/:job_id',
      summary: 'One job',
      access: 'team-member',
      params: z.strictObject({ job_id: z.uuid() }),
      reply: jobView,
    },
    cancelJob: {
      method: 'POST',
      path: '/api/v1/jobs/:job_id/cancel',
      summary: 'Ask a job to stop at its next safe point; no effect on a finished one',
      access: 'team-member',
      params: z.strictObject({ job_id: z.uuid() }),
      reply: success,
    },
  },
});
