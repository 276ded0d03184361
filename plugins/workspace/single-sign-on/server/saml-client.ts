import { randomBytes } from 'node:crypto';
import type { SAML } from '@node-saml/node-saml';
import { inject } from 'inversify';
import type { ProviderSession } from '#core/auth/server/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { PublicUrlToken } from '#core/kernel/server/index.ts';
import type { Claims } from '../common/claims.ts';
import type { ServiceProviderNames } from '../common/saml-api.ts';
import { serviceProviderNames } from '../common/saml-api.ts';
import { isTransient, readSamlClaims } from '../common/saml-claims.ts';
import type { ProviderRow } from './providers.ts';
import { decryptAssertion } from './encrypted-assertion.ts';
import type { OutgoingLogout } from './logout-form.ts';
import { logoutForm } from './logout-form.ts';
import type { LogoutMessage } from './logout-message.ts';
import { SamlKeys } from './saml-keys.ts';
import { decodeResponse, demandPlain, demandStrong, samlFault } from './saml-text.ts';
import { readDelivery } from './signed-assertion.ts';
import { UsedAssertions } from './used-assertions.ts';

/** Accepted difference between the clocks of both servers, in milliseconds. */
export const CLOCK_SKEW = 2 * 60_000;
/** Oldest assertion that is accepted, in milliseconds. */
export const MOST_AGE = 10 * 60_000;

const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const LOGOUT_SERVICE = /<SingleLogoutService [^>]*\/>/;

/** A response that was checked: who the person is, and which request it answers. */
export interface SamlAnswer {
  readonly claims: Claims;
  /** Undefined when the provider began the sign-in. */
  readonly inResponseTo: string | undefined;
  readonly session: { readonly format?: string; readonly index?: string };
}

/** Speaks SAML 2.0 with identity providers, as their service provider: requests by redirect, responses by POST. */
export class SamlClient {
  constructor(
    @inject(PublicUrlToken) private readonly publicUrl: string,
    @inject(UsedAssertions) private readonly used: UsedAssertions,
    @inject(SamlKeys) private readonly keys: SamlKeys,
  ) {}

  /** Returns the address that asks the provider for a sign-in, and the id of the request. */
  async departure(row: ProviderRow): Promise<{ readonly url: string; readonly requestId: string }> {
    const requestId = `_${randomBytes(20).toString('hex')}`;
    const saml = row.sign_requests
      ? await this.#signing(row, requestId)
      : await this.#make(row.organization_id, { ...checking(row), generateUniqueId: () => requestId });
    const url = await saml.getAuthorizeUrlAsync('', undefined, {});
    return { url, requestId };
  }

  /**
   * Checks a response and uses its assertion up: the signature of the assertion by a certificate of the provider,
   * issuer, audience, recipient, times. Which request it answers is for the caller to compare. @throws Fault SSO_FAILED
   * (422)
   */
  async read(row: ProviderRow, encoded: string): Promise<SamlAnswer> {
    const sent = decodeResponse(encoded);
    const xml = await decryptAssertion(sent, async () => (await this.keys.find(row.organization_id))?.privateKey);
    if (xml !== sent) demandPlain(xml);
    demandStrong(xml);
    const saml = await this.#make(row.organization_id, checking(row));
    const response = { SAMLResponse: Buffer.from(xml).toString('base64') };
    const { profile } = await saml.validatePostResponseAsync(response).catch((error: unknown) => {
      throw isFault(error) ? error : samlFault(error instanceof Error ? error.message : 'It can not be read.');
    });
    if (profile === null) throw samlFault('The provider signed nobody in.');
    if (profile.issuer !== row.issuer)
      throw samlFault(`The assertion is issued by ${profile.issuer} and not by ${row.issuer}.`);
    const { acs_url } = this.names(row.organization_id);
    const delivery = readDelivery(profile.getAssertion?.(), { recipient: acs_url, now: Date.now(), skew: CLOCK_SKEW });
    const person = {
      issuer: profile.issuer,
      nameId: profile.nameID ?? '',
      nameIdFormat: profile.nameIDFormat,
      attributes: (profile['attributes'] ?? {}) as Readonly<Record<string, unknown>>,
    };
    if (person.nameId === '') throw samlFault('The assertion has no NameID.');
    if (isTransient(person))
      throw samlFault('The NameID is transient and changes at each sign-in. Let your provider send a persistent one.');
    await this.used.use(row.organization_id, row.issuer, delivery.id, delivery.expires);
    const { nameIDFormat: format, sessionIndex: index } = profile;
    return {
      claims: readSamlClaims(person, row.groups_claim),
      inResponseTo: delivery.inResponseTo,
      session: { ...(format === undefined ? {} : { format }), ...(typeof index === 'string' ? { index } : {}) },
    };
  }

  /**
   * The metadata of Loupe for the provider of an organization, as XML. `signsRequests` says that requests for sign-in are
   * signed.
   */
  async metadata(organizationId: number, signsRequests: boolean): Promise<string> {
    const certificate = (await this.keys.certificate(organizationId)) ?? null;
    const saml = await this.#make(organizationId, {
      idpCert: 'none',
      logoutCallbackUrl: this.names(organizationId).slo_url,
      // The library only asks whether there is a key.
      ...(certificate === null ? {} : { decryptionPvk: 'kept', privateKey: 'kept' }),
    });
    const xml = saml.generateServiceProviderMetadata(certificate, certificate);
    // The library names one binding of single logout, and takes requests for sign-in to be signed where there is a key.
    return xml
      .replace(LOGOUT_SERVICE, service => service.replace('HTTP-POST', 'HTTP-Redirect') + service)
      .replace('AuthnRequestsSigned="true"', `AuthnRequestsSigned="${signsRequests}"`);
  }

  /** Asks the provider to end a session there, by a signed request with this id. */
  async logoutDeparture(
    row: ProviderRow,
    { subject, format, index }: ProviderSession,
    { requestId, relayState }: { readonly requestId: string; readonly relayState: string },
  ): Promise<OutgoingLogout> {
    const saml = await this.#signing(row, requestId);
    const person = {
      issuer: row.issuer,
      nameID: subject,
      nameIDFormat: format ?? UNSPECIFIED,
      ...(index === undefined ? {} : { sessionIndex: index }),
    };
    if (row.slo_binding === 'redirect') return saml.getLogoutUrlAsync(person, relayState, {});
    const xml = await saml._generateLogoutRequest(person);
    return logoutForm(saml, { kind: 'SAMLRequest', xml, relayState });
  }

  /** Answers a request of the provider for logout, signed. */
  async logoutAnswer(
    row: ProviderRow,
    requestId: string,
    relayState: string,
    success: boolean,
  ): Promise<OutgoingLogout> {
    const saml = await this.#signing(row);
    const request = { ID: requestId, issuer: row.issuer, nameID: '', nameIDFormat: UNSPECIFIED };
    if (row.slo_binding === 'redirect') return saml.getLogoutResponseUrlAsync(request, relayState, {}, success);
    const xml = saml._generateLogoutResponse(request, success);
    return logoutForm(saml, { kind: 'SAMLResponse', xml, relayState });
  }

  /**
   * Checks the signature of a message of single logout by a certificate of the provider. @throws Fault SSO_FAILED (422)
   */
  async demandSignedLogout(
    row: ProviderRow,
    { binding, kind, encoded, query, parameters }: LogoutMessage,
  ): Promise<void> {
    const saml = await this.#make(row.organization_id, checking(row));
    const container = { [kind]: encoded };
    const checked =
      binding === 'redirect'
        ? saml.validateRedirectAsync({ ...parameters }, query)
        : kind === 'SAMLRequest'
          ? saml.validatePostRequestAsync(container)
          : saml.validatePostResponseAsync(container);
    const { loggedOut } = await checked.catch((error: unknown) => {
      throw samlFault(error instanceof Error ? error.message : 'It can not be read.');
    });
    if (!loggedOut) throw samlFault('It is no message of single logout.');
  }

  names(organizationId: number): ServiceProviderNames {
    return serviceProviderNames(this.publicUrl, organizationId);
  }

  /** A client that signs what it sends with the key of the organization. */
  async #signing(row: ProviderRow, requestId?: string): Promise<SAML> {
    const key = await this.keys.find(row.organization_id);
    if (key === undefined) throw samlFault('Your organization has no certificate here. Make one.');
    return this.#make(row.organization_id, {
      ...checking(row),
      logoutUrl: row.slo_url ?? '',
      privateKey: key.privateKey,
      signatureAlgorithm: 'sha256',
      ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
    });
  }

  /** Loads the library at the first use: reading it takes longer than any other package of the server. */
  async #make(
    organizationId: number,
    options: {
      idpCert: string | string[];
      entryPoint?: string;
      generateUniqueId?: () => string;
      decryptionPvk?: string;
      logoutUrl?: string;
      logoutCallbackUrl?: string;
      privateKey?: string;
      signatureAlgorithm?: 'sha256';
    },
  ): Promise<SAML> {
    const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
    const { entity_id, acs_url } = this.names(organizationId);
    return new SAML({
      issuer: entity_id,
      audience: entity_id,
      callbackUrl: acs_url,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: CLOCK_SKEW,
      maxAssertionAgeMs: MOST_AGE,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      // Requests are compared with the ticket of the tab that began, which the library does not know.
      validateInResponseTo: ValidateInResponseTo.never,
      ...options,
    });
  }
}

/** Options of a client for the provider of an organization, which checks signatures by its certificates. */
const checking = (row: ProviderRow): { idpCert: string[]; entryPoint: string } => ({
  idpCert: [...row.certificates],
  entryPoint: row.sso_url ?? '',
});
