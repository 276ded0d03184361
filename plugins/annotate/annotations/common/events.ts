import { defineEvents, z } from '#core/api/common/index.ts';

/** Events about annotations. */
export const editorEvents = defineEvents('editor', {
  /** A new revision of an item's annotations is stored. */
  annotationSaved: z.object({ project_id: z.int(), item_id: z.int(), revision: z.int() }),
  /** New revisions of many items of a project are stored, by an upload or a removal. */
  annotationsSaved: z.object({
    project_id: z.int(),
    saved: z.array(z.object({ item_id: z.int(), revision: z.int() })).max(1000),
  }),
});
