import { defineEvents, z } from '#core/api/common/index.ts';

export const keyboardEvents = defineEvents('keyboard', {
  /** Somebody changed their keys; the envelope says who. */
  changed: z.object({ revision: z.int() }),
});
