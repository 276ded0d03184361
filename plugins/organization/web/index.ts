import { defineWebPlugin } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';

export default defineWebPlugin(manifest, { activate: ({ page }) => page('plugins', () => import('./pages/plugins-page.tsx')) });
