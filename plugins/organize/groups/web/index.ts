import { QueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { projectKeys, projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import { ProjectsWebHooks } from '#plugins/workspace/projects/web/kit/index.ts';
import { teamKeys } from '#plugins/workspace/teams/common/index.ts';
import { TeamsWebHooks } from '#plugins/workspace/teams/web/kit/index.ts';
import manifest from '../manifest.ts';
import { GroupsClient } from './groups-client.ts';
import { messages } from './messages.ts';
import type { ChosenGroup } from './new-project-groups.tsx';

const NewProjectGroups = lazy(() =>
  import('./new-project-groups.tsx').then(({ NewProjectGroups: input }) => ({ default: input })),
);

export default defineWebHalf(manifest, {
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
      return [
        ...columns,
        {
          key: 'groups.group',
          title: messages.plugin.group,
          width: 120,
          order: 30,
          filter: true,
          value: ({ email }) => byEmail.get(email),
        },
      ];
    });
    tap(get(ProjectsWebHooks).newProjectParts, ({ teamId }, parts) =>
      !team.can('ManageGroups')
        ? parts
        : [
            ...parts,
            {
              id: 'groups',
              title: messages.plugin.groups,
              step: 'people',
              suits: () => true,
              Input: NewProjectGroups,
              async apply(projectId, value) {
                for (const { id, role } of value as readonly ChosenGroup[]) {
                  const { failed } = await groups.api.addGroupScopes({
                    params: { team_id: teamId, group_id: id },
                    body: { data: [{ project_id: projectId, role }] },
                  });
                  if (failed[0] !== undefined) throw new Error(failed[0].message);
                }
              },
            },
          ],
    );
    const refresh = (): void => {
      for (const queryKey of [['groups'], teamKeys.memberColumns, projectKeys.newProjectParts])
        void queries.invalidateQueries({ queryKey });
    };
    // The table and the form may have asked before this plugin was there.
    refresh();
    own(get(EventStream).on(projectsEvents.contributorsChanged, refresh));
  },
});
