import { defineEvents, z } from '#core/api/common/index.ts';

/** Events about the categories of a project. `items.changed` reports items whose categories changed. */
export const categoriesEvents = defineEvents('categories', { changed: z.object({ project_id: z.int() }) });
