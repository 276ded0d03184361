import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, success, z } from '#core/api/common/index.ts';
import { password } from './password-rules.ts';

/** The spec's session: two short-lived tokens and whose they are. */
export const session = z.object({
  accessToken: z.string(),
  idToken: z.string(),
  /** Names the account, in answers about people as well. */
  email: z.string(),
  /** The address the person signs in with, where it is another address than the account was made with. */
  address: z.string().optional(),
  /** When the access token ends, milliseconds since 1970. */
  expiresAt: z.number(),
  /** Present while a super-admin views as this person, read-only; such a session has no `idToken`. */
  viewing: z
    .object({
      /** Name of the person. */
      name: z.string(),
      /** E-mail of the super-admin. */
      viewer: z.string(),
      /** When it ends by itself, milliseconds since 1970. */
      until: z.number(),
    })
    .optional(),
});
export type Session = z.output<typeof session>;

export const person = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  super_admin: z.boolean(),
  createdAt: z.string(),
});
export type Person = z.output<typeof person>;

/** Calls of the hidden auth frame. They carry the cookie of the auth origin and are refused across sites. */
export const authApi = defineApi({
  service: 'auth',
  operations: {
    signIn: {
      method: 'POST',
      path: '/sign-in',
      summary: 'Sign in with e-mail and password',
      access: 'public',
      cost: 20,
      body: z.strictObject({ email: z.string().min(1).max(254), password: z.string().min(1).max(1000) }),
      reply: session,
    },
    currentSession: {
      method: 'POST',
      path: '/session',
      summary: 'A fresh access token for the session of the cookie; null when there is none',
      access: 'public',
      body: z.strictObject({}),
      reply: z.object({ session: session.nullable() }),
    },
    signOut: {
      method: 'POST',
      path: '/sign-out',
      summary: 'End the session of the cookie',
      access: 'public',
      body: z.strictObject({}),
      reply: z.object({
        success: z.literal(true),
        /** Address of the identity provider that began the session: opened, it signs the person out there as well. */
        leave: z.string().optional(),
      }),
    },
    endView: {
      method: 'POST',
      path: '/view/end',
      summary: 'Stop viewing as somebody else; the session of the cookie is that of the super-admin again',
      access: 'public',
      body: z.strictObject({ viewing_as: z.string().max(320) }),
      reply: session,
    },
    changePassword: {
      method: 'POST',
      path: '/change-password',
      summary: 'Change the password; other sessions end',
      access: 'UseAccount',
      cost: 20,
      body: z.strictObject({ old_password: z.string().min(1).max(1000), new_password: password }),
      reply: session,
    },
    me: { method: 'GET', path: '/me', summary: 'The signed-in person', access: 'signed-in', reply: person },
    updateMe: {
      method: 'PATCH',
      path: '/me',
      summary: 'Change own name',
      access: 'UseAccount',
      body: z.strictObject({
        first_name: z
          .string()
          .trim()
          .regex(...plainDirection)
          .max(100)
          .optional(),
        last_name: z
          .string()
          .trim()
          .regex(...plainDirection)
          .max(100)
          .optional(),
      }),
      reply: person,
    },
    listSessions: {
      method: 'GET',
      path: '/sessions',
      summary: 'Signed-in devices',
      access: 'UseAccount',
      reply: z.object({
        data: z.array(
          z.object({
            id: z.string(),
            current: z.boolean(),
            agent: z.string(),
            address: z.string(),
            createdAt: z.string(),
            lastUsedAt: z.string(),
          }),
        ),
      }),
    },
    endOtherSessions: {
      method: 'DELETE',
      path: '/sessions',
      summary: 'Sign out all devices but this one',
      access: 'UseAccount',
      reply: z.object({ ended: z.int() }),
    },
    endSession: {
      method: 'DELETE',
      path: '/sessions/:id',
      summary: 'Sign out one device',
      access: 'UseAccount',
      params: z.strictObject({ id: z.uuid() }),
      reply: success,
    },
  },
});
