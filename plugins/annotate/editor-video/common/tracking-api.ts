import { defineApi, id, z } from '#core/api/common/index.ts';

/** Frames that one call follows an object through, at most. */
export const TRACKED_FRAMES = 600;

const moment = z.int().min(0).describe('Microseconds from the start of the video');
const place = z.number().min(-100_000).max(100_000);
const corners = z.strictObject({ x1: place, y1: place, x2: place, y2: place });

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
