import { defineWebPlugin } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';

export default defineWebPlugin(manifest, {
  activate({ page }) {
    page('links', () => import('./links-page.tsx'));
  },
});
