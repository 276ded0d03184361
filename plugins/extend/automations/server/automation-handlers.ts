import type { Handlers } from '#core/api/server/index.ts';
import type { automationsApi } from '../common/api.ts';
import type { DryRun } from './dry-run.ts';
import type { PipelineVersions } from './pipeline-versions.ts';
import type { Pipelines } from './pipelines.ts';
import type { RunHistory } from './runs/run-history.ts';
import type { RunStatistics } from './runs/run-statistics.ts';

interface Services {
  readonly pipelines: Pipelines;
  readonly versions: PipelineVersions;
  readonly dryRun: DryRun;
  readonly history: RunHistory;
  readonly statistics: RunStatistics;
}

/** Calls of the automations service. */
export function automationHandlers(services: Services): Handlers<typeof automationsApi> {
  const { pipelines, versions, dryRun, history, statistics } = services;
  return {
    listPipelines: async (_, context) => ({ data: await pipelines.list(context) }),
    createPipeline: ({ body: { enabled = true, ...draft } }, context) => pipelines.create(context, draft, enabled),
    getPipeline: ({ params }, context) => pipelines.get(context, params.pipeline_id),
    savePipeline: ({ params, body: { version, ...draft } }, context) =>
      pipelines.save(context, params.pipeline_id, draft, version),
    enablePipeline: ({ params, body }, context) => pipelines.enable(context, params.pipeline_id, body.enabled),
    setWebhookSecret: ({ params, body }, context) =>
      pipelines.setWebhookSecret(context, params.pipeline_id, body.secret),
    async deletePipeline({ params }, context) {
      await pipelines.remove(context, params.pipeline_id);
      return { success: true };
    },
    listPipelineVersions: async ({ params }, context) => ({ data: await versions.list(context, params.pipeline_id) }),
    getPipelineVersion: ({ params }, context) => versions.get(context, params.pipeline_id, params.number),
    dryRunPipeline: ({ body }, context) => dryRun.try(context, body),
    applyDryRun: ({ body: { digest, ...tried } }, context) => dryRun.apply(context, tried, digest),
    fireTrigger: async ({ body }, context) => ({ event_id: await history.fire(context, body) }),
    listRuns: ({ query }, context) => history.list(context, query),
    getRun: ({ params }, context) => history.get(context, params.run_id),
    listTaskResults: async ({ query }, context) => ({ data: await history.steps(context, query.run_id) }),
    revokeRun: ({ params }, context) => history.revoke(context, params.run_id),
    repeatRun: async ({ params, query }, context) => ({
      event_id: await history.repeat(context, params.run_id, query.key),
    }),
    automationDashboard: (_, context) => statistics.dashboard(context),
    automationCharts: async ({ query, headers }, context) => ({
      data: await statistics.chart(context, query, String(headers['x-client-timezone'] ?? 'UTC')),
    }),
  };
}
