import { defineEvents, z } from '#core/api/common/index.ts';

/** Events about exports and imports of a project. */
export const transferEvents = defineEvents('exchange', {
  exportsChanged: z.object({ project_id: z.int(), export_id: z.int() }),
  importsChanged: z.object({ project_id: z.int(), import_id: z.int() }),
});
