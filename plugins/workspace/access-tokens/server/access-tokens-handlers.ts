import type { Handlers } from '#core/api/server/index.ts';
import type { accessTokensApi } from '../common/api.ts';
import type { TeamTokens } from './team-tokens.ts';

/** Handlers of the calls about access tokens. */
export const accessTokensHandlers = (tokens: TeamTokens): Handlers<typeof accessTokensApi> => ({
  listAccessTokens: (_, context) => tokens.list(context),
  createAccessToken: ({ body }, context) => tokens.create(context, body),
  async revokeAccessToken({ params }, context) {
    await tokens.revoke(context, params.token_id);
    return { success: true };
  },
});
