import { defineApi, z } from '#core/api/common/index.ts';

const inProject = z.object({ project_id: z.int() });

/**
 * Calls of automations, which an organization may have switched off: forms work without them, and a press answers then
 * that they are off. So they are named here by what goes over the wire, and not required.
 */
export const pipelineCalls = defineApi({
  service: 'automations',
  operations: {
    listStarts: {
      method: 'GET',
      path: '/zimmer/api/v1/project/:project_id/trigger',
      summary: 'Pipelines that a button of a form may start',
      access: 'ViewItem',
      params: inProject,
      query: z.object({ by: z.literal('form') }),
      reply: z.object({ data: z.array(z.object({ pipeline_id: z.int(), node_id: z.string(), title: z.string() })) }),
    },
    startPipeline: {
      method: 'POST',
      path: '/zimmer/api/v1/project/:project_id/trigger',
      summary: 'Start a pipeline on an item with the values of its form',
      access: 'ViewItem',
      params: inProject,
      body: z.object({
        pipeline_id: z.int(),
        node_id: z.string(),
        item_ids: z.array(z.int()),
        values: z.record(z.string(), z.unknown()),
        key: z.string(),
      }),
      reply: z.object({ event_id: z.int() }),
    },
    getStart: {
      method: 'GET',
      path: '/zimmer/api/v1/project/:project_id/trigger/:event_id',
      summary: 'State of a start',
      access: 'ViewItem',
      params: z.object({ project_id: z.int(), event_id: z.int() }),
      reply: z.object({ state: z.enum(['waiting', 'running', 'done', 'failed']), reason: z.string().nullable() }),
    },
  },
});
