import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { SystemClient } from './system-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(SystemClient).toSelf(),
  activate({ page }) {
    page('system', () => import('./pages/system-page.tsx'));
    page('runners', () => import('./pages/runners-page.tsx'));
  },
});
