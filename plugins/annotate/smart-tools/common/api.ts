import { defineApi, id, z } from '#core/api/common/index.ts';
import { capability } from './capability.ts';
import { promptPointLimit } from './prompts.ts';

const place = z.number().min(-1_000_000).max(1_000_000);
const point = z.strictObject({ x: place, y: place, label: z.union([z.literal(0), z.literal(1)]).default(1) });
const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be an id that an earlier answer gave');

/** State of the embedding of a picture. */
export const preparationStates = ['waiting', 'working', 'ready', 'failed', 'cancelled'] as const;

/** The wish of one person for one item's embedding; its owner alone sees and cancels it. */
export const preparation = z.object({
  id: z.string(),
  item_id: z.int(),
  state: z.enum(preparationStates),
  provider: z.string(),
  version: z.string(),
  /** Milliseconds of work; absent until it is ready. */
  ms: z.number().optional(),
  /** Why it failed. */
  reason: z.string().optional(),
});
export type Preparation = z.output<typeof preparation>;

/**
 * One proposed region. The mask lies on a grid whose cells are `step` item pixels wide, its first cell at (x, y) of
 * that grid.
 */
export const candidate = z.object({
  /** 0..1, how sure the model is. */
  score: z.number(),
  x: z.int(),
  y: z.int(),
  width: z.int(),
  height: z.int(),
  /** Runs of the rows (`packRuns`), deflated, base64. */
  runs: z.string(),
});
export type Candidate = z.output<typeof candidate>;

export const prediction = z.object({
  /** The outline of the first candidate's largest part, item pixels. */
  points: z.array(z.number()),
  score: z.number(),
  id: z.string(),
  /** Best first. */
  candidates: z.array(candidate),
  step: z.int(),
  provider: z.string(),
  version: z.string(),
  /** Milliseconds in the model. */
  ms: z.number(),
});
export type Prediction = z.output<typeof prediction>;

export const textLine = z.object({
  text: z.string(),
  /** 0..1 */
  confidence: z.number(),
  /** Four corners x, y, … from the text's top left clockwise, item pixels. */
  points: z.array(z.number()),
});
export type TextLine = z.output<typeof textLine>;

export const readText = z.object({
  /** All lines, joined by line breaks. */
  text: z.string(),
  confidence: z.number(),
  boxes: z.array(textLine),
  provider: z.string(),
  version: z.string(),
  ms: z.number(),
});
export type ReadText = z.output<typeof readText>;

/** Machine learning. Without a model the last two answer 503 MODEL_UNAVAILABLE. */
export const mlApi = defineApi({
  service: 'ml',
  operations: {
    capabilities: {
      method: 'GET',
      path: '/capabilities',
      summary: 'What help is ready, what answers in its place, and why',
      access: 'team-member',
      reads: true,
      reply: z.object({ data: z.array(capability), count: z.int() }),
    },
    prepareItem: {
      method: 'POST',
      path: '/item/:item_id/preparation',
      summary: 'Have the embedding of an item made',
      access: 'team-member',
      cost: 10,
      status: 202,
      params: z.strictObject({ item_id: id }),
      body: z.strictObject({
        priority: z.enum(['now', 'ahead']).default('now').describe('`ahead`: nobody waits for it yet'),
      }),
      reply: preparation,
    },
    getPreparation: {
      method: 'GET',
      path: '/preparation/:preparation_id',
      summary: 'Where an embedding stands; waits until that changes',
      access: 'team-member',
      params: z.strictObject({ preparation_id: uuid }),
      query: z.strictObject({ wait_ms: z.coerce.number().int().min(0).max(20_000).default(0) }),
      reply: preparation,
    },
    cancelPreparation: {
      method: 'DELETE',
      path: '/preparation/:preparation_id',
      summary: 'Cancel an own wish for an embedding',
      access: 'team-member',
      params: z.strictObject({ preparation_id: uuid }),
      reply: preparation,
    },
    polygonPrediction: {
      method: 'POST',
      path: '/polygon-prediction',
      summary: 'Outline an object of a picture from points and a box',
      access: 'team-member',
      cost: 10,
      body: z.strictObject({
        image: id.describe('The item'),
        points: z
          .union([
            z.array(point).max(promptPointLimit),
            z
              .array(place)
              .max(promptPointLimit * 2)
              .refine(list => list.length % 2 === 0, 'must hold pairs of x and y'),
          ])
          .default([]),
        box: z.strictObject({ x1: place, y1: place, x2: place, y2: place }).optional(),
        previous: z
          .strictObject({ id: uuid, candidate: z.int().min(0).max(2) })
          .optional()
          .describe('The candidate that these points correct'),
        longest_side: z
          .int()
          .min(64)
          .max(4096)
          .default(4096)
          .describe('Cells of the mask on the longer side of the picture, at most'),
      }),
      reply: prediction,
    },
    ocr: {
      method: 'POST',
      path: '/ocr',
      summary: 'Read the text of a picture, or of a region of it',
      access: 'team-member',
      cost: 25,
      body: z.strictObject({
        image: id.describe('The item'),
        points: z
          .array(place)
          .length(8)
          .optional()
          .describe('Four corners of the region, from the text’s top left clockwise; the whole picture when absent'),
      }),
      reply: readText,
    },
  },
});
