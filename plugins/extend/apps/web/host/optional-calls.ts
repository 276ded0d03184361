import { BYTES, defineApi, z } from '#core/api/common/index.ts';

/**
 * Calls of plugins that an organization may have switched off: apps run without them, and a call answers then that the
 * plugin is off. So they are named here by what goes over the wire, and not required.
 */
const inProject = z.object({ project_id: z.int() });

export const exploreCalls = defineApi({
  service: 'explore',
  operations: {
    search: {
      method: 'POST',
      path: '/api/v1/items/search',
      summary: 'The next 50 items a query finds',
      access: 'RunExplore',
      query: inProject,
      body: z.object({ query: z.string(), image_index: z.int() }),
      reply: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          folder_name: z.string(),
          annotation_status: z.int(),
          custom_metadata: z.record(z.string(), z.unknown()),
        }),
      ),
    },
    count: {
      method: 'POST',
      path: '/api/v1/items/count',
      summary: 'How many items a query finds',
      access: 'RunExplore',
      query: z.object({ project_id: z.int(), capped: z.boolean() }),
      body: z.object({ query: z.string() }),
      reply: z.object({ count: z.int(), exact: z.boolean() }),
    },
    setValues: {
      method: 'POST',
      path: '/api/v1/custom/metadata/item',
      summary: 'Fill fields of an item; others stay',
      access: 'SetItemPriority',
      query: z.object({ project_id: z.int(), folder_id: z.int() }),
      body: z.object({ data: z.record(z.string(), z.unknown()) }),
      reply: z.object({ succeeded_items: z.array(z.string()), failed_items: z.array(z.string()) }),
    },
  },
});

export const modelCalls = defineApi({
  service: 'main',
  operations: {
    projectModels: {
      method: 'GET',
      path: '/api/v1/project/:project_id/models',
      summary: 'Models that may be asked in a project',
      access: 'AnnotateItem',
      params: inProject,
      reply: z.object({ models: z.array(z.object({ name: z.string(), description: z.string() })) }),
    },
    runModel: {
      method: 'POST',
      path: '/api/v1/project/:project_id/models/run',
      summary: 'Ask a model; the answer is a stream of events',
      access: 'AnnotateItem',
      params: inProject,
      body: z.object({
        model: z.string(),
        prompt: z.string(),
        key: z.uuid(),
        params: z.object({ temperature: z.number().optional(), max_tokens: z.int().optional() }).optional(),
        item_id: z.int().optional(),
      }),
      reply: BYTES,
    },
  },
});

const startField = z.object({
  key: z.string(),
  type: z.enum(['text', 'number', 'boolean', 'date', 'single_select', 'multi_select', 'source', 'json', 'user']),
  required: z.boolean(),
  options: z.array(z.string()).optional(),
});

export const startCalls = defineApi({
  service: 'automations',
  operations: {
    listStarts: {
      method: 'GET',
      path: '/zimmer/api/v1/project/:project_id/trigger',
      summary: 'Pipelines that the person may start',
      access: 'ViewItem',
      params: inProject,
      reply: z.object({
        data: z.array(
          z.object({
            pipeline_id: z.int(),
            node_id: z.string(),
            title: z.string(),
            description: z.string(),
            fields: z.array(startField),
          }),
        ),
      }),
    },
    startPipeline: {
      method: 'POST',
      path: '/zimmer/api/v1/project/:project_id/trigger',
      summary: 'Start a pipeline on items',
      access: 'ViewItem',
      params: inProject,
      body: z.object({
        pipeline_id: z.int(),
        node_id: z.string(),
        item_ids: z.array(z.int()),
        values: z.record(z.string(), z.unknown()).optional(),
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
      reply: z.object({
        state: z.enum(['waiting', 'running', 'done', 'failed']),
        runs: z.object({ pending: z.int(), running: z.int(), success: z.int(), failed: z.int() }),
        reason: z.string().nullable(),
      }),
    },
  },
});
