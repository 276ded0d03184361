import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { BillingClient } from './billing-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(BillingClient).toSelf(),
  activate({ page, panel }) {
    page('licences', () => import('./pages/licences-page.tsx'));
    page('plan', () => import('./pages/plan-page.tsx'));
    panel('notice', () => import('./licence-notice.tsx'));
  },
});
