import { defineApi, id, z } from '#core/api/common/index.ts';

const query = z.looseObject({ project_id: id });
const ofFolder = z.looseObject({ project_id: id, folder_id: id.optional() });
const many = (count: number, most: number): boolean => count <= most;

/** The fields of a project: name to its allowed values, as it was given. */
const schema = z.record(z.string(), z.unknown());

/** Most items of one call. */
const ITEMS = 5000;

/** Fields of a project's own for its items. */
export const customMetadataApi = defineApi({
  service: 'explore',
  operations: {
    createFields: {
      method: 'POST',
      path: '/api/v1/custom/metadata/schema',
      summary: 'Add fields of custom metadata to a project',
      access: 'UpdateProjectSettings',
      project: 'query.project_id',
      query,
      body: z.looseObject({ data: schema }),
      reply: schema,
    },
    getFields: {
      method: 'GET',
      path: '/api/v1/custom/metadata/schema',
      summary: 'The fields of custom metadata of a project',
      access: 'ViewItem',
      project: 'query.project_id',
      query,
      reply: schema,
    },
    countValues: {
      method: 'GET',
      path: '/api/v1/custom/metadata/schema/counts',
      summary: 'How many items have a value in each field of custom metadata',
      access: 'UpdateProjectSettings',
      project: 'query.project_id',
      query,
      reply: z.record(z.string(), z.int()),
    },
    deleteFields: {
      method: 'DELETE',
      path: '/api/v1/custom/metadata/schema',
      summary: 'Remove fields of custom metadata with the values items have in them',
      access: 'UpdateProjectSettings',
      project: 'query.project_id',
      query,
      body: z.looseObject({ custom_fields: z.array(z.string()).max(1000) }),
      reply: schema,
    },
    setValues: {
      method: 'POST',
      path: '/api/v1/custom/metadata/item',
      summary: 'Fill fields of items of a folder; others stay',
      access: 'SetItemPriority',
      bodyLimit: 16 * 1024 * 1024,
      bodyReason: 'The values of 5000 items',
      project: 'query.project_id',
      query: ofFolder,
      body: z.looseObject({
        data: z
          .record(z.string(), z.unknown())
          .refine(data => many(Object.keys(data).length, ITEMS), `send at most ${ITEMS} items at a time`),
      }),
      reply: z.object({ succeeded_items: z.array(z.string()), failed_items: z.array(z.string()) }),
    },
    emptyValues: {
      method: 'DELETE',
      path: '/api/v1/custom/metadata/item',
      summary: 'Empty fields of items of a folder',
      access: 'SetItemPriority',
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'The names of 1000 items',
      project: 'query.project_id',
      query: ofFolder,
      body: z.looseObject({
        data: z
          .record(z.string(), z.array(z.string()).max(1000))
          .refine(data => many(Object.keys(data).length, ITEMS), `send at most ${ITEMS} items at a time`),
      }),
      reply: z.object({ succeeded_items: z.array(z.string()), failed_items: z.array(z.string()) }),
    },
    getValues: {
      method: 'POST',
      path: '/api/v1/custom/metadata/item/value',
      summary: 'What items have in their fields',
      access: 'ViewItem',
      project: 'query.project_id',
      reads: true,
      query,
      body: z.looseObject({ item_id: z.array(z.int().positive().max(2_147_483_647)).max(ITEMS) }),
      reply: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    },
  },
});
