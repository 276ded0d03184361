import { defineEvents, z } from '#core/api/common/index.ts';

const about = z.object({ project_id: z.int() });

/** What happens to projects. */
export const projectsEvents = defineEvents('projects', {
  created: about,
  changed: about,
  deleted: about,
  restored: about,
  settingsChanged: about,
  /** Who is in the project, their role or pause. */
  contributorsChanged: about,
});
