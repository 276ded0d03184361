import { defineEvents, z } from '#core/api/common/index.ts';

/** Events about the categories of a project. Items whose categories changed are told by `items.changed`. */
export const categoriesEvents = defineEvents('categories', { changed: z.object({ project_id: z.int() }) });
