import { defineEvents, z } from '#core/api/common/index.ts';

export const textEvents = defineEvents('editor-text', {
  /** Other terms are stored for the project now. */
  dictionaryChanged: z.object({ project_id: z.int(), version: z.int() }),
});
