import type { Handlers } from '#core/api/server/index.ts';
import type { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { linksApi } from '../common/api.ts';
import type { TeamLinks } from './team-links.ts';

export function linkHandlers(links: TeamLinks, items: Items): Handlers<typeof linksApi> {
  return {
    listLinks: async (_, context) => ({ data: await links.list(context) }),
    async listItemLinks({ params }, context) {
      // Answers 404 for an item that the caller does not see.
      const { name } = await items.get(context, params.item_id, params.project_id);
      const all = await links.list(context);
      return {
        data: all.map(each => ({ ...each, address: each.address.replaceAll('{item}', encodeURIComponent(name)) })),
      };
    },
    addLink: ({ body }, context) => links.add(context, body),
    async removeLink({ params }, context) {
      await links.remove(context, params.team_link_id);
      return { success: true };
    },
  };
}
