import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { InsightsClient } from './insights-client.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(InsightsClient).toSelf();
  },
  activate({ page }) {
    page('boards', () => import('./pages/insights-page.tsx'));
  },
});
