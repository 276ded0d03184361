import { listed, readQueryString } from '#core/api/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import { workflowQuery } from '../common/api.ts';
import { statusIcons } from '../common/status-icons.ts';
import { statusShortcuts } from '../common/status-shortcuts.ts';
import type { vocabularyApi } from '../common/vocabulary-api.ts';
import type { Vocabulary } from './vocabulary.ts';

export function vocabularyHandlers(vocabulary: Vocabulary): Handlers<typeof vocabularyApi> {
  return {
    listStatuses: async ({ query }, context) =>
      listed(await vocabulary.statuses(context), readQueryString(query, workflowQuery)),
    createStatus: ({ body }, context) => vocabulary.createStatus(context, body),
    updateStatus: ({ params, body }, context) => vocabulary.updateStatus(context, params.id, body),
    async deleteStatus({ params }, context) {
      await vocabulary.deleteStatus(context, params.id);
      return { success: true };
    },
    listRoles: async ({ query }, context) =>
      listed(await vocabulary.roles(context), readQueryString(query, workflowQuery)),
    getRole: ({ params }, context) => vocabulary.role(context, params.id),
    createRole: ({ body }, context) => vocabulary.createRole(context, body),
    updateRole: ({ params, body }, context) => vocabulary.updateRole(context, params.id, body),
    async deleteRole({ params }, context) {
      await vocabulary.deleteRole(context, params.id);
      return { success: true };
    },
    listIcons: ({ query }) => listed(statusIcons, readQueryString(query, workflowQuery)),
    listShortcuts: ({ query }) => listed(statusShortcuts, readQueryString(query, workflowQuery)),
  };
}
