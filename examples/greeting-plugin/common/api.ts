import { defineApi, z } from '#core/api/common/index.ts';

export const greetingApi = defineApi({
  service: 'main',
  operations: {
    greet: {
      method: 'GET',
      path: '/api/v1/greeting',
      summary: 'A greeting for the caller',
      access: 'team-member',
      reply: z.object({ text: z.string() }),
    },
  },
});
