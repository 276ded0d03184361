import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, id, success, z } from '#core/api/common/index.ts';

const ofTemplate = z.strictObject({ template_id: id });
const name = z
  .string()
  .trim()
  .regex(...plainDirection)
  .min(1, 'give it a name')
  .max(200, 'use at most 200 characters');
const coordinate = z.number().min(-1e6).max(1e6);

/** Bytes of a skeleton as JSON at most. */
const MOST_BYTES = 100 * 1024;

/**
 * A skeleton. Coordinates are pixels of the drawing it was made in, y downwards; connections are pairs of places in
 * `points`, from 0; labels follow the points.
 */
export const skeleton = z
  .looseObject({
    points: z
      .array(z.looseObject({ x: coordinate, y: coordinate }))
      .min(1, 'draw at least one point')
      .max(500),
    connections: z
      .array(z.tuple([z.int().min(0), z.int().min(0)]))
      .max(2000)
      .default([]),
    labels: z.array(z.string().max(200)).max(500).default([]),
  })
  .superRefine((whole, context) => {
    const { points, connections, labels } = whole;
    if (new TextEncoder().encode(JSON.stringify(whole)).length > MOST_BYTES)
      context.addIssue({ code: 'custom', message: 'must have at most 100 KB' });
    if (connections.some(([from, to]) => from === to || from >= points.length || to >= points.length))
      context.addIssue({
        code: 'custom',
        path: ['connections'],
        message: 'must join two different points that are there',
      });
    if (labels.length > points.length)
      context.addIssue({ code: 'custom', path: ['labels'], message: 'are more than the points' });
  });
export type Skeleton = z.output<typeof skeleton>;

/** A skeleton template of a team. */
export const template = z.object({
  id: z.int(),
  team_id: z.int(),
  name: z.string(),
  type: z.int(),
  data: z.looseObject({}),
  isPublic: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Template = z.output<typeof template>;

const draft = z.looseObject({
  name,
  /** Project type the skeleton is for: 1 vector. */ type: z.int().min(1).max(8).default(1),
  data: skeleton,
  /** Offered to everybody who annotates, not to admins only. */ isPublic: z.boolean().default(true),
});
export type TemplateDraft = z.output<typeof draft>;
const change = z.looseObject({
  name: name.optional(),
  type: z.int().min(1).max(8).optional(),
  data: skeleton.optional(),
  isPublic: z.boolean().optional(),
});
export type TemplateChange = z.output<typeof change>;

/** Skeleton templates. */
export const templatesApi = defineApi({
  service: 'main',
  operations: {
    listTemplates: {
      method: 'GET',
      path: '/templates',
      summary: 'Skeleton templates of the team',
      access: 'team-member',
      query: z.looseObject({}),
      reply: z.object({ data: z.array(template) }),
    },
    createTemplate: {
      method: 'POST',
      path: '/templates',
      summary: 'Make a skeleton template',
      access: 'CreateProject',
      status: 201,
      body: draft,
      reply: template,
    },
    updateTemplate: {
      method: 'PUT',
      path: '/templates/:template_id',
      summary: 'Change a skeleton template; what is absent stays',
      access: 'CreateProject',
      params: ofTemplate,
      body: change,
      reply: template,
    },
    deleteTemplate: {
      method: 'DELETE',
      path: '/templates/:template_id',
      summary: 'Delete a skeleton template; what was drawn with it stays',
      access: 'CreateProject',
      params: ofTemplate,
      reply: success,
    },
  },
});
