import { defineEvents, z } from '#core/api/common/index.ts';

/** Changes of imports of rows. */
export const rowEvents = defineEvents('form-rows', {
  rowsChanged: z.object({ project_id: z.int(), import_id: z.int() }),
});
