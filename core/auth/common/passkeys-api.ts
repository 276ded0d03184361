import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, id, success, z } from '#core/api/common/index.ts';
import { session } from './api.ts';

const token = z.string().min(20).max(100);
/** Answer of the browser to a ceremony; the WebAuthn library checks it. */
const response = z.looseObject({ id: z.string().max(2000) });
const ceremony = z.object({ token: z.string(), options: z.record(z.string(), z.unknown()) });

export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type Passkey = z.output<typeof passkey>;

/**
 * Calls about passkeys (WebAuthn). A passkey asks for the person's finger, face or PIN, so it needs no password and no
 * code.
 */
export const passkeysApi = defineApi({
  service: 'auth',
  operations: {
    passkeySignInOptions: {
      method: 'POST',
      path: '/sign-in/passkey/options',
      summary: 'Begin a sign-in with a passkey',
      access: 'public',
      cost: 5,
      body: z.strictObject({}),
      reply: ceremony,
    },
    passkeySignIn: {
      method: 'POST',
      path: '/sign-in/passkey',
      summary: 'Sign in with a passkey',
      access: 'public',
      cost: 20,
      body: z.strictObject({ token, response }),
      reply: session,
    },
    listPasskeys: {
      method: 'GET',
      path: '/passkeys',
      summary: 'Own passkeys, the newest first',
      access: 'UseAccount',
      reply: z.object({ data: z.array(passkey) }),
    },
    passkeyOptions: {
      method: 'POST',
      path: '/passkeys/options',
      summary: 'Begin to add a passkey',
      access: 'UseAccount',
      body: z.strictObject({}),
      reply: ceremony,
    },
    addPasskey: {
      method: 'POST',
      path: '/passkeys',
      summary: 'Add a passkey',
      access: 'UseAccount',
      cost: 5,
      body: z.strictObject({
        token,
        response,
        name: z
          .string()
          .trim()
          .regex(...plainDirection)
          .min(1, 'enter a name')
          .max(100, 'use at most 100 characters'),
      }),
      reply: passkey,
    },
    deletePasskey: {
      method: 'DELETE',
      path: '/passkeys/:id',
      summary: 'Remove a passkey; it no longer signs in',
      access: 'UseAccount',
      params: z.strictObject({ id }),
      reply: success,
    },
  },
});
