import type { JsonSchema } from '#plugins/annotate/annotations/common/index.ts';
import {
  commentSchema,
  instanceFields,
  metadataSchema,
  optional,
  tagsSchema,
} from '#plugins/annotate/annotations/common/index.ts';

type Fields = Readonly<Record<string, JsonSchema>>;

const number: JsonSchema = { type: 'number' };
const offset: JsonSchema = { type: 'integer', minimum: 0 };
const triple: JsonSchema = {
  type: 'object',
  required: ['x', 'y', 'z'],
  properties: { x: number, y: number, z: number },
};
const coordinates = (minItems: number): JsonSchema => ({ type: 'array', minItems, items: number });
const named: Fields = { className: { type: 'string', minLength: 1 } };

/** An instance of one type; what is in `own` must be there. */
function alternative(type: string, own: Fields): JsonSchema {
  return {
    type: 'object',
    required: ['type', ...Object.keys(own)],
    properties: { ...instanceFields('export'), id: optional('string'), type: { const: type }, ...own },
  };
}

function documentOf(title: string, types: Readonly<Record<string, Fields>>, more: Fields): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title,
    type: 'object',
    required: ['metadata'],
    properties: {
      metadata: metadataSchema,
      instances: optional('array', {
        items: { oneOf: Object.entries(types).map(([type, own]) => alternative(type, own)) },
      }),
      tags: tagsSchema,
      version: optional('string'),
      ...more,
    },
  };
}

const comments = optional('array', { items: { ...commentSchema, required: ['correspondence'] } });

/** Spans, tags and relations of text documents. */
export const textSchema: JsonSchema = documentOf(
  'Text annotations',
  {
    entity: { start: offset, end: offset },
    tag: named,
    relationship: { from: { type: 'string', minLength: 1 }, to: { type: 'string', minLength: 1 } },
  },
  { freeText: optional('string') },
);

/** Tags alone, of items of any kind. */
export const classificationSchema: JsonSchema = documentOf('Annotations of other items', { tag: named }, { comments });

/** Boxes, lines, areas and points in metres. */
export const pointCloudSchema: JsonSchema = documentOf(
  'Point cloud annotations',
  {
    cuboid: { position: triple, size: triple, rotation: triple },
    polyline: { points: coordinates(6) },
    polygon: { points: coordinates(9) },
    point: { x: number, y: number, z: number },
    tag: named,
  },
  { comments, segmentation: optional('object') },
);

const color: JsonSchema = {
  type: 'object',
  required: ['color'],
  properties: { color: { type: 'string', minLength: 1 } },
};

/** Areas of a mask; an instance has no type there, and tags may be beside them. */
export const partsSchema: JsonSchema = {
  ...documentOf('Pixel annotations', {}, { comments }),
  properties: {
    ...documentOf('Pixel annotations', {}, { comments }).properties,
    instances: optional('array', {
      items: {
        type: 'object',
        properties: { ...instanceFields('export'), parts: optional('array', { minItems: 1, items: color }) },
        anyOf: [
          { type: 'object', required: ['parts'] },
          { type: 'object', required: ['type', 'className'], properties: { type: { const: 'tag' } } },
        ],
      },
    }),
  },
};

/** Images with shapes where no editor says which. */
export const anyShapeSchema: JsonSchema = {
  ...partsSchema,
  title: 'Annotations',
  properties: {
    ...partsSchema.properties,
    instances: optional('array', {
      items: {
        type: 'object',
        required: ['type'],
        properties: { ...instanceFields('export'), type: { type: 'string', minLength: 1 } },
      },
    }),
  },
};

/** Values of a form in the compact shapes, or as instances. */
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
          ...instanceFields('export'),
          component_id: optional('string'),
          element_path: optional('array', { minItems: 1, items: { type: ['string', 'integer'] } }),
        },
      },
    }),
    tags: tagsSchema,
    version: optional('string'),
  },
};
