import { defineApi, id, z } from '#core/api/common/index.ts';
import { PASSWORD_LENGTH } from '#core/auth/common/index.ts';

/** Bounds of a session, in hours. */
export const SESSION_HOURS = { min: 1, max: 336 } as const;

const rules = z.strictObject({
  /** Work of the organization needs a second step at sign-in, a passkey or single sign-on. */
  second_step: z.boolean(),
  /** Hours after which people sign in again; null is no limit but the one of the installation. */
  session_hours: z.int().min(SESSION_HOURS.min).max(SESSION_HOURS.max).nullable(),
  /** Networks in CIDR notation from which people and their tokens work; none allows all. */
  networks: z.array(z.string().trim().min(1).max(60)).max(100, 'use at most 100 networks'),
  /** Fewest characters of a new password; null is the rule of the installation. */
  password_length: z.int().min(PASSWORD_LENGTH.min).max(64).nullable(),
});

export const policy = rules.extend({
  organization: z.object({ id: z.int(), name: z.string() }),
  version: z.int(),
  /** Address from which this answer was asked for. */
  own_address: z.string(),
  /** Counts of people of the organization. */
  people: z.object({ all: z.int(), without_second_step: z.int() }),
});
export type Policy = z.output<typeof policy>;
export type PolicyRules = z.output<typeof rules>;

const BASE = '/api/v1/organizations/:organization_id/sign-in-policy';
const params = z.strictObject({ organization_id: id });

/** Calls of the owner of an organization about its sign-in policy. */
export const signInPolicyApi = defineApi({
  service: 'main',
  operations: {
    getSignInPolicy: {
      method: 'GET',
      path: BASE,
      summary: 'What an organization asks of the sign-in of its people',
      access: 'ManageOrganization',
      params,
      reply: policy,
    },
    saveSignInPolicy: {
      method: 'PUT',
      path: BASE,
      summary: 'Set the sign-in policy of an organization; every server follows within two seconds',
      access: 'ManageOrganization',
      params,
      body: rules.extend({ base: z.int().min(0) }),
      reply: policy,
    },
  },
});
