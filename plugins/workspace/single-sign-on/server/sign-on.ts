import { inject } from 'inversify';
import type { Departure } from '#core/auth/common/index.ts';
import type { ExternalPerson, ExternalSignIn, PersonRow, ProviderSession } from '#core/auth/server/index.ts';
import { OneTimeTokens, signOnExpired } from '#core/auth/server/index.ts';
import { z } from '#core/api/common/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';
import type { Claims } from '../common/claims.ts';
import { readClaims } from '../common/claims.ts';
import { domainOf } from '../common/domain-name.ts';
import { ProviderClient } from './provider-client.ts';
import { providerFault } from './provider-faults.ts';
import type { ProviderRow } from './providers.ts';
import { Providers } from './providers.ts';
import type { Arrival } from './saml-arrivals.ts';
import { SamlArrivals } from './saml-arrivals.ts';
import { SamlClient } from './saml-client.ts';
import { SamlLogout } from './saml-logout.ts';
import { samlFault } from './saml-text.ts';
import { SignOnAccounts } from './sign-on-accounts.ts';
import { TeamPlacing } from './team-placing.ts';

/** Time that a person has at the provider, in minutes. */
const JOURNEY_MINUTES = 10;

export type JourneyPurpose = 'external-sign-in' | 'external-trial';

const journey = z.object({
  organization_id: z.int(),
  version: z.int(),
  /** Secrets of OpenID Connect, or the id of a SAML request. */
  checks: z.union([
    z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
    z.object({ requestId: z.string() }),
  ]),
});

/** An answer that was read, with the provider that gave it. */
interface Arrived {
  readonly provider: ProviderRow;
  readonly claims: Claims;
  readonly session: Arrival['session'];
}

/** Signs people in with the provider of the organization that their e-mail domain belongs to. */
export class SignOn implements ExternalSignIn {
  constructor(
    @inject(Providers) private readonly providers: Providers,
    @inject(ProviderClient) private readonly client: ProviderClient,
    @inject(SamlClient) private readonly saml: SamlClient,
    @inject(SamlArrivals) private readonly arrivals: SamlArrivals,
    @inject(SamlLogout) private readonly logout: SamlLogout,
    @inject(OneTimeTokens) private readonly tokens: OneTimeTokens,
    @inject(SignOnAccounts) private readonly accounts: SignOnAccounts,
    @inject(TeamPlacing) private readonly placing: TeamPlacing,
    @inject(Organizations) private readonly organizations: Organizations,
  ) {}

  offered(): Promise<boolean> {
    return this.providers.anyEnabled();
  }

  async begin(email: string): Promise<Departure | undefined> {
    const provider = await this.providers.ofDomain(domainOf(email));
    return provider === undefined ? undefined : this.depart(provider, 'external-sign-in', email);
  }

  async complete(ticket: string | undefined, answer: string): Promise<ExternalPerson> {
    const { provider, claims, session } =
      ticket === undefined
        ? await this.#unasked(await this.arrivals.take(answer))
        : await this.arrive(ticket, 'external-sign-in', answer);
    if (!provider.enabled || !(await this.providers.available(provider.organization_id))) throw signOnExpired();
    const person = await this.accounts.resolve(provider.organization_id, claims);
    await this.placing.apply(provider.organization_id, person, claims.groups);
    return { person, session: { organizationId: provider.organization_id, subject: claims.subject, ...session } };
  }

  leave(session: ProviderSession): Promise<string | undefined> {
    return this.logout.departure(session);
  }

  /**
   * Owners of the organization and administrators of the installation keep their passwords: they can repair a provider
   * that fails.
   */
  async requires(email: string, person: PersonRow | undefined): Promise<boolean> {
    const provider = await this.providers.ofDomain(domainOf(email));
    if (provider?.forced !== true) return false;
    if (person === undefined) return true;
    const { owner_id } = await this.organizations.get(provider.organization_id);
    return !person.super_admin && owner_id !== person.id;
  }

  async describe(answer: string): Promise<{ readonly email: string; readonly organization: string }> {
    const { provider, claims } = await this.#unasked(await this.arrivals.look(answer));
    const { name } = await this.organizations.get(provider.organization_id);
    return { email: claims.email ?? claims.subject, organization: name };
  }

  /** Begins a journey to the provider. @throws Fault SSO_FAILED (422) with what the provider says */
  async depart(
    provider: ProviderRow,
    purpose: JourneyPurpose,
    email: string | undefined,
    personId?: number,
  ): Promise<Departure> {
    try {
      const { url, checks } =
        provider.protocol === 'saml'
          ? await this.saml.departure(provider).then(({ url: to, requestId }) => ({ url: to, checks: { requestId } }))
          : await this.client.departure(this.providers.settingsOf(provider), email);
      const data = { organization_id: provider.organization_id, version: provider.version, checks };
      return { url, ticket: await this.tokens.issue(purpose, { personId, data }, JOURNEY_MINUTES) };
    } catch (error) {
      throw providerFault(error);
    }
  }

  /** Ends a journey: uses the ticket up and reads the answer. @throws Fault SSO_EXPIRED (401), SSO_FAILED (422) */
  async arrive(
    ticket: string,
    purpose: JourneyPurpose,
    answer: string,
  ): Promise<Arrived & { readonly personId: number | undefined }> {
    const subject = await this.tokens.redeem(purpose, ticket);
    if (subject === undefined) throw signOnExpired();
    const { organization_id, version, checks } = journey.parse(subject.data);
    const provider = await this.providers.find(organization_id);
    if (provider?.version !== version) throw signOnExpired();
    if ('requestId' in checks) {
      const arrival = await this.arrivals.take(answer);
      if (arrival.organizationId !== organization_id || arrival.version !== version) throw signOnExpired();
      if (arrival.inResponseTo !== checks.requestId)
        throw samlFault('The SAML response does not answer the request of this tab (InResponseTo).');
      return { provider, claims: arrival.claims, session: arrival.session, personId: subject.personId };
    }
    const settings = this.providers.settingsOf(provider);
    try {
      const raw = await this.client.claims(settings, answer, checks);
      return { provider, claims: readClaims(raw, provider.groups_claim), session: {}, personId: subject.personId };
    } catch (error) {
      throw providerFault(error);
    }
  }

  /**
   * A sign-in that the provider began: only where the organization accepts them, and never with the answer to a
   * request.
   */
  async #unasked(arrival: Arrival): Promise<Arrived> {
    const provider = await this.providers.find(arrival.organizationId);
    if (provider?.version !== arrival.version || !provider.enabled) throw signOnExpired();
    if (arrival.inResponseTo !== undefined)
      throw samlFault('This sign-in was begun in another tab or browser (InResponseTo). Sign in again.');
    if (!provider.provider_initiated)
      throw samlFault('Your organization does not accept sign-ins that begin at the identity provider.');
    return { provider, claims: arrival.claims, session: arrival.session };
  }
}
