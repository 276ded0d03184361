import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf, NavigationToken } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { tenancyEvents } from '#core/tenancy/common/index.ts';
import { teamKeys } from '../common/query-keys.ts';
import manifest from '../manifest.ts';
import { TeamsWebHooks } from './kit/teams-web-hooks.ts';
import { InviteStore } from './invite-store.ts';
import { TeamsClient } from './teams-client.ts';

export default defineWebHalf(manifest, {
  provides: [TeamsWebHooks],
  bindings(container) {
    container.bind(TeamsWebHooks).toSelf();
    container.bind(TeamsClient).toSelf();
    container.bind(InviteStore).toSelf();
  },
  activate({ get, page, frame, command, own }) {
    frame('setup', () => import('./pages/setup-frame.tsx'));
    page('open', () => import('./pages/open-page.tsx'));
    page('details', () => import('./pages/details-page.tsx'));
    page('members', () => import('./pages/members-page.tsx'));
    page('teamRoles', () => import('./pages/team-roles-page.tsx'));
    page('sdkToken', () => import('./pages/sdk-token-page.tsx'));
    command('invite', () => {
      get(NavigationToken).go(`/t/${get(TeamStore).state.team?.id}/setup/members`);
      get(InviteStore).show(true);
    });
    own(
      get(EventStream).on(
        tenancyEvents.teamChanged,
        () => void get(QueryClient).invalidateQueries({ queryKey: teamKeys.all }),
      ),
    );
  },
});
