import { defineApi, id, success, z } from '#core/api/common/index.ts';
import { dryRunResult, MOST_DRY_ITEMS } from './dry-run.ts';
import { pipelineGraph } from './pipeline.ts';
import { awaitedTransition, pipelineFigures } from './pipeline-figures.ts';
import { failureReasons, runStates } from './run-states.ts';

const ofPipeline = z.strictObject({ pipeline_id: id });
const ofVersion = z.strictObject({ pipeline_id: id, number: id });
const ofRun = z.strictObject({ run_id: id });
const name = z.string().trim().min(1, 'give it a name').max(120, 'use at most 120 characters');
const description = z.string().max(2000, 'use at most 2000 characters');
const head = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  /** Why it was disabled by the system: its owner left the team. */
  disabled_reason: z.enum(['owner_left']).nullable(),
  version: z.int(),
  /** E-mail of the last person who saved it; runs have their rights. */
  owner: z.string(),
  events: z.array(z.string()),
  has_webhook_secret: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PipelineHead = z.output<typeof head>;

const listed = head.extend({
  /** Transitions of workflows that begin it; null is each one. */
  transitions: z.array(awaitedTransition),
  last_run: z.string().nullable(),
  /** Finished runs of the last 24 hours. */
  succeeded: z.int(),
  failed: z.int(),
});
export type ListedPipeline = z.output<typeof listed>;

const stored = head.extend({ graph: pipelineGraph });
export type StoredPipeline = z.output<typeof stored>;

const draft = { name, description, graph: pipelineGraph } as const;

const run = z.object({
  id: z.int(),
  pipeline_id: z.int(),
  pipeline_name: z.string(),
  pipeline_version: z.int(),
  node_id: z.string(),
  event: z.string(),
  project_id: z.int().nullable(),
  item_id: z.int().nullable(),
  /** Name of the item or project it is about. */
  subject: z.string(),
  state: z.enum(runStates),
  retry_of: z.int().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type RunView = z.output<typeof run>;

const taskResult = z.object({
  id: z.int(),
  run_id: z.int(),
  node_id: z.string(),
  action_type: z.string(),
  state: z.enum(runStates),
  reason: z.enum(failureReasons).nullable(),
  attempt: z.int(),
  /** The step that this one tries again. */
  retry_of: z.int().nullable(),
  /** Until when it waits: delays, and pauses before another attempt. */
  due_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  duration_ms: z.int().nullable(),
  output: z.unknown(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Log of the code of a custom action. */
  log: z.string().nullable(),
  /** Result of the action before, as a custom action got it. */
  previous: z.unknown(),
  memory_mb: z.number().nullable(),
  /** Places in the source where its code failed, innermost first. */
  stack: z.string().nullable(),
});
export type TaskResult = z.output<typeof taskResult>;

const historyFilter = {
  pipeline_id: id.optional(),
  state: z.enum(runStates).optional(),
  event: z.string().max(60).optional(),
} as const;

const counts = z.object({ pending: z.int(), running: z.int(), success: z.int(), failed: z.int() });
const chosenItems = z.array(id).min(1, 'choose at least one item').max(MOST_DRY_ITEMS);

/** Pipelines and what became of them. The path calls a pipeline `workflow`. */
export const automationsApi = defineApi({
  service: 'automations',
  operations: {
    listPipelines: {
      method: 'GET',
      path: '/zimmer/api/v1/workflow',
      summary: 'Pipelines of the team, by name, with their last day of runs',
      access: 'ViewAutomations',
      reply: z.object({ data: z.array(listed) }),
    },
    createPipeline: {
      method: 'POST',
      path: '/zimmer/api/v1/workflow',
      summary: 'Create a pipeline, enabled unless said otherwise',
      access: 'ManagePipelines',
      status: 201,
      body: z.strictObject({ ...draft, enabled: z.boolean().optional() }),
      reply: stored,
    },
    getPipeline: {
      method: 'GET',
      path: '/zimmer/api/v1/workflow/:pipeline_id',
      summary: 'A pipeline with its graph',
      access: 'ViewAutomations',
      params: ofPipeline,
      reply: stored,
    },
    savePipeline: {
      method: 'PUT',
      path: '/zimmer/api/v1/workflow/:pipeline_id',
      summary: 'Save a new version of a pipeline; 409 when another version was saved since',
      access: 'ManagePipelines',
      params: ofPipeline,
      body: z.strictObject({ ...draft, version: z.int().positive() }),
      reply: stored,
    },
    enablePipeline: {
      method: 'PUT',
      path: '/zimmer/api/v1/workflow/:pipeline_id/enabled',
      summary: 'Enable or disable a pipeline; actions that wait already still run',
      access: 'ManagePipelines',
      params: ofPipeline,
      body: z.strictObject({ enabled: z.boolean() }),
      reply: stored,
    },
    setWebhookSecret: {
      method: 'PUT',
      path: '/zimmer/api/v1/workflow/:pipeline_id/webhook_secret',
      summary: 'Replace the secret that signs the webhooks of a pipeline, or remove it; it is never answered',
      access: 'ManagePipelines',
      params: ofPipeline,
      body: z.strictObject({
        secret: z.string().min(16, 'use at least 16 characters').max(200, 'use at most 200 characters').nullable(),
      }),
      reply: stored,
    },
    deletePipeline: {
      method: 'DELETE',
      path: '/zimmer/api/v1/workflow/:pipeline_id',
      summary: 'Delete a pipeline; its history stays',
      access: 'ManagePipelines',
      params: ofPipeline,
      reply: success,
    },
    listPipelineVersions: {
      method: 'GET',
      path: '/zimmer/api/v1/workflow/:pipeline_id/version',
      summary: 'Versions of a pipeline, newest first',
      access: 'ViewAutomations',
      params: ofPipeline,
      reply: z.object({ data: z.array(z.object({ version: z.int(), author: z.string(), createdAt: z.string() })) }),
    },
    getPipelineVersion: {
      method: 'GET',
      path: '/zimmer/api/v1/workflow/:pipeline_id/version/:number',
      summary: 'One version of a pipeline',
      access: 'ViewAutomations',
      params: ofVersion,
      reply: z.object({ version: z.int(), name: z.string(), description: z.string(), graph: pipelineGraph }),
    },
    dryRunPipeline: {
      method: 'POST',
      path: '/zimmer/api/v1/workflow/dry_run',
      summary: 'What a pipeline would change of chosen items, without changing them',
      access: 'ManagePipelines',
      body: z.strictObject({
        graph: pipelineGraph,
        node_id: z.string().max(40),
        project_id: id,
        item_ids: chosenItems,
      }),
      reply: dryRunResult,
    },
    applyDryRun: {
      method: 'POST',
      path: '/zimmer/api/v1/workflow/dry_run/apply',
      summary: 'Make exactly the changes of a dry run; 409 when the items changed since',
      access: 'ManagePipelines',
      body: z.strictObject({
        graph: pipelineGraph,
        node_id: z.string().max(40),
        project_id: id,
        item_ids: chosenItems,
        digest: z.string().max(100),
      }),
      reply: dryRunResult,
    },
    fireTrigger: {
      method: 'POST',
      path: '/zimmer/api/v1/trigger',
      summary: 'Run a pipeline that is started by hand on chosen items',
      access: 'ManagePipelines',
      status: 202,
      body: z.strictObject({
        pipeline_id: id,
        node_id: z.string().max(40).optional(),
        project_id: id,
        item_ids: z.array(id).min(1).max(5000),
        /** Makes sending it again harmless: the same key runs once. */
        key: z.string().min(8).max(80).optional(),
      }),
      reply: z.object({ event_id: z.int() }),
    },
    listRuns: {
      method: 'GET',
      path: '/zimmer/api/v1/history',
      summary: 'Runs, newest first',
      access: 'ViewAutomations',
      query: z.strictObject({
        ...historyFilter,
        offset: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      reply: z.object({ data: z.array(run), total_count: z.int() }),
    },
    getRun: {
      method: 'GET',
      path: '/zimmer/api/v1/history/:run_id',
      summary: 'A run with the context of its event',
      access: 'ViewAutomations',
      params: ofRun,
      reply: run.extend({ context: z.unknown() }),
    },
    listTaskResults: {
      method: 'GET',
      path: '/zimmer/api/v1/task_result',
      summary: 'Steps of a run, in the order they began',
      access: 'ViewAutomations',
      query: ofRun,
      reply: z.object({ data: z.array(taskResult) }),
    },
    revokeRun: {
      method: 'POST',
      path: '/zimmer/api/v1/history/:run_id/revoke',
      summary: 'Stop a run: its pending steps fail as revoked',
      access: 'ManagePipelines',
      params: ofRun,
      reply: run,
    },
    repeatRun: {
      method: 'POST',
      path: '/zimmer/api/v1/history/:run_id/repeat',
      summary: 'Run the pipeline again for the same event',
      access: 'ManagePipelines',
      params: ofRun,
      query: z.strictObject({
        /** Makes sending it again harmless: the same key runs once. */
        key: z.string().min(8).max(80).optional(),
      }),
      status: 202,
      reply: z.object({ event_id: z.int() }),
    },
    automationDashboard: {
      method: 'GET',
      path: '/zimmer/api/v1/dashboard',
      summary: 'Runs of the last 24 hours by state, and how many wait',
      access: 'ViewAutomations',
      reply: z.object({
        last_day: counts,
        waiting: z.int(),
        /** Milliseconds from an event to the start of its run; null without runs. */
        median_wait_ms: z.int().nullable(),
        /** Pipelines with the most code, then the most runs, of the last 24 hours; at most ten. */
        pipelines: z.array(pipelineFigures),
      }),
    },
    automationCharts: {
      method: 'GET',
      path: '/zimmer/api/v1/charts',
      summary: 'Runs by state over time, in the time zone of the X-Client-Timezone header',
      access: 'ViewAutomations',
      query: z.strictObject({
        ...historyFilter,
        from: z.iso.datetime({ offset: true }),
        to: z.iso.datetime({ offset: true }),
        bucket: z.enum(['month', 'day', 'hour', 'minute', 'second']),
      }),
      reply: z.object({ data: z.array(counts.extend({ t: z.string() })) }),
    },
  },
});
