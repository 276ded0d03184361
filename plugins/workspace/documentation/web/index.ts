import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';

export default defineWebHalf(manifest, {
  activate({ page }) {
    page('start', () => import('./pages/guide-page.tsx'));
    page('guide', () => import('./pages/guide-page.tsx'));
  },
});
