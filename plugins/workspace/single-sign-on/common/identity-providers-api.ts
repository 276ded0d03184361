import { defineApi, page, paged, time, z } from '#core/api/common/index.ts';
import { certificate } from './certificate.ts';

/** Identity provider of an organization, as super-admins see it. */
export const identityProvider = z.object({
  organization_id: z.int(),
  organization: z.string(),
  protocol: z.enum(['oidc', 'saml']),
  /** Entity ID of a SAML provider. */
  issuer: z.string(),
  /** Address that asks for a sign-in by SAML; empty for OpenID Connect. */
  sso_url: z.string(),
  enabled: z.boolean(),
  /** People of the proven domains sign in no other way. */
  forced: z.boolean(),
  /** A test sign-in succeeded since the provider was last changed. */
  tested: z.boolean(),
  /** False while the operator has switched the feature off for the organization. */
  available: z.boolean(),
  /** Domains that are proven. */
  domains: z.array(z.string()),
  /** Accounts that have signed in with the provider. */
  people: z.int(),
  /** Certificates that signatures of a SAML provider are checked with. */
  certificates: z.array(certificate),
  /** State of the certificate that ends last, and the days it is good for; null for OpenID Connect. */
  certificate_end: z.object({ state: z.enum(['good', 'ends', 'expired']), days: z.int() }).nullable(),
  changedAt: time,
});
export type IdentityProvider = z.output<typeof identityProvider>;

/** Calls of super-admins about the identity providers of all organizations. */
export const identityProvidersApi = defineApi({
  service: 'main',
  operations: {
    listIdentityProviders: {
      method: 'GET',
      path: '/super-admin/saml-idp',
      summary:
        'Identity providers of all organizations, those whose certificate ends first; `search` matches a part of organization, issuer or domain',
      access: 'super-admin',
      query: z.strictObject({
        ...page,
        protocol: z.enum(['saml', 'oidc', 'any']).default('saml'),
        search: z.string().trim().max(200).optional(),
      }),
      reply: paged(identityProvider),
    },
  },
});
