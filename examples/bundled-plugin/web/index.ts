import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';

export default defineWebHalf(manifest, {
  activate({ page, panel }) {
    page('links', () => import('./links-page.tsx'));
    panel('item', () => import('./item-links-panel.tsx'));
  },
});
