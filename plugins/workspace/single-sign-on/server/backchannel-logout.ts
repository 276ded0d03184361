import { inject } from 'inversify';
import { Fault, isFault } from '#core/base/common/index.ts';
import { Sessions } from '#core/auth/server/index.ts';
import { ProviderClient } from './provider-client.ts';
import { Providers } from './providers.ts';
import { SignOnAccounts } from './sign-on-accounts.ts';
import { UsedAssertions } from './used-assertions.ts';

/** Signs people out here who signed out at their OpenID Connect provider. */
export class BackchannelLogout {
  constructor(
    @inject(Providers) private readonly providers: Providers,
    @inject(ProviderClient) private readonly client: ProviderClient,
    @inject(SignOnAccounts) private readonly accounts: SignOnAccounts,
    @inject(UsedAssertions) private readonly used: UsedAssertions,
    @inject(Sessions) private readonly sessions: Sessions,
  ) {}

  /**
   * Ends every session that the person of a logout token began with the provider. Each token works once.
   * @throws Fault LOGOUT_REFUSED (400)
   */
  async end(organizationId: number, token: string): Promise<void> {
    const provider = await this.providers.find(organizationId);
    if (provider?.protocol !== 'oidc' || !provider.enabled)
      throw refused('This organization signs in with no OpenID Connect provider.');
    const settings = this.providers.settingsOf(provider);
    const { issuer, subject, id, expires } = await this.client.loggedOut(settings, token).catch((error: unknown) => {
      throw refused(error instanceof Error ? error.message : 'The token can not be read.');
    });
    await this.used.use(organizationId, issuer, id, expires).catch((error: unknown) => {
      throw isFault(error) && error.code === 'SSO_FAILED' ? refused('It was used before.') : error;
    });
    const personId = await this.accounts.personOf(organizationId, { issuer, subject });
    if (personId !== undefined) await this.sessions.endSome(personId, { providerOf: organizationId });
  }
}

const refused = (text: string): Fault =>
  new Fault('LOGOUT_REFUSED', `The logout token is not valid: ${text}`, { status: 400 });
