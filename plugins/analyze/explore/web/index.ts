import { QueryClient } from '@tanstack/react-query';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { EditorHooks } from '#plugins/annotate/editor/web/kit/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { ExploreClient } from './explore-client.ts';
import { ExploreViewStore } from './explore-view-store.ts';
import { messages } from './messages.ts';
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
    tap(get(ItemsWebHooks).filterFields, ({ projectId }, fields) => {
      const { project } = get(ProjectStore).state;
      return project?.id !== projectId || project.type !== ProjectType.Text
        ? fields
        : [...fields, { name: 'text', title: messages.plugin.text, kind: 'text' as const }];
    });
    // A screen may have asked before this plugin was there.
    void get(QueryClient).invalidateQueries({ queryKey: itemKeys.filterFields });
  },
});
