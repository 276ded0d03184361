import { defineApi, success, z } from '#core/api/common/index.ts';
import { session } from './api.ts';

/** Factor that is asked for after the password: a code of an authenticator app or of a text message, or nothing. */
export const mfaType = z.enum(['NOMFA', 'TOTP', 'SMS']);
export type MfaType = z.output<typeof mfaType>;

/** Ways to answer the second step of a sign-in. */
export const mfaMethod = z.enum(['TOTP', 'SMS', 'RECOVERY']);
export type MfaMethod = z.output<typeof mfaMethod>;

/** The second step of a sign-in, as the details of MFA_REQUIRED. */
export const mfaChallenge = z.object({ challenge: z.string(), methods: z.array(mfaMethod).min(1) });
export type MfaChallenge = z.output<typeof mfaChallenge>;

const code = z.string().trim().min(1, 'enter the code').max(40, 'use at most 40 characters');
/** A number with its country, such as +41 79 123 45 67; spaces, hyphens and parentheses do not count. */
const phone = z
  .string()
  .trim()
  .max(40)
  .transform(text => text.replaceAll(/[\s()./-]/g, ''))
  .pipe(
    z.string().regex(/^\+[1-9]\d{6,14}$/, 'must begin with + and the code of the country, such as +41 79 123 45 67'),
  );
const password = z.string().min(1, 'enter your password').max(1000);

/** State of a person's second factors. */
export const mfaState = z.object({
  preferred: mfaType,
  /** True when an authenticator app is set up. */
  totp: z.boolean(),
  /** Text messages: false where none can be sent, and the last two digits of the phone that is set up. */
  sms: z.object({ available: z.boolean(), phone: z.string().nullable() }),
  /** Recovery codes that are left. */
  recoveryCodes: z.int(),
});
export type MfaState = z.output<typeof mfaState>;

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Calls about the second factor of sign-in, and about proving again who one is. */
export const mfaApi = defineApi({
  service: 'auth',
  operations: {
    answerChallenge: {
      method: 'POST',
      path: '/sign-in/challenge',
      summary: 'Answer the second step of a sign-in',
      access: 'public',
      cost: 20,
      body: z.strictObject({ challenge: z.string().min(20).max(100), method: mfaMethod, code }),
      reply: session,
    },
    confirmIdentity: {
      method: 'POST',
      path: '/confirm',
      summary: 'Prove again who uses the session; sensitive changes ask for it after ten minutes',
      access: 'UseAccount',
      cost: 20,
      body: z.strictObject({ password, method: mfaMethod.optional(), code: code.optional() }),
      reply: success,
    },
    getPreferredMfa: {
      method: 'GET',
      path: '/mfa',
      summary: 'The preferred second factor and what is set up',
      access: 'UseAccount',
      reply: mfaState,
    },
    setPreferredMfa: {
      method: 'PUT',
      path: '/mfa',
      summary: 'Choose the second factor that sign-in asks for; NOMFA turns it off',
      access: 'UseAccount',
      body: z.strictObject({ preferred: mfaType }),
      reply: mfaState,
    },
    setUpTotp: {
      method: 'POST',
      path: '/mfa/totp',
      summary: 'A new key for an authenticator app; it counts once a code of it was verified',
      access: 'UseAccount',
      body: z.strictObject({}),
      reply: z.object({ secret: z.string(), uri: z.string() }),
    },
    verifyTotp: {
      method: 'POST',
      path: '/mfa/totp/verify',
      summary: 'Verify the first code of an authenticator app; other devices are signed out',
      access: 'UseAccount',
      cost: 5,
      body: z.strictObject({ code }),
      reply: recoveryCodes,
    },
    sendChallengeCode: {
      method: 'POST',
      path: '/sign-in/challenge/code',
      summary: 'Send a new code to the phone of who is signing in',
      access: 'public',
      cost: 20,
      body: z.strictObject({ challenge: z.string().min(20).max(100) }),
      reply: success,
    },
    sendCode: {
      method: 'POST',
      path: '/mfa/sms/code',
      summary: 'Send a code to the phone of the caller',
      access: 'UseAccount',
      cost: 5,
      body: z.strictObject({}),
      reply: success,
    },
    setUpSms: {
      method: 'POST',
      path: '/mfa/sms',
      summary: 'Send a first code to a phone; it counts once the code was verified',
      access: 'UseAccount',
      cost: 20,
      body: z.strictObject({ phone }),
      reply: success,
    },
    verifySms: {
      method: 'POST',
      path: '/mfa/sms/verify',
      summary: 'Verify the first code of a phone; other devices are signed out',
      access: 'UseAccount',
      cost: 5,
      body: z.strictObject({ code }),
      reply: recoveryCodes,
    },
    removeSms: {
      method: 'DELETE',
      path: '/mfa/sms',
      summary: 'Remove the phone',
      access: 'UseAccount',
      reply: mfaState,
    },
    removeTotp: {
      method: 'DELETE',
      path: '/mfa/totp',
      summary: 'Remove the authenticator app',
      access: 'UseAccount',
      reply: mfaState,
    },
    renewRecoveryCodes: {
      method: 'POST',
      path: '/mfa/recovery-codes',
      summary: 'Ten new recovery codes, shown once; the old ones stop working',
      access: 'UseAccount',
      body: z.strictObject({}),
      reply: recoveryCodes,
    },
  },
});
