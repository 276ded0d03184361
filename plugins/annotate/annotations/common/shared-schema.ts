import { emailPattern, timePattern } from './json-schema.ts';
import type { JsonSchema, SchemaType } from './json-schema.ts';

/**
 * Files name things, the stored form has ids: `export` asks for names of attributes, tag classes and
 * templates, `internal` for their ids.
 */
export type DocumentForm = 'export' | 'internal';

/** Every optional field may be null, which means "not set". */
export const optional = (type: SchemaType, rest: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...rest });

const time: JsonSchema = optional('string', { pattern: timePattern });
const author: JsonSchema = optional('object', {
  properties: { email: optional('string', { pattern: emailPattern }), role: optional('string') },
});

/** `metadata` of all types; `name` is the only field that must be there. */
export const metadataSchema: JsonSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1 },
    status: optional('string'),
    url: optional('string'),
    projectId: optional('integer'),
    annotatorEmail: optional('string', { pattern: emailPattern }),
    qaEmail: optional('string', { pattern: emailPattern }),
    lastAction: optional('object', {
      required: ['email', 'timestamp'],
      properties: { email: { type: 'string', pattern: emailPattern }, timestamp: { type: 'integer' } },
    }),
    width: optional('integer', { minimum: 0 }),
    height: optional('integer', { minimum: 0 }),
    pinned: optional('boolean'),
    isPredicted: optional('boolean'),
    isSegmented: optional('boolean'),
    duration: optional('number', { minimum: 0 }),
    error: optional('boolean'),
    contentLength: optional('integer', { minimum: 0 }),
  },
};

/** Author and time of changes, shared by instances and comments. */
export const auditFields: Readonly<Record<string, JsonSchema>> = {
  creationType: optional('string', { enum: ['Manual', 'Prediction', 'Preannotation', null] }),
  createdAt: time,
  updatedAt: time,
  createdBy: author,
  updatedBy: author,
};

/** Attribute values. */
export const attributesSchema = (form: DocumentForm): JsonSchema =>
  optional('array', {
    items: {
      type: 'object',
      required: form === 'export' ? ['groupName', 'name'] : ['groupId'],
      properties: {
        id: optional('integer'),
        groupId: optional('integer'),
        name: form === 'export' ? { type: ['string', 'number'] } : { type: ['string', 'number', 'null'] },
        // Files of the product hold empty ones.
        groupName: form === 'export' ? { type: 'string' } : optional('string'),
      },
    },
  });

/** Class, attributes, marks and audit fields of an instance. */
export const instanceFields = (form: DocumentForm): Readonly<Record<string, JsonSchema>> => ({
  classId: optional('integer'),
  className: optional('string', { minLength: 1 }),
  attributes: attributesSchema(form),
  probability: optional('integer', { minimum: 0, maximum: 100 }),
  groupId: optional('integer'),
  trackingId: optional('string'),
  pointLabels: optional('object', {
    propertyNames: { type: 'string', pattern: '^[0-9]+$' },
    additionalProperties: { type: 'string' },
  }),
  locked: optional('boolean'),
  visible: optional('boolean'),
  error: optional('boolean'),
  ...auditFields,
});

/** Comments of image types: a pin with at least one message. */
export const commentSchema: JsonSchema = {
  type: 'object',
  required: ['x', 'y', 'correspondence'],
  properties: {
    x: { type: 'number' },
    y: { type: 'number' },
    resolved: optional('boolean'),
    correspondence: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['text', 'email'],
        properties: {
          text: { type: 'string', minLength: 1 },
          email: { type: 'string', pattern: emailPattern },
          role: optional('string'),
          createdAt: time,
        },
      },
    },
    ...auditFields,
  },
};

/** Free strings on the item. */
export const tagsSchema: JsonSchema = optional('array', { items: { type: 'string', minLength: 1 } });
