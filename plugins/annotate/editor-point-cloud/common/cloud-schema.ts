import type { DocumentForm, JsonSchema } from '#plugins/annotate/annotations/common/index.ts';
import {
  commentSchema,
  instanceFields,
  metadataSchema,
  optional,
  tagsSchema,
} from '#plugins/annotate/annotations/common/index.ts';

const number: JsonSchema = { type: 'number' };
const vector: JsonSchema = {
  type: 'object',
  required: ['x', 'y', 'z'],
  properties: { x: number, y: number, z: number },
};
const triple: JsonSchema = { type: 'array', minItems: 3, items: number };
const moment: JsonSchema = { type: 'integer', minimum: 0 };

const geometries: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  cuboid: { position: vector, size: vector, rotation: vector },
  polyline: { points: { type: 'array', items: number } },
  polygon: { points: { type: 'array', items: number } },
  point: { x: number, y: number, z: number },
  segment: {
    points: { type: 'array', items: { type: 'integer', minimum: 0 } },
    instanceId: optional('integer', { minimum: 0 }),
    label: optional('integer', { minimum: 1, maximum: 65_535 }),
  },
};

const pointCloud: JsonSchema = optional('object', {
  properties: {
    points: optional('integer', { minimum: 0 }),
    fields: optional('array', { items: { type: 'string' } }),
    bounds: optional('object', { properties: { min: triple, max: triple } }),
    unit: optional('string', { enum: ['m', 'ft', 'us-ft', null] }),
    axes: optional('string'),
    offset: optional('array', { minItems: 3, items: number }),
    pose: optional('object', {
      required: ['position', 'rotation'],
      properties: { position: triple, rotation: { type: 'array', minItems: 4, items: number } },
    }),
  },
});

const images: JsonSchema = optional('array', {
  items: {
    type: 'object',
    required: ['name', 'width', 'height', 'intrinsics', 'extrinsics'],
    properties: {
      name: { type: 'string', minLength: 1 },
      width: { type: 'integer', minimum: 1 },
      height: { type: 'integer', minimum: 1 },
      intrinsics: { type: 'array', items: number },
      extrinsics: { type: 'array', items: number },
      distortion: optional('array', { items: number }),
    },
  },
});

const frames: JsonSchema = optional('array', {
  items: {
    type: 'object',
    required: ['index', 'timestamp'],
    properties: { index: moment, timestamp: moment, file: optional('string') },
  },
});

const segmentation: JsonSchema = optional('object', {
  properties: {
    file: optional('string'),
    encoding: optional('string', { enum: ['uint16le', null] }),
    runs: optional('array', { items: { type: 'integer', minimum: 0 } }),
    instances: optional('array', {
      items: {
        type: 'object',
        required: ['label'],
        properties: {
          label: { type: 'integer', minimum: 1, maximum: 65_535 },
          classId: optional('integer'),
          className: optional('string'),
          instanceId: optional('integer', { minimum: 0 }),
        },
      },
    }),
  },
});

/** An object has its geometry itself, or in the key frames of its segments. */
const parameters: JsonSchema = optional('array', {
  minItems: 1,
  items: {
    type: 'object',
    required: ['start', 'end', 'timestamps'],
    properties: {
      start: moment,
      end: moment,
      timestamps: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', required: ['timestamp'], properties: { timestamp: moment } },
      },
    },
  },
});

/** JSON Schema draft 7 of point cloud documents, with the fields of moving objects beside each other. */
export const cloudSchema = (form: DocumentForm): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: `Point cloud annotations, ${form} form`,
  type: 'object',
  required: ['metadata'],
  properties: {
    metadata: { ...metadataSchema, properties: { ...metadataSchema.properties, pointCloud, images, frames } },
    instances: optional('array', {
      items: {
        oneOf: [
          ...Object.entries(geometries).map(([type, geometry]) => ({
            type: 'object' as const,
            required: ['type'],
            properties: { ...instanceFields(form), type: { const: type }, ...geometry, parameters },
          })),
          {
            type: 'object' as const,
            required: form === 'export' ? ['type', 'className'] : ['type', 'classId'],
            properties: { ...instanceFields(form), type: { const: 'tag' } },
          },
        ],
      },
    }),
    tags: tagsSchema,
    comments: optional('array', {
      items: { ...commentSchema, properties: { ...commentSchema.properties, z: optional('number') } },
    }),
    segmentation,
    version: optional('string'),
  },
});
