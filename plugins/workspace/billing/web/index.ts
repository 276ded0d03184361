import { Transport } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import manifest from '../manifest.ts';
import { BillingClient } from './billing-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(BillingClient).toSelf(),
  activate({ get, page, panel, tap }) {
    const [{ state }, teams] = [get(BillingClient), get(TeamStore)];
    tap(get(Transport).hooks.failed, ({ code }) => {
      if (code === 'TRIAL_EXPIRED') state.expiredTrial = teams.state.team?.creator_trial_start_date ?? undefined;
      return undefined;
    });
    page('licences', () => import('./pages/licences-page.tsx'));
    page('plan', () => import('./pages/plan-page.tsx'));
    panel('notice', () => import('./licence-notice.tsx'));
  },
});
