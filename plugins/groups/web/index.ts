import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { projectsEvents } from '#plugins/projects/common/events.ts';
import { TeamsWebHooks } from '#plugins/teams/web/kit/index.ts';
import manifest from '../manifest.ts';
import { GroupsClient } from './groups-client.ts';

export default defineWebPlugin(manifest, {
  bindings: container => void container.bind(GroupsClient).toSelf(),
  activate({ get, page, tap, own }) {
    const groups = get(GroupsClient);
    const queries = get(QueryClient);
    const team = get(TeamStore);
    page('groups', () => import('./pages/groups-page.tsx'));
    tap(get(TeamsWebHooks).columns, async ({ teamId }, columns) => {
      if (!team.can('ManageGroups')) return columns;
      const all = await groups.all(teamId);
      const byEmail = new Map(all.flatMap(each => each.members.map(email => [email, each.name] as const)));
      return [...columns, { key: 'groups.group', title: 'Group', width: 120, order: 30, filter: true, value: ({ email }) => byEmail.get(email) }];
    });
    const refresh = (): void => {
      for (const queryKey of [['groups'], ['teams', 'memberColumns']]) void queries.invalidateQueries({ queryKey });
    };
    // The table may have asked before this plugin was there.
    refresh();
    own(get(EventStream).on(projectsEvents.contributorsChanged, refresh));
  },
});
