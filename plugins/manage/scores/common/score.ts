import { plainDirection } from '#core/base/common/index.ts';
import { defineQuery, z } from '#core/api/common/index.ts';

export const scoreTypes = ['rating', 'number', 'radio'] as const;
export type ScoreType = (typeof scoreTypes)[number];

const name = z
  .string()
  .trim()
  .regex(...plainDirection)
  .min(1, 'must not be empty')
  .max(200, 'use at most 200 characters');
const description = z.string().max(2000, 'use at most 2000 characters').nullish();
const finite = z.number().min(-1e9).max(1e9);
const option = z.looseObject({ value: z.union([z.string().min(1).max(200), finite]) });

/** Settings of a score, by its type. Checked against the type by `payloadProblem`. */
const payload = z.looseObject({
  numberOfStars: z.int().min(1, 'must be from 1 to 10').max(10, 'must be from 1 to 10').optional(),
  min: finite.optional(),
  max: finite.optional(),
  step: finite.positive('must be more than 0').optional(),
  options: z.array(option).min(1, 'needs at least one option').max(100, 'use at most 100 options').optional(),
});
export type ScorePayload = z.output<typeof payload>;

/**
 * Audiences of the values of a score: `admins` of the team only, the `member` too who is scored, or `everyone` with the
 * right to see scores besides both.
 */
export const scoreAudiences = ['admins', 'member', 'everyone'] as const;
export type ScoreAudience = (typeof scoreAudiences)[number];

/** Projects in which it is used; null for all. */
const projectIds = z
  .array(z.int().positive().max(2_147_483_647))
  .min(1, 'needs at least one project; null means all')
  .max(1000)
  .nullish();
const audience = z.enum(scoreAudiences).optional();

export const scoreDraft = z.looseObject({
  name,
  description,
  type: z.enum(scoreTypes),
  payload,
  project_ids: projectIds,
  visible_to: audience,
});
export const scoreChange = z.looseObject({
  name: name.optional(),
  description,
  payload: payload.optional(),
  project_ids: projectIds,
  visible_to: audience,
});
export type ScoreDraft = z.output<typeof scoreDraft>;
export type ScoreChange = z.output<typeof scoreChange>;

/** A score template of a team. */
export const score = z.object({
  id: z.int(),
  team_id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(scoreTypes),
  payload,
  project_ids: z.array(z.int()).nullable(),
  visible_to: z.enum(scoreAudiences),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Score = z.output<typeof score>;

export const scoreQuery = defineQuery({
  fields: { id: 'integer', name: 'text', type: 'text', createdAt: 'time' },
  limit: { standard: 2000, most: 2000 },
});

/** Returns the problem with a payload for its type; undefined when there is none. */
export function payloadProblem(
  type: ScoreType,
  { numberOfStars, min, max, step, options }: ScorePayload,
): { readonly field: string; readonly reason: string } | undefined {
  if (type === 'rating')
    return numberOfStars === undefined
      ? { field: 'payload.numberOfStars', reason: 'is required for a rating' }
      : undefined;
  if (type === 'number') {
    if (min === undefined || max === undefined)
      return { field: `payload.${min === undefined ? 'min' : 'max'}`, reason: 'is required for a number' };
    if (min >= max) return { field: 'payload.max', reason: 'must be more than min' };
    return step !== undefined && step > max - min
      ? { field: 'payload.step', reason: 'must be at most max - min' }
      : undefined;
  }
  if (options === undefined) return { field: 'payload.options', reason: 'is required for a radio' };
  const values = options.map(each => String(each.value));
  return new Set(values).size < values.length
    ? { field: 'payload.options', reason: 'must differ from each other' }
    : undefined;
}

/** Returns the problem with a value of a score; undefined when it fits the type and its range. */
export function valueProblem(
  { type, payload: { numberOfStars = 0, min = 0, max = 0, step, options = [] } }: Pick<Score, 'type' | 'payload'>,
  value: unknown,
): string | undefined {
  if (type === 'radio')
    return options.some(each => each.value === value || String(each.value) === value)
      ? undefined
      : `must be one of ${options.map(each => each.value).join(', ')}`;
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (type === 'rating')
    return Number.isInteger(value) && value >= 0 && value <= numberOfStars
      ? undefined
      : `must be a whole number from 0 to ${numberOfStars}`;
  if (value < min || value > max) return `must be from ${min} to ${max}`;
  // Steps are counted from the least value; decimals make the quotient a little off.
  const steps = step === undefined ? 0 : (value - min) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? undefined : `must be ${min} plus a multiple of ${step}`;
}
