import { defineEvents, z } from '#core/api/common/index.ts';

const about = z.object({ project_id: z.int() });

/** Events about projects. */
export const projectsEvents = defineEvents('projects', {
  created: about,
  changed: about,
  deleted: about,
  restored: about,
  settingsChanged: about,
  /** The people of the project, their roles or pauses changed. */
  contributorsChanged: about,
});
