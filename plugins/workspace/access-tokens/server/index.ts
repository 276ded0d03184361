import { defineServerHalf } from '#core/kernel/server/index.ts';
import { accessTokensApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { accessTokensHandlers } from './access-tokens-handlers.ts';
import { TeamTokens } from './team-tokens.ts';

export default defineServerHalf(manifest, {
  bindings: container => void container.bind(TeamTokens).toSelf(),
  activate({ get, implement }) {
    implement(accessTokensApi, accessTokensHandlers(get(TeamTokens)));
  },
});
