import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import { teamKeys } from '#plugins/workspace/teams/common/index.ts';
import { TeamsWebHooks } from '#plugins/workspace/teams/web/kit/index.ts';
import { leavingText, workColumns } from './member-work.ts';
import manifest from '../manifest.ts';
import { MemberProjectsClient } from './member-projects-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(MemberProjectsClient).toSelf(),
  activate({ get, tap, own, panel }) {
    const { api } = get(MemberProjectsClient);
    const hooks = get(TeamsWebHooks);
    const queries = get(QueryClient);
    panel('member', () => import('./panels/member-panel.tsx'));
    panel('chosen', () => import('./panels/pause-button.tsx'));
    tap(hooks.columns, async ({ teamId }, columns) => [
      ...columns,
      ...workColumns((await api.listMemberWork({ params: { team_id: teamId } })).data),
    ]);
    tap(hooks.leaving, async ({ teamId }, sentences, members) => {
      const { data } = await api.listMemberWork({ params: { team_id: teamId } });
      const emails = new Set(members.map(each => each.email));
      return [...sentences, ...leavingText(data.filter(each => emails.has(each.email)))];
    });
    const refresh = (): void => void queries.invalidateQueries({ queryKey: teamKeys.memberColumns });
    // The table may have asked before this plugin was there.
    refresh();
    own(
      get(EventStream).on(projectsEvents.contributorsChanged, () => {
        refresh();
        void queries.invalidateQueries({ queryKey: ['memberProjects'] });
      }),
    );
  },
});
