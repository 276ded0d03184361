import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AccountHooks } from '#core/tenancy/server/index.ts';
import { keyboardApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { OwnKeyMaps } from './own-key-maps.ts';
import { keyboardReferences } from './person-references.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings: container => void container.bind(OwnKeyMaps).toSelf(),
  activate({ get, implement, tap }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...keyboardReferences]);
    const maps = get(OwnKeyMaps);
    implement(keyboardApi, {
      getKeys: (_, context) => maps.get(context),
      saveKeys: async ({ body: { base, ...keys } }, context) => ({ revision: await maps.save(context, base, keys) }),
    });
  },
});
