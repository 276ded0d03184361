import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { Members, Organizations, SdkTokens, Teams } from '#core/tenancy/server/index.ts';
import manifest from '../manifest.ts';
import { teamsApi } from '../common/api.ts';
import { TeamsHooks } from './kit/index.ts';
import { Membership } from './membership.ts';
import { teamsHandlers } from './teams-handlers.ts';

export default defineServerPlugin(manifest, {
  provides: [TeamsHooks],
  bindings(container) {
    container.bind(TeamsHooks).toSelf();
    container.bind(Membership).toSelf();
  },
  activate({ get, implement }) {
    implement(teamsApi, teamsHandlers({ membership: get(Membership), members: get(Members), teams: get(Teams), organizations: get(Organizations), sdkTokens: get(SdkTokens) }));
  },
});
