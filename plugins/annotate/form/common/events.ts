import { defineEvents, z } from '#core/api/common/index.ts';

export const formEvents = defineEvents('form', {
  /** The form that is filled in is another one now. */
  changed: z.object({ project_id: z.int() }),
  /** The draft was stored; revision 0 when it is gone. */
  drafted: z.object({ project_id: z.int(), revision: z.int() }),
});
