import { defineEvents, z } from '#core/api/common/index.ts';

/** Events about folders and items of a project. */
export const itemsEvents = defineEvents('items', {
  /** Items were added, changed, deleted or restored; `item_ids` is left out when there are more than 100. */
  changed: z.object({
    project_id: z.int(),
    folder_id: z.int().optional(),
    item_ids: z.array(z.int()).max(100).optional(),
  }),
  foldersChanged: z.object({ project_id: z.int() }),
});
