import { addressIsManaged, Addresses, SignInWays } from '#core/auth/server/index.ts';
import { defineServerHalf, everyHour, LogToken, PublicUrlToken } from '#core/kernel/server/index.ts';
import { AccountHooks, Organizations } from '#core/tenancy/server/index.ts';
import { singleSignOnApi } from '../common/api.ts';
import { identityProvidersApi } from '../common/identity-providers-api.ts';
import { logoutApi } from '../common/logout-api.ts';
import { samlApi } from '../common/saml-api.ts';
import manifest from '../manifest.ts';
import { BackchannelLogout } from './backchannel-logout.ts';
import { DomainProof, systemTextRecords, TextRecordsToken } from './domain-proof.ts';
import { Domains } from './domains.ts';
import { IdentityProviders } from './identity-providers.ts';
import { logoutHandlers } from './logout-handlers.ts';
import { ProviderClient } from './provider-client.ts';
import { Placings } from './placings.ts';
import { ProviderMetadata } from './provider-metadata.ts';
import { Providers } from './providers.ts';
import { SamlArrivals } from './saml-arrivals.ts';
import { SamlClient } from './saml-client.ts';
import { SamlKeys } from './saml-keys.ts';
import { SamlLogout } from './saml-logout.ts';
import { samlHandlers } from './saml-handlers.ts';
import { SignOn } from './sign-on.ts';
import { SignOnAccounts } from './sign-on-accounts.ts';
import { signOnHandlers } from './sign-on-handlers.ts';
import { TeamPlacing } from './team-placing.ts';
import { Trials } from './trials.ts';
import { UsedAssertions } from './used-assertions.ts';
import { signOnReferences } from './person-references.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Domains, TeamPlacing],
  bindings(container) {
    container.bind(TextRecordsToken).toConstantValue(systemTextRecords);
    for (const service of [
      Providers,
      Placings,
      Domains,
      DomainProof,
      IdentityProviders,
      ProviderClient,
      ProviderMetadata,
      SamlArrivals,
      SamlClient,
      SamlKeys,
      SamlLogout,
      UsedAssertions,
      BackchannelLogout,
      SignOnAccounts,
      TeamPlacing,
      SignOn,
      Trials,
    ])
      container.bind(service as typeof Providers).toSelf();
  },
  activate({ get, implement, own, tap }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...signOnReferences]);
    implement(logoutApi, logoutHandlers(get(BackchannelLogout)));
    const metadata = async (id: number): Promise<string> =>
      get(SamlClient).metadata(id, (await get(Providers).find(id))?.sign_requests === true);
    implement(samlApi, samlHandlers(get(SamlArrivals), get(SamlLogout), metadata, get(PublicUrlToken)));
    implement(identityProvidersApi, get(IdentityProviders).handlers());
    own(get(SignInWays).add(get(SignOn)));
    own(
      get(Addresses).addRule(async person => {
        if ((await get(SignOnAccounts).isLinked(person.id)) || (await get(SignOn).requires(person.address, person)))
          throw addressIsManaged('You sign in with single sign-on');
      }),
    );
    own(
      everyHour(
        () => get(UsedAssertions).trim(),
        error => get(LogToken).warn({ err: error }, 'expired assertions were not deleted'),
      ),
    );
    implement(
      singleSignOnApi,
      signOnHandlers({
        providers: get(Providers),
        placings: get(Placings),
        domains: get(Domains),
        accounts: get(SignOnAccounts),
        samlKeys: get(SamlKeys),
        trials: get(Trials),
        metadata: get(ProviderMetadata),
        organizations: get(Organizations),
        publicUrl: get(PublicUrlToken),
      }),
    );
  },
});
