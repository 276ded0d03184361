import { defineApi, id, paged, success, z } from '#core/api/common/index.ts';

/** Most steps of a project. */
export const STEP_LIMIT = 200;

const ofProject = z.strictObject({ project_id: id });
const anyQuery = z.looseObject({});
const number = z.int().positive().max(2_147_483_647);

/** A basic step as it is read. */
export const step = z.object({
  id: z.int(),
  project_id: z.int(),
  step: z.int(),
  class_id: z.int(),
  className: z.string(),
  tool: z.int().nullable(),
  attribute: z.array(
    z.object({
      attribute: z.object({
        id: z.int(),
        name: z.string(),
        attribute_group: z.object({ id: z.int(), name: z.string() }),
      }),
    }),
  ),
});
export type Step = z.output<typeof step>;

/**
 * Basic steps to store. Their `attribute` entries carry names only and are not stored: the ids follow in another call.
 */
const stepDrafts = z.looseObject({
  steps: z
    .array(z.looseObject({ step: number, class_id: number, tool: z.int().min(0).max(1000).nullish() }))
    .max(STEP_LIMIT, `a project has at most ${STEP_LIMIT} steps`),
});
export type StepDrafts = z.output<typeof stepDrafts>;

/** Basic steps in order with all they have, as the screen stores them at once. */
const wholeSteps = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        class_id: number,
        tool: z.int().min(0).max(1000).nullable(),
        attribute_ids: z.array(number).max(1000),
      }),
    )
    .max(STEP_LIMIT, `a project has at most ${STEP_LIMIT} steps`),
});
export type WholeSteps = z.output<typeof wholeSteps>;

const stepAttributes = z.looseObject({
  data: z.array(z.looseObject({ workflow_id: number, attribute_id: number })).max(10_000),
});

/** Points of a skeleton and the lines between them. */
export const keyPointSteps = z.looseObject({
  steps: z
    .array(
      z.looseObject({
        id: number,
        class_id: number,
        attribute: z.array(z.looseObject({ attribute: z.looseObject({ id: number, group_id: number }) })).nullish(),
      }),
    )
    .max(STEP_LIMIT, `a project has at most ${STEP_LIMIT} steps`),
  connections: z.array(z.tuple([number, number])).max(2000),
});
export type KeyPointSteps = z.output<typeof keyPointSteps>;

const get = {
  method: 'GET',
  access: 'ViewItem',
  project: 'params.project_id',
  params: ofProject,
  query: anyQuery,
} as const;
const post = {
  method: 'POST',
  access: 'UpdateProjectSettings',
  project: 'params.project_id',
  params: ofProject,
  query: anyQuery,
  reply: success,
} as const;

/** Steps under the paths of the public client, and under those of the specification (section 7). */
export const stepsApi = defineApi({
  service: 'main',
  operations: {
    getSteps: {
      ...get,
      path: '/project/:project_id/workflow',
      summary: 'The basic steps of a project in order',
      reply: paged(step),
    },
    replaceSteps: {
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: '200 steps',
      ...post,
      path: '/project/:project_id/workflow',
      summary: 'Replace the basic steps of a project; the project then has basic steps',
      body: stepDrafts,
    },
    addStepAttributes: {
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: '10 000 pairs of steps and attributes',
      ...post,
      path: '/project/:project_id/workflow_attribute',
      summary: 'Add attributes to basic steps, in order',
      body: stepAttributes,
    },
    listSteps: {
      ...get,
      path: '/api/v1/project/:project_id/steps',
      summary: 'The basic steps of a project in order',
      reply: paged(step),
    },
    putSteps: {
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: '200 steps',
      ...post,
      path: '/api/v1/project/:project_id/steps',
      summary: 'Replace the basic steps of a project; the project then has basic steps',
      body: stepDrafts,
    },
    saveSteps: {
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: '200 steps with 1000 attributes each',
      ...post,
      method: 'PUT',
      path: '/api/v1/project/:project_id/steps',
      summary: 'Replace the basic steps of a project together with their attributes',
      body: wholeSteps,
    },
    putStepAttributes: {
      bodyLimit: 2 * 1024 * 1024,
      bodyReason: '10 000 pairs of steps and attributes',
      ...post,
      path: '/api/v1/project/:project_id/step-attributes',
      summary: 'Add attributes to basic steps, in order',
      body: stepAttributes,
    },
    uploadKeyPoints: {
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: '200 steps with their attributes',
      ...post,
      path: '/api/v1/project/:project_id/uploadSteps',
      summary: 'Replace the key-point steps; the project then has key-point steps',
      body: z.looseObject({ steps: keyPointSteps }),
    },
    downloadKeyPoints: {
      ...get,
      path: '/api/v1/project/:project_id/downloadSteps',
      summary: 'The key-point steps as they were given',
      reply: z.object({ steps: z.looseObject({ steps: z.array(z.unknown()), connections: z.array(z.unknown()) }) }),
    },
  },
});
