import type { JsonSchema } from './json-schema.ts';
import {
  attributesSchema,
  auditFields,
  instanceFields,
  metadataSchema,
  optional,
  tagsSchema,
} from './shared-schema.ts';

const number: JsonSchema = { type: 'number' };
const moment: JsonSchema = { type: 'integer', minimum: 0 };
const corners = ['x1', 'y1', 'x2', 'y2'] as const;
const corner: JsonSchema = {
  type: 'object',
  required: corners,
  properties: Object.fromEntries(corners.map(key => [key, number])),
};
const turnedCorners = ['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4'] as const;
const turned: JsonSchema = {
  type: 'object',
  required: turnedCorners,
  properties: Object.fromEntries(turnedCorners.map(key => [key, number])),
};
const coordinates = (minItems: number): JsonSchema => ({ type: 'array', minItems, items: number });

/** Geometry of one keyframe, by type of the instance. */
const geometries: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  bbox: { points: corner },
  rbbox: { points: turned },
  ellipse: { cx: number, cy: number, rx: number, ry: number, angle: number },
  polygon: { points: coordinates(6) },
  polyline: { points: coordinates(4) },
  point: { x: number, y: number },
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
  },
  event: {},
  comment: { points: corner },
};

const message: JsonSchema = {
  type: 'object',
  required: ['text', 'email'],
  properties: { text: { type: 'string', minLength: 1 }, email: { type: 'string' }, role: optional('string') },
};

function moving(type: string, geometry: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const keyframe: JsonSchema = {
    type: 'object',
    required: ['timestamp', ...Object.keys(geometry)],
    properties: {
      timestamp: moment,
      ...geometry,
      ...(type === 'comment' ? {} : { attributes: attributesSchema('export') }),
    },
  };
  const own =
    type === 'comment'
      ? ({
          ...auditFields,
          resolved: optional('boolean'),
          correspondence: { type: 'array', minItems: 1, items: message },
        } satisfies Record<string, JsonSchema>)
      : instanceFields('export');
  return {
    type: 'object',
    required: ['meta', 'parameters'],
    properties: {
      meta: {
        type: 'object',
        required: ['type', 'start', 'end'],
        properties: { ...own, type: { const: type }, start: moment, end: moment },
      },
      parameters: {
        type: 'array',
        items: {
          type: 'object',
          required: ['start', 'end', 'timestamps'],
          properties: { start: moment, end: moment, timestamps: { type: 'array', items: keyframe } },
        },
      },
    },
  };
}

const tag: JsonSchema = {
  type: 'object',
  required: ['meta'],
  properties: {
    meta: {
      type: 'object',
      required: ['type', 'className'],
      properties: { ...instanceFields('export'), type: { const: 'tag' }, className: { type: 'string', minLength: 1 } },
    },
  },
};

/** JSON Schema draft 7 of video documents: each alternative of `instances` is inline and names its type in `meta`. */
export const timelineSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Video annotations',
  type: 'object',
  required: ['metadata'],
  properties: {
    metadata: metadataSchema,
    instances: optional('array', {
      items: { oneOf: [...Object.entries(geometries).map(([type, geometry]) => moving(type, geometry)), tag] },
    }),
    tags: tagsSchema,
    version: optional('string'),
  },
};
