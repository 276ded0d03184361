import { SignInWays } from '#core/auth/server/index.ts';
import { defineServerHalf, PublicUrlToken } from '#core/kernel/server/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';
import { singleSignOnApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { DomainProof, systemTextRecords, TextRecordsToken } from './domain-proof.ts';
import { Domains } from './domains.ts';
import { ProviderClient } from './provider-client.ts';
import { Placings } from './placings.ts';
import { Providers } from './providers.ts';
import { SignOn } from './sign-on.ts';
import { SignOnAccounts } from './sign-on-accounts.ts';
import { signOnHandlers } from './sign-on-handlers.ts';
import { TeamPlacing } from './team-placing.ts';
import { Trials } from './trials.ts';

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
      ProviderClient,
      SignOnAccounts,
      TeamPlacing,
      SignOn,
      Trials,
    ])
      container.bind(service as typeof Providers).toSelf();
  },
  activate({ get, implement, own }) {
    own(get(SignInWays).add(get(SignOn)));
    implement(
      singleSignOnApi,
      signOnHandlers({
        providers: get(Providers),
        placings: get(Placings),
        domains: get(Domains),
        accounts: get(SignOnAccounts),
        trials: get(Trials),
        organizations: get(Organizations),
        publicUrl: get(PublicUrlToken),
      }),
    );
  },
});
