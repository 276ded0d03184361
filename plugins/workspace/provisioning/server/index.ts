import { addressIsManaged, Addresses, People } from '#core/auth/server/index.ts';
import { defineServerHalf, PublicUrlToken } from '#core/kernel/server/index.ts';
import { AccountHooks } from '#core/tenancy/server/index.ts';
import { TeamPlacing } from '#plugins/workspace/single-sign-on/server/kit/index.ts';
import { provisioningApi } from '../common/api.ts';
import { scimApi } from '../common/scim-api.ts';
import manifest from '../manifest.ts';
import { DirectoryAccounts } from './directory-accounts.ts';
import { DirectoryGroups } from './directory-groups.ts';
import { DirectoryTokens } from './directory-tokens.ts';
import { provisioningHandlers } from './provisioning-handlers.ts';
import { scimHandlers } from './scim-handlers.ts';
import { provisioningReferences } from './person-references.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    for (const service of [DirectoryTokens, DirectoryAccounts, DirectoryGroups])
      container.bind(service as typeof DirectoryTokens).toSelf();
  },
  activate({ get, implement, own, tap }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...provisioningReferences]);
    own(
      get(Addresses).addRule(async person => {
        if (await get(DirectoryAccounts).provisions(person.id))
          throw addressIsManaged('A directory provides your account');
      }),
    );
    const services = {
      tokens: get(DirectoryTokens),
      accounts: get(DirectoryAccounts),
      groups: get(DirectoryGroups),
      people: get(People),
      placing: get(TeamPlacing),
      publicUrl: get(PublicUrlToken),
    };
    implement(scimApi, scimHandlers(services));
    implement(provisioningApi, provisioningHandlers(services));
  },
});
