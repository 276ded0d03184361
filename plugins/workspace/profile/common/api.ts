import { plainDirection } from '#core/base/common/index.ts';
import { BYTES, defineApi, success, z } from '#core/api/common/index.ts';
import { usernameProblem } from './username.ts';

const name = z
  .string()
  .trim()
  .regex(...plainDirection)
  .max(100, 'use at most 100 characters')
  .optional();
const username = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((text, context) => {
    const problem = usernameProblem(text);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });
const ofUser = z.strictObject({ user_id: z.string().trim().toLowerCase().min(1).max(254) });

/** A person as those who see them do. `id` is the e-mail: how people are named on the wire. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  /** The address the person signs in with; `email` stays that with which the account was made. */
  address: z.string(),
  username: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  /** True when there is a picture, which has a signed address. */
  picture: z.boolean(),
  avatar_url: z.string().nullable(),
  /** In the team of the call; null without one. */
  user_role: z.int().nullable(),
  createdAt: z.string(),
});
export type User = z.output<typeof user>;

const check = z.object({ exists: z.boolean(), valid: z.boolean(), reason: z.string().optional() });

/** Reason that keeps an account from being closed. */
const blocker = z.object({ type: z.enum(['team', 'organization']), id: z.int(), name: z.string() });
export type Blocker = z.output<typeof blocker>;

/** Calls about one's own account, and other people as far as a team shows them. */
export const profileApi = defineApi({
  service: 'main',
  operations: {
    getUser: {
      method: 'GET',
      path: '/user/:user_id',
      summary: 'A person of the team by e-mail, or oneself',
      access: 'signed-in',
      params: ofUser,
      query: z.looseObject({}),
      reply: user,
    },
    updateUser: {
      method: 'PUT',
      path: '/user/:user_id',
      summary: 'Change one’s own names',
      access: 'UseAccount',
      params: ofUser,
      query: z.looseObject({}),
      body: z.looseObject({ first_name: name, last_name: name, username: username.nullish() }),
      reply: user,
    },
    avatarToken: {
      method: 'POST',
      path: '/avatar-tokens',
      summary: 'An address for ten minutes to which one’s picture can be put',
      access: 'UseAccount',
      body: z.looseObject({}).optional(),
      reply: z.object({ uploadUrl: z.string(), fields: z.object({}), expiresAt: z.string() }),
    },
    putAvatar: {
      method: 'PUT',
      path: '/avatar/:grant',
      summary: 'Set the picture of the person the address was made for: PNG, JPEG or WebP up to 2 MB',
      access: 'public',
      params: z.strictObject({ grant: z.string().max(400) }),
      query: z.looseObject({}),
      body: BYTES,
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'A picture',
      reply: success,
    },
    removeAvatar: {
      method: 'DELETE',
      path: '/avatar',
      summary: 'Take one’s picture away',
      access: 'UseAccount',
      reply: success,
    },
    checkUsernameAndEmail: {
      method: 'POST',
      reads: true,
      path: '/checkUsernameAndEmail',
      summary: 'Whether a username is free, and whether somebody of the team has an e-mail',
      access: 'signed-in',
      body: z.looseObject({ username: z.string().max(1000).optional(), email: z.string().max(1000).optional() }),
      reply: z.object({ username: check.optional(), email: check.optional() }),
    },
    requestDelete: {
      method: 'POST',
      path: '/requestDelete',
      summary: 'Close one’s account; what one owns has to be handed on first',
      access: 'UseAccount',
      cost: 20,
      body: z.looseObject({ password: z.string().max(1000).optional() }).optional(),
      reply: z.object({ success: z.boolean(), blockedBy: z.array(blocker) }),
    },
    userSignOut: {
      method: 'POST',
      path: '/userSignOut',
      summary: 'End the session of this call',
      access: 'signed-in',
      body: z.looseObject({}).optional(),
      reply: success,
    },
    userAction: {
      method: 'POST',
      path: '/user/action',
      summary: 'Something the person did, given back; nothing is kept',
      access: 'signed-in',
      body: z.looseObject({
        type: z.string().max(200),
        timestamp: z.union([z.number(), z.string().max(100)]).optional(),
      }),
      reply: z.object({ type: z.string(), timestamp: z.union([z.number(), z.string()]) }),
    },
    generateToken: {
      method: 'POST',
      path: '/generate-token',
      summary: 'Who one is, signed for five minutes, for other services; this API does not take it',
      access: 'UseAccount',
      body: z.looseObject({}).optional(),
      reply: z.object({ token: z.string(), expiresAt: z.string() }),
    },
  },
});
