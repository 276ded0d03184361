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
