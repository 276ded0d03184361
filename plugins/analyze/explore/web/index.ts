import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { ExploreClient } from './explore-client.ts';
import { ExploreViewStore } from './explore-view-store.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(ExploreClient).toSelf();
    container.bind(ExploreViewStore).toSelf();
  },
  activate({ page }) {
    page('search', () => import('./pages/explore-page.tsx'));
  },
});
