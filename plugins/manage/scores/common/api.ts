import { defineApi, id, listQuery, page, paged, success, z } from '#core/api/common/index.ts';
import { score, scoreChange, scoreDraft, scoreTypes } from './score.ts';

const email = z.string().trim().toLowerCase().max(254);
const ofScore = z.strictObject({ id });

/** A value to store. Value and weight are both there or both null. */
const valueDraft = z.looseObject({
  item_id: z.int().positive(),
  score_id: z.int().positive(),
  user_id: email,
  user_role: z.int().min(0).max(1_000_000),
  user_role_name: z.string().max(200).nullish(),
  value: z.union([z.number().min(-1e9).max(1e9), z.string().max(200), z.null()]),
  weight: z.number().positive('must be more than 0').max(1_000_000, 'must be at most 1000000').nullable(),
  component_id: z.string().max(200).nullish(),
});
export type ScoreValueDraft = z.output<typeof valueDraft>;

/** A stored value; `user_role` goes out as a text. */
export const scoreValue = z.object({
  item_id: z.int(),
  team_id: z.int(),
  project_id: z.int(),
  user_id: z.string(),
  user_role: z.string(),
  score_id: z.int(),
  value: z.union([z.number(), z.string(), z.null()]),
  weight: z.number().nullable(),
  component_id: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ScoreValue = z.output<typeof scoreValue>;

const values = z.looseObject({ data: z.array(valueDraft).min(1).max(1000) });

/** Score templates of a team. */
export const scoresApi = defineApi({
  service: 'work-management',
  operations: {
    listScores: {
      method: 'GET',
      path: '/api/v1/scores',
      summary: 'Score templates of the team',
      access: 'team-member',
      query: z.looseObject(listQuery),
      reply: paged(score),
    },
    getScore: {
      method: 'GET',
      path: '/api/v1/scores/:id',
      summary: 'One score template',
      access: 'team-member',
      params: ofScore,
      query: z.looseObject({}),
      reply: score,
    },
    createScore: {
      method: 'POST',
      path: '/api/v1/scores',
      summary: 'Make a score template',
      access: 'ManageScores',
      status: 201,
      body: scoreDraft,
      reply: score,
    },
    updateScore: {
      method: 'PATCH',
      path: '/api/v1/scores/:id',
      summary: 'Change a score template; its type stays',
      access: 'ManageScores',
      params: ofScore,
      body: scoreChange,
      reply: score,
    },
    deleteScore: {
      method: 'DELETE',
      path: '/api/v1/scores/:id',
      summary: 'Delete a score template that no form uses, with its values',
      access: 'ManageScores',
      params: ofScore,
      reply: success,
    },
    projectScores: {
      method: 'POST',
      reads: true,
      path: '/api/v1/scores/getProjectScores',
      summary: 'Averages of people in a project by score',
      access: 'ViewUserScores',
      body: z.looseObject({ project_id: id }),
      reply: z.object({
        data: z.array(
          z.object({ score_id: z.int(), name: z.string(), user_id: z.string(), average: z.number(), values: z.int() }),
        ),
        count: z.int(),
      }),
    },
    applyScores: {
      method: 'POST',
      path: '/api/v1/scores/apply',
      summary: 'Store values of scores; a new value replaces the one before',
      access: 'ApplyItemApprovalStatus',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: '1000 values',
      project: 'body.project_id',
      body: values.extend({ project_id: id }),
      reply: z.object({ data: z.array(scoreValue), count: z.int() }),
    },
  },
});

const average = z.number().nullable();

/** Scores of one person by one template. Averages are weighted means of numbers; null where there is none. */
export const personScore = z.object({
  score_id: z.int(),
  name: z.string(),
  type: z.enum(scoreTypes),
  payload: score.shape.payload,
  values: z.int(),
  averages: z.object({ 7: average, 14: average, 30: average }),
  /** Days of the last 30 that have values, in order, as `2026-11-20` in UTC. */
  days: z.array(z.object({ day: z.string(), average })),
  projects: z.array(z.object({ project_id: z.int(), name: z.string(), average, values: z.int() })),
  /** The newest values, the newest first. */
  latest: z.array(
    z.object({
      project_id: z.int(),
      item_id: z.int(),
      value: z.union([z.number(), z.string()]),
      weight: z.number(),
      updatedAt: z.string(),
    }),
  ),
});
export type PersonScore = z.output<typeof personScore>;

/** Scores of people as the screens show them. */
export const personScoresApi = defineApi({
  service: 'main',
  operations: {
    listPersonScores: {
      method: 'GET',
      path: '/api/v1/teams/:team_id/members/scores',
      summary: 'How one member was scored; without the right to see scores, the caller only',
      access: 'team-member',
      params: z.strictObject({ team_id: id }),
      query: z.strictObject({ email }),
      reply: z.object({ data: z.array(personScore) }),
    },
  },
});

/** Values of scores. */
export const scoreValuesApi = defineApi({
  service: 'scoring',
  operations: {
    listValues: {
      method: 'GET',
      path: '/api/v1/scores',
      summary: 'Values on items of a project; without the right to see scores, the caller’s own',
      access: 'ViewItem',
      project: 'query.project_id',
      query: z.looseObject({
        ...page,
        project_id: id,
        item_id: id.optional(),
        user_id: email.optional(),
        score_id: id.optional(),
      }),
      reply: paged(scoreValue),
    },
    putValues: {
      method: 'POST',
      path: '/api/v1/scores',
      summary: 'Store values; a new value replaces the one before',
      access: 'ApplyItemApprovalStatus',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: '1000 values',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id }),
      body: values,
      reply: z.object({ data: z.array(scoreValue), count: z.int() }),
    },
  },
});
