import type { Handlers } from '#core/api/server/index.ts';
import type { SignInWays } from '#core/auth/server/index.ts';
import type { accountsApi } from '../common/index.ts';
import type { AccountRecovery } from './account-recovery.ts';

/** Handlers of the calls of people who cannot sign in yet. */
export const accountsHandlers = (recovery: AccountRecovery, ways: SignInWays): Handlers<typeof accountsApi> => ({
  signInOptions: async () => ({ ...recovery.options, singleSignOn: await ways.offered() }),
  async requestPasswordReset({ body }, context) {
    await recovery.requestReset(body.email, context.address);
    return { success: true };
  },
  async requestSignUp({ body }, context) {
    await recovery.requestSignUp(body.email, context.address);
    return { success: true };
  },
  describeLink: async ({ body }) => ({ email: await recovery.describe(body.purpose, body.token) }),
  resetPassword: async ({ body }) => ({ email: await recovery.reset(body.token, body.password) }),
  async completeSignUp({ body }) {
    const { email, teamId } = await recovery.completeSignUp(body.token, {
      password: body.password,
      firstName: body.first_name,
      lastName: body.last_name,
      organization: body.organization,
    });
    return { email, team_id: teamId };
  },
});
