import { defineApi, id, z } from '#core/api/common/index.ts';
import { eventFields } from './event-fields.ts';

const inProject = z.strictObject({ project_id: id });
const ofStart = z.strictObject({ project_id: id, event_id: id });

/** Most items of one start. */
export const MOST_STARTED = 5_000;

/** A pipeline that the caller may start on items of a project. */
const offered = z.object({
  pipeline_id: z.int(),
  /** The event of the pipeline that is started. */
  node_id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Fields of the form that is filled in first. */
  fields: eventFields,
});
export type OfferedStart = z.output<typeof offered>;

/** State of a start. */
const progress = z.object({
  event_id: z.int(),
  pipeline_id: z.int(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Runs by state; all are 0 until they are made. */
  runs: z.object({ pending: z.int(), running: z.int(), success: z.int(), failed: z.int() }),
  /** The first run, for a link to the history. */
  run_id: z.int().nullable(),
  /** Why it waits, or why its first failed run failed. */
  reason: z.string().nullable(),
});
export type StartProgress = z.output<typeof progress>;

/** Pipelines that people start by hand where they work: on the open item, on selected items, in an app, in a form. */
export const startsApi = defineApi({
  service: 'automations',
  operations: {
    listStarts: {
      method: 'GET',
      path: '/zimmer/api/v1/project/:project_id/trigger',
      summary: 'Pipelines that the caller may start on items of a project, with the fields of their forms',
      access: 'ViewItem',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({
        /** `form`: those that a button of a form starts. */
        by: z.enum(['person', 'form']).default('person'),
      }),
      reply: z.object({ data: z.array(offered) }),
    },
    startPipeline: {
      method: 'POST',
      path: '/zimmer/api/v1/project/:project_id/trigger',
      summary: 'Start a pipeline on items that the caller sees; 422 names the values that are wrong',
      access: 'ViewItem',
      project: 'params.project_id',
      params: inProject,
      status: 202,
      body: z.strictObject({
        pipeline_id: id,
        node_id: z.string().max(40),
        item_ids: z.array(id).min(1, 'choose at least one item').max(MOST_STARTED),
        values: z.record(z.string().max(200), z.unknown()).optional(),
        /** Makes sending it again harmless: the same key starts once. */
        key: z.string().min(8).max(80).optional(),
      }),
      reply: z.object({ event_id: z.int() }),
    },
    getStart: {
      method: 'GET',
      path: '/zimmer/api/v1/project/:project_id/trigger/:event_id',
      summary: 'State of a start, for the person who made it',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofStart,
      reply: progress,
    },
  },
});
