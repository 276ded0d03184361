import { defineEvents, z } from '#core/api/common/index.ts';

export const classesEvents = defineEvents('classes', {
  /** A class of the project was made, changed, moved, deleted or restored. */
  changed: z.object({ project_id: z.int() }),
});
