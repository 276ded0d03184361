import { defineEvents, z } from '#core/api/common/index.ts';

/** Events about the workflows of a team, and about their statuses and roles. */
export const workflowEvents = defineEvents('workflow', {
  /** A workflow was made, changed or deleted. */
  changed: z.object({ workflow_id: z.int() }),
  /** A status or role of the team was made, changed or deleted. */
  vocabularyChanged: z.object({}),
});
