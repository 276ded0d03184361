import { BYTES, defineApi, id, z } from '#core/api/common/index.ts';

const inOrganization = z.strictObject({ organization_id: id });

/** Path of the SAML service provider of an organization, below the service for sign-in. */
const BASE = '/saml/:organization_id';

/** Addresses that an identity provider calls or reads. They prove themselves by the signature of what is sent. */
export const samlApi = defineApi({
  service: 'auth',
  operations: {
    samlMetadata: {
      method: 'GET',
      path: `${BASE}/metadata`,
      summary: 'SAML metadata of Loupe as the service provider of an organization',
      access: 'public',
      params: inOrganization,
      reply: BYTES,
    },
    samlResponse: {
      method: 'POST',
      path: `${BASE}/acs`,
      summary:
        'Receives the SAML response of an identity provider and leads the browser on (assertion consumer service)',
      access: 'public',
      cost: 20,
      params: inOrganization,
      body: BYTES,
      bodyLimit: 256 * 1024,
      bodyReason: 'An assertion with the groups of a person and its certificates',
      reply: BYTES,
    },
    samlLogout: {
      method: 'GET',
      path: `${BASE}/slo`,
      summary: 'Takes a request or response of single logout by HTTP-Redirect, and leads the browser on',
      access: 'public',
      cost: 20,
      params: inOrganization,
      query: z.looseObject({}),
      reply: BYTES,
    },
    samlLogoutForm: {
      method: 'GET',
      path: `${BASE}/slo/form`,
      summary: 'The page that posts a message of single logout to the identity provider, once',
      access: 'public',
      cost: 10,
      params: inOrganization,
      query: z.strictObject({ ticket: z.string().min(20).max(100) }),
      reply: BYTES,
    },
    samlLogoutByPost: {
      method: 'POST',
      path: `${BASE}/slo`,
      summary: 'Takes a request or response of single logout by HTTP-POST, and leads the browser on',
      access: 'public',
      cost: 20,
      params: inOrganization,
      body: BYTES,
      bodyLimit: 64 * 1024,
      bodyReason: 'A signed message with its certificates',
      reply: BYTES,
    },
  },
});

/** Names of Loupe at the SAML identity provider of an organization. The entity ID is the address of the metadata. */
export interface ServiceProviderNames {
  readonly entity_id: string;
  readonly acs_url: string;
  readonly slo_url: string;
}

/** Returns the names of Loupe at the identity provider of an organization. */
export function serviceProviderNames(publicUrl: string, organizationId: number): ServiceProviderNames {
  const base = `${publicUrl}/services/auth/saml/${organizationId}`;
  return { entity_id: `${base}/metadata`, acs_url: `${base}/acs`, slo_url: `${base}/slo` };
}
