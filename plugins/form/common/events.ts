import { defineEvents, z } from '#core/api/common/index.ts';

export const formEvents = defineEvents('form', {
  changed: z.object({ project_id: z.int() }),
});
