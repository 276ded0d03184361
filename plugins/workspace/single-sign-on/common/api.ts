import { defineApi, id, page, paged, success, z } from '#core/api/common/index.ts';
import { departure, providerAnswer, ticket } from '#core/auth/common/index.ts';
import { certificate } from './certificate.ts';
import { domainName } from './domain-name.ts';
import { mappedRole, roleMapping } from './role-mapping.ts';
import { groupsClaim, logoutBinding, samlSettings } from './saml-settings.ts';

const inOrganization = z.strictObject({ organization_id: id });
const ofDomain = inOrganization.extend({ domain: domainName });

const secret = z.string().min(1).max(1000, 'is longer than a client secret');

/** Connection to the identity provider. */
const provider = {
  issuer: z.url('must be an address that begins with https://').max(500),
  client_id: z.string().trim().min(1, 'enter the client ID').max(500),
  groups_claim: groupsClaim,
};

/** Teams and roles by groups, whether a sign-in or the provisioning of accounts names them. */
const placing = {
  /** The team that people join when no group names one; null makes an account without a team. */
  default_team_id: id.nullable(),
  default_role: mappedRole,
  mappings: z.array(roleMapping).max(500, 'use at most 500 rules'),
};

const connection = z.object({
  protocol: z.enum(['oidc', 'saml']),
  issuer: z.string(),
  client_id: z.string(),
  groups_claim: z.string(),
  /** Address that asks for a sign-in by SAML; empty for OpenID Connect. */
  sso_url: z.string(),
  /** Address for single logout by SAML; empty without it. */
  slo_url: z.string(),
  slo_binding: logoutBinding,
  /** Certificates that signatures of the provider are checked with, in PEM. */
  certificates_pem: z.string(),
  certificates: z.array(certificate),
  provider_initiated: z.boolean(),
  /** Requests for sign-in by SAML are signed. */
  sign_requests: z.boolean(),
  /** A secret is kept; it is never shown again. */
  has_secret: z.boolean(),
  enabled: z.boolean(),
  /** People of the proven domains sign in no other way. */
  forced: z.boolean(),
  /** A test sign-in succeeded since the provider was last changed. */
  tested: z.boolean(),
  version: z.int(),
  changedAt: z.string(),
});
export type Connection = z.output<typeof connection>;

const domain = z.object({
  domain: z.string(),
  proven: z.boolean(),
  /** Proof: a DNS record, a file, or the word of the operator. */
  proven_by: z.enum(['dns', 'file', 'operator']).nullable(),
  record: z.string(),
  file: z.string(),
  text: z.string(),
});
export type Domain = z.output<typeof domain>;

export const singleSignOn = z.object({
  organization: z.object({ id: z.int(), name: z.string() }),
  /** False while the operator has switched the feature off. */
  available: z.boolean(),
  /** The address that the identity provider must allow. */
  redirect_uri: z.string(),
  /** The address at which an OpenID Connect provider says that somebody signed out there (back-channel logout). */
  logout_uri: z.string(),
  /** Names of Loupe at a SAML provider; its metadata is at the address of the entity ID. */
  saml: z.object({
    entity_id: z.string(),
    acs_url: z.string(),
    /** Address that takes requests and responses of single logout, by HTTP-Redirect and HTTP-POST. */
    slo_url: z.string(),
    /** Certificate to which the provider encrypts, and by which it checks what Loupe signs. */
    encryption: certificate.extend({ pem: z.string() }).nullable(),
  }),
  teams: z.array(z.object({ id: z.int(), name: z.string() })),
  connection: connection.nullable(),
  placing: z.object({ ...placing, version: z.int() }),
  domains: z.array(domain),
  /** Accounts that have signed in with the provider. */
  people: z.int(),
  /** True for super-admins: they may confirm a domain by their word. */
  may_confirm: z.boolean(),
});
export type SingleSignOn = z.output<typeof singleSignOn>;

const account = z.object({
  person_id: z.int(),
  email: z.string(),
  name: z.string(),
  /** Names the person at the provider. */
  subject: z.string(),
  lastUsedAt: z.string(),
});
export type SignOnAccount = z.output<typeof account>;

/** Result of a test sign-in. */
export const trial = z.object({
  success: z.boolean(),
  /** In the provider's words where it said any. */
  problem: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  subject: z.string().nullable(),
  groups: z.array(z.string()),
  /** Teams the person would have, with the role. */
  teams: z.array(z.object({ name: z.string(), role: z.int() })),
});
export type Trial = z.output<typeof trial>;

const BASE = '/api/v1/organizations/:organization_id/single-sign-on';
const access = 'ManageOrganization';

/** Calls of the owner of an organization about its identity provider. */
export const singleSignOnApi = defineApi({
  service: 'main',
  operations: {
    getSingleSignOn: {
      method: 'GET',
      path: BASE,
      summary: 'The identity provider of an organization, its domains and rules',
      access,
      params: inOrganization,
      reply: singleSignOn,
    },
    saveProvider: {
      method: 'PUT',
      path: `${BASE}/provider`,
      summary: 'Set the identity provider; another issuer or client must be tested before it is switched on',
      access,
      cost: 10,
      params: inOrganization,
      body: z.strictObject({
        ...provider,
        /** Absent keeps the secret that is there; null removes it, for clients without one. */
        client_secret: secret.nullable().optional(),
        /** The version that was changed; 0 where there was none. */
        base: z.int().min(0),
      }),
      reply: singleSignOn,
    },
    saveSamlProvider: {
      method: 'PUT',
      path: `${BASE}/saml-provider`,
      summary: 'Set an identity provider that speaks SAML; another one must be tested before it is switched on',
      access,
      cost: 10,
      params: inOrganization,
      body: samlSettings.extend({
        /** The version that was changed; 0 where there was none. */
        base: z.int().min(0),
      }),
      reply: singleSignOn,
    },
    makeSamlKey: {
      method: 'POST',
      path: `${BASE}/saml-key`,
      summary:
        'Make the certificate to which the provider encrypts and by which it checks what Loupe signs; it replaces the one before',
      access,
      cost: 20,
      params: inOrganization,
      body: z.strictObject({}),
      reply: singleSignOn,
    },
    readSamlMetadata: {
      method: 'POST',
      reads: true,
      path: `${BASE}/saml-metadata`,
      summary: 'The settings that the metadata of a SAML identity provider names, from its text or its address',
      access,
      cost: 20,
      params: inOrganization,
      body: z.strictObject({
        metadata: z.string().trim().max(200_000, 'is longer than the metadata of one provider').optional(),
        url: z.url('must be an address that begins with https://').max(2000).optional(),
      }),
      reply: samlSettings.pick({
        issuer: true,
        sso_url: true,
        slo_url: true,
        slo_binding: true,
        certificates: true,
        sign_requests: true,
      }),
    },
    savePlacing: {
      method: 'PUT',
      path: `${BASE}/placing`,
      summary: 'Set which groups give which roles in which teams',
      access,
      params: inOrganization,
      body: z.strictObject({
        ...placing,
        /** The version that was changed; 0 where there was none. */
        base: z.int().min(0),
      }),
      reply: singleSignOn,
    },
    switchSingleSignOn: {
      method: 'PUT',
      path: `${BASE}/state`,
      summary: 'Switch single sign-on on or off, and force it',
      access,
      params: inOrganization,
      body: z.strictObject({ enabled: z.boolean(), forced: z.boolean(), base: z.int().min(1) }),
      reply: singleSignOn,
    },
    deleteProvider: {
      method: 'DELETE',
      path: `${BASE}/provider`,
      summary: 'Remove the identity provider; accounts stay',
      access,
      params: inOrganization,
      reply: singleSignOn,
    },
    addSignOnDomain: {
      method: 'POST',
      path: `${BASE}/domains`,
      summary: 'Add a domain of e-mail addresses; it counts once it is proven',
      access,
      params: inOrganization,
      body: z.strictObject({ domain: domainName }),
      reply: singleSignOn,
    },
    proveSignOnDomain: {
      method: 'POST',
      path: `${BASE}/domains/:domain/proof`,
      summary: 'Look for the proof of a domain in its DNS record or its file',
      access,
      cost: 20,
      params: ofDomain,
      body: z.strictObject({ by: z.enum(['dns', 'file']) }),
      reply: singleSignOn,
    },
    confirmSignOnDomain: {
      method: 'POST',
      path: `${BASE}/domains/:domain/confirmation`,
      summary: 'Confirm by the word of the operator that a domain belongs to an organization',
      access: 'super-admin',
      params: ofDomain,
      reply: success,
    },
    removeSignOnDomain: {
      method: 'DELETE',
      path: `${BASE}/domains/:domain`,
      summary: 'Remove a domain; its people sign in with their passwords again',
      access,
      params: ofDomain,
      reply: singleSignOn,
    },
    listSignOnAccounts: {
      method: 'GET',
      path: `${BASE}/accounts`,
      summary: 'Accounts that have signed in with the provider, the last used first',
      access,
      params: inOrganization,
      query: z.strictObject({ ...page }),
      reply: paged(account),
    },
    unlinkSignOnAccount: {
      method: 'DELETE',
      path: `${BASE}/accounts/:person_id`,
      summary: 'Forget who an account is at the provider, so that its address can be linked to somebody else there',
      access,
      params: inOrganization.extend({ person_id: id }),
      reply: success,
    },
    beginTrial: {
      method: 'POST',
      path: `${BASE}/trial`,
      summary: 'Begin a test sign-in; nobody is signed in by it',
      access,
      cost: 20,
      params: inOrganization,
      body: z.strictObject({}),
      reply: departure,
    },
    finishTrial: {
      method: 'POST',
      path: `${BASE}/trial/result`,
      summary: 'What a test sign-in showed, with the problem as the provider words it',
      access,
      cost: 20,
      params: inOrganization,
      body: z.strictObject({ ticket, answer: providerAnswer }),
      reply: trial,
    },
  },
});
