import { defineApi, id, success, z } from '#core/api/common/index.ts';
import { plainDirection } from '#core/base/common/index.ts';
import { teamRoles, tokenScopes } from '#core/permissions/common/index.ts';

const inTeam = z.strictObject({ team_id: id });

export const tokenScope = z.enum(tokenScopes);

/** Longest life of a token, in days. */
export const LONGEST_DAYS = 366;

export const accessToken = z.object({
  id: z.int(),
  kind: z.enum(['personal', 'service']),
  name: z.string(),
  /** The last characters of the secret part. */
  hint: z.string(),
  scopes: z.array(tokenScope),
  /** E-mail of the account the token acts as. */
  account: z.string(),
  /** Name of that account. */
  owner: z.string(),
  own: z.boolean(),
  created_by: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  expired: z.boolean(),
  lastUsedAt: z.string().nullable(),
});
export type AccessTokenView = z.output<typeof accessToken>;

/** Calls about named tokens. The text of a token is in one answer only: that of its creation. */
export const accessTokensApi = defineApi({
  service: 'main',
  operations: {
    listAccessTokens: {
      method: 'GET',
      notWhenViewing: true,
      path: '/api/v1/teams/:team_id/access-tokens',
      summary: 'Own access tokens; for who manages service tokens, those of the entire team',
      access: 'ViewSdkToken',
      params: inTeam,
      reply: z.object({ data: z.array(accessToken), manages: z.boolean() }),
    },
    createAccessToken: {
      method: 'POST',
      path: '/api/v1/teams/:team_id/access-tokens',
      summary: 'Make an access token; its text is shown only in this answer',
      access: 'GenerateSdkToken',
      cost: 10,
      params: inTeam,
      body: z.strictObject({
        kind: z.enum(['personal', 'service']),
        name: z
          .string()
          .trim()
          .regex(...plainDirection)
          .min(1, 'name the token')
          .max(60, 'use at most 60 characters'),
        scopes: z.array(tokenScope).min(1, 'choose at least one scope').max(tokenScopes.length),
        /** Absent or null: the token does not expire. */
        expires_in_days: z.int().min(1).max(LONGEST_DAYS).nullish(),
        /** Team role of a service; contributor when absent. */
        role: z.union([z.literal(teamRoles.contributor), z.literal(teamRoles.teamAdmin)]).optional(),
      }),
      reply: z.object({ token: z.string(), data: accessToken }),
    },
    revokeAccessToken: {
      method: 'DELETE',
      path: '/api/v1/teams/:team_id/access-tokens/:token_id',
      summary: 'End an access token at once; a service leaves the team with its token',
      access: 'RevokeSdkToken',
      params: inTeam.extend({ token_id: id }),
      reply: success,
    },
  },
});
