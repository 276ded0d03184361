import type { JsonSchema } from '#plugins/annotate/annotations/common/index.ts';
import { auditFields, metadataSchema, optional, tagsSchema } from '#plugins/annotate/annotations/common/index.ts';

const path: JsonSchema = { type: 'array', minItems: 1, items: { type: ['string', 'integer'] } };

const message: JsonSchema = {
  type: 'object',
  required: ['text', 'email'],
  properties: { text: { type: 'string', minLength: 1 }, email: { type: 'string', minLength: 1 } },
};

/** JSON Schema draft 7 of forms as they are uploaded, compact or as instances. */
export const formSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Multimodal annotations',
  type: 'object',
  required: ['metadata'],
  properties: {
    metadata: metadataSchema,
    data: optional('object'),
    instances: optional('array', {
      items: {
        type: 'object',
        properties: {
          ...auditFields,
          type: optional('string'),
          className: optional('string'),
          component_id: optional('string'),
          element_path: path,
        },
      },
    }),
    tags: tagsSchema,
    comments: optional('array', {
      items: {
        type: 'object',
        required: ['correspondence'],
        properties: {
          ...auditFields,
          element_path: path,
          resolved: optional('boolean'),
          correspondence: { type: 'array', minItems: 1, items: message },
        },
      },
    }),
    version: optional('string'),
  },
};
