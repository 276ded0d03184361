import { defineApi, z } from '#core/api/common/index.ts';

/** The detector of this server. It is run by the item change `predictions`. */
export const detectionApi = defineApi({
  service: 'main',
  operations: {
    getDetector: {
      method: 'GET',
      path: '/api/v1/detector',
      summary: 'Name and labels of the detector that the operator connected',
      access: 'team-member',
      reads: true,
      reply: z.object({
        /** Null when none is connected. */
        detector: z.object({ model: z.string(), labels: z.array(z.string()) }).nullable(),
      }),
    },
  },
});
