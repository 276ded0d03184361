import { BYTES, defineApi, id, success, z } from '#core/api/common/index.ts';

/** The call of an OpenID Connect provider at which somebody signed out. It proves itself by the signature of its token. */
export const logoutApi = defineApi({
  service: 'auth',
  operations: {
    backchannelLogout: {
      method: 'POST',
      path: '/oidc/:organization_id/backchannel-logout',
      summary: 'Ends the sessions of a person who signed out at the OpenID Connect provider (back-channel logout)',
      access: 'public',
      cost: 20,
      params: z.strictObject({ organization_id: id }),
      body: BYTES,
      bodyLimit: 64 * 1024,
      bodyReason: 'A signed token',
      reply: success,
    },
  },
});

/** Returns the address for back-channel logout of the provider of an organization. */
export const logoutUri = (publicUrl: string, organizationId: number): string =>
  `${publicUrl}/services/auth/oidc/${organizationId}/backchannel-logout`;
