import type { Handlers } from '#core/api/server/index.ts';
import type { linksApi } from '../common/api.ts';
import type { TeamLinks } from './team-links.ts';

export function linkHandlers(links: TeamLinks): Handlers<typeof linksApi> {
  return {
    listLinks: async (_, context) => ({ data: await links.list(context) }),
    addLink: ({ body }, context) => links.add(context, body),
    async removeLink({ params }, context) {
      await links.remove(context, params.team_link_id);
      return { success: true };
    },
  };
}
