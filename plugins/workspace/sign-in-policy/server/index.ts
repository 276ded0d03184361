import { People, Sessions } from '#core/auth/server/index.ts';
import { invalidField } from '#core/base/common/index.ts';
import { DatabaseToken, defineServerHalf } from '#core/kernel/server/index.ts';
import { Organizations, organizationsOf } from '#core/tenancy/server/index.ts';
import { signInPolicyApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { Policies } from './policies.ts';
import { PolicyGate } from './policy-gate.ts';
import { policyHandlers } from './policy-handlers.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    for (const service of [Policies, PolicyGate]) container.bind(service as typeof Policies).toSelf();
  },
  activate({ get, hooks, implement, own, tap }) {
    const database = get(DatabaseToken);
    const organizations = get(Organizations);
    const policies = get(Policies);
    implement(signInPolicyApi, policyHandlers({ policies, organizations, sessions: get(Sessions), database }));
    tap(hooks.opened, (context, _, mounted) => get(PolicyGate).demand(context, mounted));
    own(
      get(People).addPasswordRule(async (personId, password) => {
        const lengths = (await policies.of(await organizationsOf(database, personId))).map(
          each => each.password_length ?? 0,
        );
        const most = Math.max(0, ...lengths);
        if (password.length < most)
          throw invalidField('password', `your organization asks for at least ${most} characters`);
      }),
    );
  },
});
