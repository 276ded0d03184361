import type { DocumentForm, JsonSchema } from '#plugins/annotate/annotations/common/index.ts';
import {
  commentSchema,
  instanceFields,
  metadataSchema,
  optional,
  tagsSchema,
} from '#plugins/annotate/annotations/common/index.ts';

const place: JsonSchema = { type: 'integer', minimum: 0 };

function kinds(form: DocumentForm): Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> {
  return {
    entity: { start: place, end: place },
    tag: form === 'export' ? { className: { type: 'string', minLength: 1 } } : { classId: { type: 'integer' } },
    relationship: { from: { type: 'string', minLength: 1 }, to: { type: 'string', minLength: 1 } },
  };
}

const alternative = (type: string, fields: Readonly<Record<string, JsonSchema>>, form: DocumentForm): JsonSchema => ({
  type: 'object',
  required: ['type', ...Object.keys(fields)],
  properties: { ...instanceFields(form), id: optional('string'), type: { const: type }, ...fields },
});

/** Comments on a range of the text in place of a pin; one without is about the entire text. */
const rangeComment: JsonSchema = {
  ...commentSchema,
  required: ['correspondence'],
  properties: { ...commentSchema.properties, start: place, end: place },
};

/**
 * JSON Schema draft 7 of text documents. The alternatives of `instances` are inline and each has a `type` const,
 * which clients look for.
 */
export const textSchema = (form: DocumentForm): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: `Text annotations, ${form} form`,
  type: 'object',
  required: ['metadata'],
  properties: {
    metadata: metadataSchema,
    instances: optional('array', {
      items: { oneOf: Object.entries(kinds(form)).map(([type, fields]) => alternative(type, fields, form)) },
    }),
    tags: tagsSchema,
    freeText: optional('string'),
    comments: optional('array', { items: rangeComment }),
    version: optional('string'),
  },
});
