import { z } from '#core/api/common/index.ts';

export const groupsClaim = z.string().trim().min(1, 'name the claim that lists groups').max(200);

/** Way of messages of single logout to the provider. */
export const logoutBinding = z.enum(['redirect', 'post']);
export type LogoutBinding = z.output<typeof logoutBinding>;

/** Connection to an identity provider that speaks SAML 2.0. */
export const samlSettings = z.strictObject({
  /** Entity ID of the provider: an address or a name. */
  issuer: z.string().trim().min(1, 'enter the entity ID').max(1000),
  sso_url: z.url('must be an address that begins with https://').max(2000),
  /** Address for single logout; empty for a provider without it. */
  slo_url: z.union([z.literal(''), z.url('must be an address that begins with https://').max(2000)]),
  slo_binding: logoutBinding.default('redirect'),
  /** Certificates in PEM, one after another; those of today and of tomorrow. */
  certificates: z.string().trim().min(1, 'enter the certificate').max(50_000),
  groups_claim: groupsClaim,
  /** Signs requests for sign-in with the key of the organization; one is made where there is none. */
  sign_requests: z.boolean().default(false),
  /** Accepts sign-ins that begin at the provider. */
  provider_initiated: z.boolean(),
});
export type SamlSettings = z.output<typeof samlSettings>;
