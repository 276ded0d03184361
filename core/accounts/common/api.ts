import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, success, z } from '#core/api/common/index.ts';
import { email, password } from '#core/auth/common/index.ts';

const token = z.string().min(20).max(100);
const name = z
  .string()
  .trim()
  .regex(...plainDirection)
  .max(100, 'use at most 100 characters');

/** Calls by mailed links: signing up, resetting a password, and changing the address of sign-in. */
export const accountsApi = defineApi({
  service: 'auth',
  operations: {
    signInOptions: {
      method: 'GET',
      path: '/options',
      summary: 'What the sign-in page offers',
      access: 'public',
      reply: z.object({
        signUp: z.boolean(),
        passwordReset: z.boolean(),
        emailChange: z.boolean(),
        singleSignOn: z.boolean(),
        /** True while there is no organization: the first one is made at `/install`. */
        installation: z.boolean(),
      }),
    },
    requestPasswordReset: {
      method: 'POST',
      path: '/password-reset',
      summary: 'Mail a link that sets a new password, if the address has an account; the answer never says so',
      access: 'public',
      cost: 20,
      body: z.strictObject({ email }),
      reply: success,
    },
    requestSignUp: {
      method: 'POST',
      path: '/sign-up',
      summary: 'Mail a link that makes an account; the answer is the same for an address that has one',
      access: 'public',
      cost: 20,
      body: z.strictObject({ email }),
      reply: success,
    },
    describeLink: {
      method: 'POST',
      reads: true,
      path: '/links',
      summary: 'The address a mailed link is for',
      access: 'public',
      body: z.strictObject({ purpose: z.enum(['password-reset', 'sign-up', 'email-change', 'email-undo']), token }),
      reply: z.object({ email: z.string() }),
    },
    resetPassword: {
      method: 'POST',
      path: '/password-reset/complete',
      summary: 'Set a new password by a mailed link; all sessions and tokens end',
      access: 'public',
      cost: 20,
      body: z.strictObject({ token, password }),
      reply: z.object({ email: z.string() }),
    },
    requestEmailChange: {
      method: 'POST',
      path: '/email-change',
      summary: 'Mail a link to a new address that makes it the one the caller signs in with',
      access: 'UseAccount',
      cost: 20,
      body: z.strictObject({ email }),
      reply: success,
    },
    confirmEmailChange: {
      method: 'POST',
      path: '/email-change/complete',
      summary: 'Sign in with the new address from now on, by a mailed link; the old one gets a link to undo it',
      access: 'public',
      cost: 20,
      body: z.strictObject({ token }),
      reply: z.object({ email: z.string() }),
    },
    undoEmailChange: {
      method: 'POST',
      path: '/email-change/undo',
      summary:
        'Take a change of the address back by the link that the old one got; all sessions and tokens end, and a link for a new password is mailed',
      access: 'public',
      cost: 20,
      body: z.strictObject({ token }),
      reply: z.object({ email: z.string() }),
    },
    completeSignUp: {
      method: 'POST',
      path: '/sign-up/complete',
      summary: 'Make an account with an organization and its first team by a mailed link',
      access: 'public',
      cost: 20,
      body: z.strictObject({
        token,
        password,
        first_name: name.min(1, 'enter your first name'),
        last_name: name,
        organization: name.min(1, 'enter a name'),
      }),
      reply: z.object({ email: z.string(), team_id: z.int() }),
    },
  },
});
