import type { DocumentForm, JsonSchema } from '#plugins/annotate/annotations/common/index.ts';
import {
  commentSchema,
  instanceFields,
  metadataSchema,
  optional,
  tagsSchema,
} from '#plugins/annotate/annotations/common/index.ts';

const part: JsonSchema = { type: 'object', required: ['color'], properties: { color: { type: 'string' } } };

/**
 * JSON Schema draft 7 of pixel documents. An instance has no type, only a tag has one; `mask` names the PNG on our
 * server and is absent in files, where the PNG lies beside the document.
 */
export const pixelSchema = (form: DocumentForm): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: `Pixel annotations, ${form} form`,
  type: 'object',
  required: ['metadata'],
  properties: {
    metadata: metadataSchema,
    instances: optional('array', {
      items: {
        type: 'object',
        properties: { ...instanceFields(form), parts: optional('array', { items: part }) },
        anyOf: [
          { type: 'object', required: ['parts'] },
          {
            type: 'object',
            required: ['type', form === 'export' ? 'className' : 'classId'],
            properties: { type: { const: 'tag' } },
          },
        ],
      },
    }),
    tags: tagsSchema,
    comments: optional('array', { items: commentSchema }),
    mask: optional('string'),
    version: optional('string'),
  },
});
