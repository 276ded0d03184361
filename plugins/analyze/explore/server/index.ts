import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { ClassesHooks } from '#plugins/workspace/classes/server/kit/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ItemChanges, Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { keepingApi } from '../common/keeping-api.ts';
import { searchApi } from '../common/search-api.ts';
import { Bookmarks } from './bookmarks.ts';
import { ExploreIndex } from './explore-index.ts';
import { Facets } from './facets.ts';
import { InstanceApprovals } from './instance-approvals.ts';
import { ItemRules } from './item-rules.ts';
import { keepingHandlers } from './keeping-handlers.ts';
import { QuerySchemas, Searches, Subsets } from './kit/index.ts';
import { SavedQueries } from './saved-queries.ts';
import { searchHandlers } from './search-handlers.ts';
import { SearchLinks } from './search-links.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Searches, Subsets, QuerySchemas],
  bindings(container) {
    for (const service of [
      Bookmarks,
      ExploreIndex,
      Facets,
      InstanceApprovals,
      ItemRules,
      QuerySchemas,
      SavedQueries,
      SearchLinks,
      Searches,
      Subsets,
    ])
      container.bind(service as typeof SavedQueries).toSelf();
  },
  activate({ get, implement, job, tap }) {
    const [index, subsets, searches, rules] = [get(ExploreIndex), get(Subsets), get(Searches), get(ItemRules)];
    implement(
      searchApi,
      searchHandlers({
        searches,
        subsets,
        index,
        schemas: get(QuerySchemas),
        approvals: get(InstanceApprovals),
        items: get(Items),
        changes: get(ItemChanges),
        facets: get(Facets),
      }),
    );
    implement(
      keepingApi,
      keepingHandlers({ subsets, queries: get(SavedQueries), bookmarks: get(Bookmarks), links: get(SearchLinks) }),
    );
    job('sync', (run, context) => index.run(run, context));
    const items = get(ItemsHooks);
    tap(get(AnnotationHooks).storingMany, (context, projectId, stored) => index.store(context, projectId, stored));
    tap(get(ClassesHooks).counting, async (context, counter, projectId) =>
      (await index.state(context, projectId)).state === 'ready' ? () => index.classUses(context, projectId) : counter,
    );
    tap(items.constraining.for('expression'), async (context, found, item, { query }) => [
      ...(found ?? []),
      ...(await rules.mismatches(context, item, String(query))),
    ]);
    tap(items.copying, (context, copy) => index.copy(context, copy));
    tap(items.statusChanged, (context, changes) => index.note(context, changes));
    tap(items.statusesCarrying, (context, projectId, moves) => index.noteMany(context, projectId, moves));
  },
});
