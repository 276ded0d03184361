import type { Handlers } from '#core/api/server/index.ts';
import type { SignInWays } from '#core/auth/server/index.ts';
import type { accountsApi } from '../common/index.ts';
import type { AddressChange } from './address-change.ts';
import type { AccountRecovery } from './account-recovery.ts';
import type { Installer } from './installer.ts';

/** Handlers of the calls by mailed links. */
export const accountsHandlers = (
  recovery: AccountRecovery,
  addressChange: AddressChange,
  ways: SignInWays,
  installer: Installer,
): Handlers<typeof accountsApi> => ({
  signInOptions: async () => ({
    ...recovery.options,
    installation: await installer.isOpen(),
    emailChange: addressChange.offered,
    singleSignOn: await ways.offered(),
  }),
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
  async requestEmailChange({ body }, context) {
    await addressChange.request(context, body.email);
    return { success: true };
  },
  confirmEmailChange: async ({ body }) => ({ email: await addressChange.confirm(body.token) }),
  undoEmailChange: async ({ body }) => ({ email: await addressChange.undo(body.token) }),
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
