import { QueryClient } from '@tanstack/react-query';
import { defineWebHalf, NavigationToken } from '#core/kernel/web/index.ts';
import { EditorHooks, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { toast } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ItemsWebHooks, SelectionStore } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { ExploreClient } from './explore-client.ts';
import { ExploreViewStore } from './explore-view-store.ts';
import { messages } from './messages.ts';
import { SearchedList } from './searched-list.ts';
import { subsetChangeVerb } from './subsets/subset-change-verb.ts';
import { SubsetDialog } from './subsets/subset-dialog.ts';
import { SimilarExample } from './suggestions/similar-example.ts';

/** Types of projects whose objects lie in pictures that are compared. */
const PICTURE_TYPES: ReadonlySet<number> = new Set([ProjectType.Vector, ProjectType.Pixel]);

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(ExploreClient).toSelf();
    container.bind(ExploreViewStore).toSelf();
    container.bind(SearchedList).toSelf();
    container.bind(SimilarExample).toSelf();
    container.bind(SubsetDialog).toSelf();
  },
  activate({ command, find, get, hooks, page, tap }) {
    page('search', () => import('./pages/explore-page.tsx'));
    const editor = find(EditorHooks);
    const lists = get(SearchedList);
    if (editor !== undefined) tap(editor.listing, (from, projectId) => lists.of(from, projectId));
    const open = find(OpenItemToken);
    const projects = get(ProjectStore);
    const hasPictures = (): boolean => PICTURE_TYPES.has(open?.now?.opened.project.type ?? 0);
    command(
      'annotateSimilar',
      async () => {
        const [id, ...others] = open!.now!.session.scene.summary.selected;
        if (id === undefined || others.length > 0) {
          toast(messages.annotateSimilar.selectOne);
          return;
        }
        // The search compares what is stored.
        if (!(await open!.save())) return;
        const { opened, session } = open!.now!;
        const position = session.scene.instances.findIndex(each => each.id === id);
        if (position === -1) return;
        const { classId } = session.scene.instances[position]!;
        get(SimilarExample).ask({ itemId: opened.item.id, position, classId });
        const navigation = get(NavigationToken);
        navigation.go(navigation.path.replace(/\/item\/.*$/, '/explore'));
      },
      // Of a very large document a part is open, which does not say where an object is in it.
      () => open?.now !== undefined && open.now.session.objects === undefined && hasPictures(),
    );
    const selection = get(SelectionStore);
    command(
      'addToSubset',
      () => get(SubsetDialog).open(selection.targets()!, 'existing'),
      // Lists of the data tab are known by their filter.
      () => selection.list !== undefined && selection.filter === undefined && selection.targets() !== undefined,
    );
    tap(get(ItemsWebHooks).changeVerbs.for('subset'), subsetChangeVerb);
    tap(hooks.menu.for('editor.item'), items =>
      hasPictures() ? undefined : items.filter(each => each.id !== 'explore.annotateSimilar'),
    );
    tap(get(ItemsWebHooks).filterFields, ({ projectId }, fields) => {
      const { project } = projects.state;
      return project?.id !== projectId || project.type !== ProjectType.Text
        ? fields
        : [...fields, { name: 'text', title: messages.plugin.text, kind: 'text' as const }];
    });
    // A screen may have asked before this plugin was there.
    void get(QueryClient).invalidateQueries({ queryKey: itemKeys.filterFields });
  },
});
