import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AccountHooks } from '#core/tenancy/server/index.ts';
import { customViewApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { customViewHandlers } from './custom-view-handlers.ts';
import { CustomViews } from './custom-views.ts';
import { tableViewReferences } from './person-references.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings: container => void container.bind(CustomViews).toSelf(),
  activate({ get, implement, tap }) {
    implement(customViewApi, customViewHandlers(get(CustomViews)));
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...tableViewReferences]);
  },
});
