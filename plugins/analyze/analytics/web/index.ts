import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { AnalyticsClient } from './analytics-client.ts';

export default defineWebHalf(manifest, {
  provides: [AnalyticsClient],
  bindings(container) {
    container.bind(AnalyticsClient).toSelf();
  },
  activate({ page }) {
    page('analytics', () => import('./pages/analytics-page.tsx'));
    page('overview', () => import('./pages/overview-page.tsx'));
  },
});
