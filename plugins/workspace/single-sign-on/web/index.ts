import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';

export default defineWebHalf(manifest, {
  activate({ page }) {
    page('page', () => import('./pages/single-sign-on-page.tsx'));
    page('providers', () => import('./pages/identity-providers-page.tsx'));
  },
});
