import { randomBytes } from 'node:crypto';
import { inject } from 'inversify';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { ProviderSession } from '#core/auth/server/index.ts';
import { OneTimeTokens, Sessions } from '#core/auth/server/index.ts';
import { PublicUrlToken } from '#core/kernel/server/index.ts';
import type { LogoutForm, OutgoingLogout } from './logout-form.ts';
import { logoutFormPage } from './logout-form.ts';
import type { LogoutFacts, LogoutMessage } from './logout-message.ts';
import { readLogout } from './logout-message.ts';
import { redirectUri } from './provider-client.ts';
import type { ProviderRow } from './providers.ts';
import { Providers } from './providers.ts';
import { SamlArrivals } from './saml-arrivals.ts';
import { CLOCK_SKEW, MOST_AGE, SamlClient } from './saml-client.ts';
import { samlFault } from './saml-text.ts';
import { SignOnAccounts } from './sign-on-accounts.ts';
import { UsedAssertions } from './used-assertions.ts';

/** Time that the provider has to sign a person out, in minutes. */
const JOURNEY_MINUTES = 10;

/** Single logout of SAML 2.0: whoever signs out here or at the provider is signed out at the other one as well. */
export class SamlLogout {
  constructor(
    @inject(Providers) private readonly providers: Providers,
    @inject(SamlClient) private readonly client: SamlClient,
    @inject(SignOnAccounts) private readonly accounts: SignOnAccounts,
    @inject(UsedAssertions) private readonly used: UsedAssertions,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(OneTimeTokens) private readonly tokens: OneTimeTokens,
    @inject(SamlArrivals) private readonly arrivals: SamlArrivals,
    @inject(PublicUrlToken) private readonly publicUrl: string,
  ) {}

  /** Returns the address that signs the person of a session out at the provider; undefined where it offers none. */
  async departure(session: ProviderSession): Promise<string | undefined> {
    const row = await this.providers.find(session.organizationId);
    if (row?.protocol !== 'saml' || row.slo_url === null || !row.enabled) return undefined;
    const requestId = `_${randomBytes(20).toString('hex')}`;
    const data = { organization_id: row.organization_id, request_id: requestId };
    const relayState = await this.tokens.issue('external-logout', { data }, JOURNEY_MINUTES);
    return this.#address(row, await this.client.logoutDeparture(row, session, { requestId, relayState }));
  }

  /**
   * Takes a message of the provider and returns the address to which the browser goes on. A request ends the sessions
   * that it names, or all that the person began with the provider; its answer is in the address. A response leads to the
   * first page, or to the one that shows why the provider signed nobody out.
   * @throws Fault LOGOUT_REFUSED (400) for what is no request of the provider
   */
  async receive(organizationId: number, read: () => LogoutMessage): Promise<string> {
    const row = await this.providers.find(organizationId);
    if (row?.protocol !== 'saml' || !row.enabled) throw refused('This organization signs in with no SAML provider.');
    let kind: LogoutMessage['kind'] = 'SAMLRequest';
    try {
      const message = read();
      ({ kind } = message);
      const facts = await this.#check(row, message);
      if (kind === 'SAMLRequest') return await this.#end(row, message, facts);
      await this.#demandAsked(organizationId, message, facts);
      return this.publicUrl;
    } catch (error) {
      if (!isFault(error) || error.code !== 'SSO_FAILED') throw error;
      if (kind === 'SAMLRequest') throw refused(error.message);
      const problem = `Your identity provider did not confirm that you are signed out there. ${error.message}`;
      return `${redirectUri(this.publicUrl)}?saml=${await this.arrivals.refuse(row, problem)}`;
    }
  }

  /** Checks a message and uses it up. @throws Fault SSO_FAILED (422) */
  async #check(row: ProviderRow, message: LogoutMessage): Promise<LogoutFacts> {
    await this.client.demandSignedLogout(row, message);
    const facts = readLogout(message, {
      issuer: row.issuer,
      destination: this.client.names(row.organization_id).slo_url,
      now: Date.now(),
      skew: CLOCK_SKEW,
      age: MOST_AGE,
    });
    await this.used.use(row.organization_id, row.issuer, facts.id, facts.expires);
    return facts;
  }

  async #end(row: ProviderRow, message: LogoutMessage, { id, nameId, indexes }: LogoutFacts): Promise<string> {
    const personId = await this.accounts.personOf(row.organization_id, { issuer: row.issuer, subject: nameId });
    if (personId !== undefined) await this.sessions.endSome(personId, { providerOf: row.organization_id, indexes });
    if (row.slo_url === null) return this.publicUrl;
    const answer = await this.client.logoutAnswer(row, id, message.relayState, personId !== undefined);
    return this.#address(row, answer);
  }

  /** Returns the page that posts a message to the provider. @throws Fault LOGOUT_REFUSED (400) for an unknown ticket */
  async formPage(organizationId: number, ticket: string): Promise<string> {
    const kept = await this.tokens.redeem('external-logout-form', ticket);
    const { organization_id, form } = (kept?.data ?? {}) as { organization_id?: number; form?: LogoutForm };
    if (form === undefined || organization_id !== organizationId)
      throw refused('The page was used already or has expired. You are signed out of Loupe.');
    return logoutFormPage(form);
  }

  /** Returns the address to which the browser goes with a message: of the provider, or of the page that posts it. */
  async #address({ organization_id }: ProviderRow, message: OutgoingLogout): Promise<string> {
    if (typeof message === 'string') return message;
    const data = { organization_id, form: message };
    const ticket = await this.tokens.issue('external-logout-form', { data }, JOURNEY_MINUTES);
    return `${this.client.names(organization_id).slo_url}/form?ticket=${ticket}`;
  }

  async #demandAsked(organizationId: number, { relayState }: LogoutMessage, facts: LogoutFacts): Promise<void> {
    const asked = await this.tokens.redeem('external-logout', relayState);
    const { organization_id, request_id } = asked?.data ?? {};
    if (organization_id !== organizationId || request_id !== facts.inResponseTo)
      throw samlFault('It answers no request of Loupe (InResponseTo).');
    if (facts.failure !== undefined) throw samlFault(`It answers ${facts.failure}.`);
  }
}

const refused = (text: string): Fault =>
  new Fault('LOGOUT_REFUSED', `The message of single logout is not valid: ${text}`, { status: 400 });
