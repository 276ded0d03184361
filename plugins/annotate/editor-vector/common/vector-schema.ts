import type { DocumentForm, JsonSchema } from '#plugins/annotate/annotations/common/index.ts';
import {
  commentSchema,
  instanceFields,
  metadataSchema,
  optional,
  tagsSchema,
} from '#plugins/annotate/annotations/common/index.ts';

const number: JsonSchema = { type: 'number' };
const place: JsonSchema = { type: 'object', required: ['x', 'y'], properties: { x: number, y: number } };

const numbers = (keys: readonly string[]): JsonSchema => ({
  type: 'object',
  required: keys,
  properties: Object.fromEntries(keys.map(key => [key, number])),
});
const coordinates = (minItems: number): JsonSchema => ({ type: 'array', minItems, items: number });

function geometries(form: DocumentForm): Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> {
  return {
    bbox: { points: numbers(['x1', 'y1', 'x2', 'y2']) },
    rbbox: { points: numbers(['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4']) },
    polygon: { points: coordinates(6), exclude: optional('array', { items: coordinates(6) }) },
    polyline: { points: coordinates(4) },
    point: { x: number, y: number },
    ellipse: {
      cx: number,
      cy: number,
      rx: { type: 'number', minimum: 0 },
      ry: { type: 'number', minimum: 0 },
      angle: number,
    },
    template: {
      points: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['id', 'x', 'y'],
          properties: { id: { type: 'integer' }, x: number, y: number },
        },
      },
      connections: optional('array', {
        items: {
          type: 'object',
          required: ['from', 'to'],
          properties: { id: optional('integer'), from: { type: 'integer' }, to: { type: 'integer' } },
        },
      }),
      templateName: form === 'export' ? { type: 'string', minLength: 1 } : optional('string'),
      templateId: form === 'export' ? optional('integer') : { type: 'integer' },
    },
    cuboid: {
      points: {
        type: 'object',
        required: ['f1', 'f2', 'r1', 'r2'],
        properties: { f1: place, f2: place, r1: place, r2: place },
      },
    },
    tag: form === 'export' ? { className: { type: 'string', minLength: 1 } } : { classId: { type: 'integer' } },
  };
}

const optionalGeometry: ReadonlySet<string> = new Set(['exclude', 'connections']);

function alternative(type: string, geometry: Readonly<Record<string, JsonSchema>>, form: DocumentForm): JsonSchema {
  const identity = form === 'export' ? 'templateId' : 'templateName';
  const required = Object.keys(geometry).filter(key => !optionalGeometry.has(key) && key !== identity);
  return {
    type: 'object',
    required: ['type', ...required],
    properties: { ...instanceFields(form), type: { const: type }, ...geometry },
  };
}

/**
 * JSON Schema draft 7 of vector documents. The alternatives of `instances` are inline and each has
 * a `type` const, which clients look for.
 */
export const vectorSchema = (form: DocumentForm): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: `Vector annotations, ${form} form`,
  type: 'object',
  required: ['metadata'],
  properties: {
    metadata: metadataSchema,
    instances: optional('array', {
      items: { oneOf: Object.entries(geometries(form)).map(([type, geometry]) => alternative(type, geometry, form)) },
    }),
    tags: tagsSchema,
    comments: optional('array', { items: commentSchema }),
    version: optional('string'),
  },
});
