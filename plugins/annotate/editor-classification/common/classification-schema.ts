import type { DocumentForm, JsonSchema } from '#plugins/annotate/annotations/common/index.ts';
import {
  commentSchema,
  instanceFields,
  metadataSchema,
  optional,
  tagsSchema,
} from '#plugins/annotate/annotations/common/index.ts';
import { documentKinds } from './content-facts.ts';

const count: JsonSchema = optional('integer', { minimum: 1 });
const size: JsonSchema = optional('integer', { minimum: 0 });

const content: JsonSchema = optional('object', {
  properties: {
    kind: optional('string', { enum: [...documentKinds, null] }),
    pages: count,
    frames: count,
    width: size,
    height: size,
    duration: size,
  },
});

const tag = (form: DocumentForm): JsonSchema => ({
  type: 'object',
  required: ['type', form === 'export' ? 'className' : 'classId'],
  properties: {
    ...instanceFields(form),
    id: optional('string'),
    type: { const: 'tag' },
    ...(form === 'export' ? { className: { type: 'string', minLength: 1 } } : { classId: { type: 'integer' } }),
  },
});

/** Comments may have a place in a picture, or a page. */
const comment: JsonSchema = {
  ...commentSchema,
  required: ['correspondence'],
  properties: {
    ...commentSchema.properties,
    x: optional('number'),
    y: optional('number'),
    page: optional('integer', { minimum: 1 }),
  },
};

/**
 * JSON Schema draft 7 of classification documents. The one alternative of `instances` is inline and has a `type`
 * const, which clients look for.
 */
export const classificationSchema = (form: DocumentForm): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: `Classification annotations, ${form} form`,
  type: 'object',
  required: ['metadata'],
  properties: {
    metadata: { ...metadataSchema, properties: { ...metadataSchema.properties, content } },
    instances: optional('array', { items: { oneOf: [tag(form)] } }),
    tags: tagsSchema,
    comments: optional('array', { items: comment }),
    version: optional('string'),
  },
});
