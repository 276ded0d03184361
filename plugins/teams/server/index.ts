import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { Members, Organizations, SdkTokens, Teams } from '#core/tenancy/server/index.ts';
import manifest from '../manifest.ts';
import { teamsApi } from '../common/api.ts';
import { teamUsersApi } from '../common/team-users-api.ts';
import { TeamsHooks, TeamUsers } from './kit/index.ts';
import { Membership } from './membership.ts';
import { teamUsersHandlers } from './team-users.ts';
import { teamsHandlers } from './teams-handlers.ts';

export default defineServerPlugin(manifest, {
  provides: [TeamsHooks, TeamUsers],
  bindings(container) {
    container.bind(TeamsHooks).toSelf();
    container.bind(Membership).toSelf();
    container.bind(TeamUsers).toSelf();
  },
  activate({ get, implement }) {
    implement(teamsApi, teamsHandlers({ membership: get(Membership), members: get(Members), teams: get(Teams), organizations: get(Organizations), sdkTokens: get(SdkTokens) }));
    implement(teamUsersApi, teamUsersHandlers(get(TeamUsers)));
  },
});
