import { listed, readQueryString } from '#core/api/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import { workflowQuery } from '../common/api.ts';
import { statusIcons } from '../common/status-icons.ts';
import { statusShortcuts } from '../common/status-shortcuts.ts';
import type { vocabularyApi } from '../common/vocabulary-api.ts';
import type { TeamRoles } from './team-roles.ts';
import type { TeamStatuses } from './team-statuses.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Handlers of the calls about statuses and roles of a team. */
export function vocabularyHandlers(
  vocabulary: Vocabulary,
  statuses: TeamStatuses,
  roles: TeamRoles,
): Handlers<typeof vocabularyApi> {
  return {
    listStatuses: async ({ query }, context) =>
      listed(await vocabulary.statuses(context), readQueryString(query, workflowQuery)),
    createStatus: ({ body }, context) => statuses.create(context, body),
    updateStatus: ({ params, body }, context) => statuses.update(context, params.id, body),
    async deleteStatus({ params }, context) {
      await statuses.remove(context, params.id);
      return { success: true };
    },
    listRoles: async ({ query }, context) =>
      listed(await vocabulary.roles(context), readQueryString(query, workflowQuery)),
    getRole: ({ params }, context) => vocabulary.role(context, params.id),
    createRole: ({ body }, context) => roles.create(context, body),
    updateRole: ({ params, body }, context) => roles.update(context, params.id, body),
    async deleteRole({ params }, context) {
      await roles.remove(context, params.id);
      return { success: true };
    },
    listIcons: ({ query }) => listed(statusIcons, readQueryString(query, workflowQuery)),
    listShortcuts: ({ query }) => listed(statusShortcuts, readQueryString(query, workflowQuery)),
  };
}
