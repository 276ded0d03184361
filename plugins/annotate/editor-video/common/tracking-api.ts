import { defineApi, id, z } from '#core/api/common/index.ts';

/** Frames that one call follows an object through, at most. */
export const TRACKED_FRAMES = 600;

const moment = z.int().min(0).describe('Microseconds from the start of the video');
const place = z.number().min(-100_000).max(100_000);
const corners = z.strictObject({ x1: place, y1: place, x2: place, y2: place });

/** Frames that one job follows an object through, at most. */
export const TRACKED_BY_JOB = 9_000;

const box = z.strictObject({
  x: place,
  y: place,
  width: z.number().min(1).max(100_000),
  height: z.number().min(1).max(100_000),
});

/** A stretch of an object that a job fills in. Frames count from 0; boxes are in pixels of the video. */
export const trackingRequest = z
  .strictObject({
    instance_id: z.string().min(1).max(100),
    from: z.int().min(0).describe('The frame of a key frame of a person'),
    to: z.int().min(1).describe('The frame of the next one, or the last frame that the object is visible on'),
    first: box.describe('The object on the frame from'),
    last: box.nullable().describe('The object on the frame to, where a person set it'),
  })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'must be after from' })
  .refine(({ from, to }) => to - from < TRACKED_BY_JOB, {
    path: ['to'],
    message: `must be at most ${TRACKED_BY_JOB} frames after from`,
  });
export type TrackingRequest = z.output<typeof trackingRequest>;

/** Result of such a job. */
export const trackingResult = z.object({
  instance_id: z.string(),
  /** The last frame that was tracked, from 0. */
  until: z.int(),
  /** The object was lost before the end of the stretch. */
  lost: z.boolean(),
  /** The first frame on which the tracker is unsure, from 0. */
  unsure: z.int().nullable(),
  /** The revision of the annotations with the key frames. */
  revision: z.int(),
});
export type TrackingResult = z.output<typeof trackingResult>;

/** Following objects through a video on the server. */
export const trackingApi = defineApi({
  service: 'ml',
  operations: {
    tracking: {
      method: 'POST',
      path: '/tracking',
      summary: 'Follow an object through a video, from one box on or between known boxes',
      access: 'team-member',
      cost: 50,
      body: z.strictObject({
        item_id: id,
        keyframes: z
          .array(z.strictObject({ timestamp: moment, points: corners }))
          .min(1)
          .max(100)
          .describe('Known boxes in pixels of the video, in the order of time'),
        end: moment
          .optional()
          .describe('Until when the object is followed beyond the last known box; not at all when absent'),
      }),
      reply: z.object({
        frames: z.array(
          z.object({
            timestamp: z.int(),
            points: z.object({ x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number() }),
            /** From 0 to 1; 1 for a known box. */
            confidence: z.number(),
            /** The tracker is unsure: a person should look at it. */
            check: z.boolean(),
          }),
        ),
        provider: z.string(),
        /** Milliseconds of work. */
        ms: z.number(),
      }),
    },
  },
});
