import { defineWebHalf } from '#core/kernel/web/index.ts';
import { EditorHooks } from '#plugins/annotate/editor/web/kit/index.ts';
import manifest from '../manifest.ts';
import { ExploreClient } from './explore-client.ts';
import { ExploreViewStore } from './explore-view-store.ts';
import { SearchedList } from './searched-list.ts';
import { SimilarExample } from './suggestions/similar-example.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(ExploreClient).toSelf();
    container.bind(ExploreViewStore).toSelf();
    container.bind(SearchedList).toSelf();
    container.bind(SimilarExample).toSelf();
  },
  activate({ find, get, page, tap }) {
    page('search', () => import('./pages/explore-page.tsx'));
    const editor = find(EditorHooks);
    const lists = get(SearchedList);
    if (editor !== undefined) tap(editor.listing, (from, projectId) => lists.of(from, projectId));
  },
});
