import { toDisposable } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AccountHooks } from '#core/tenancy/server/index.ts';
import { ClassesHooks } from '#plugins/workspace/classes/server/kit/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ItemChanges, Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { ExchangeHooks } from '#plugins/exchange/exchange/server/kit/index.ts';
import manifest from '../manifest.ts';
import { keepingApi } from '../common/keeping-api.ts';
import { searchApi } from '../common/search-api.ts';
import { snapshotApi } from '../common/snapshot-api.ts';
import { similarityApi } from '../common/similarity-api.ts';
import { suggestionApi } from '../common/suggestion-api.ts';
import { Bookmarks } from './bookmarks.ts';
import { ExploreRows } from './explore-rows.ts';
import { ExploreSync } from './explore-sync.ts';
import { Embeddings } from './embeddings/embeddings.ts';
import { NeighbourMeasures } from './embeddings/neighbour-measures.ts';
import { Passages } from './embeddings/passages.ts';
import { PictureMap } from './embeddings/picture-map.ts';
import { SimilarTexts } from './embeddings/similar-texts.ts';
import { SimilarVectors } from './embeddings/similar-vectors.ts';
import { VectorTables } from './embeddings/vector-tables.ts';
import { VectorThread } from './embeddings/vector-thread.ts';
import { Facets } from './facets.ts';
import { FoundItems } from './found-items.ts';
import { InstanceApprovals } from './instance-approvals.ts';
import { BoxChanges } from './objects/box-changes.ts';
import { ObjectChanges } from './objects/object-changes.ts';
import { TagChanges } from './objects/tag-changes.ts';
import { ItemRules } from './item-rules.ts';
import { ItemTexts, textField } from './item-texts.ts';
import { LookAlikes } from './look-alikes.ts';
import { keepingHandlers } from './keeping-handlers.ts';
import { Pictures } from './pictures/pictures.ts';
import { SimilarPictures } from './pictures/similar-pictures.ts';
import { similarityHandlers } from './pictures/similarity-handlers.ts';
import { ItemSplits } from './snapshots/item-splits.ts';
import { FrozenItems } from './snapshots/frozen-items.ts';
import { snapshotHandlers } from './snapshots/snapshot-handlers.ts';
import { SnapshotLines } from './snapshots/snapshot-lines.ts';
import { Snapshots } from './snapshots/snapshots.ts';
import { BoxSearch } from './suggestions/box-search.ts';
import { suggestionHandlers } from './suggestions/suggestion-handlers.ts';
import { SuggestionSets } from './suggestions/suggestion-sets.ts';
import { QuerySchemas } from './query-schemas.ts';
import { Searches } from './searches.ts';
import { SubsetChanges } from './subset-changes.ts';
import { Subsets } from './subsets.ts';
import { SavedQueries } from './saved-queries.ts';
import { searchHandlers } from './search-handlers.ts';
import { SearchLinks } from './search-links.ts';
import { StatusHistory } from './status-history.ts';
import { exploreReferences } from './person-references.ts';

/** Name of the texts of items in filters of lists. */
const TEXT_FIELD = 'text';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [FrozenItems, Searches, Subsets, QuerySchemas],
  bindings(container) {
    for (const service of [
      Bookmarks,
      BoxChanges,
      BoxSearch,
      Embeddings,
      ExploreRows,
      ExploreSync,
      Facets,
      FoundItems,
      FrozenItems,
      InstanceApprovals,
      ItemRules,
      ItemSplits,
      ItemTexts,
      LookAlikes,
      NeighbourMeasures,
      ObjectChanges,
      Passages,
      PictureMap,
      Pictures,
      QuerySchemas,
      SavedQueries,
      SearchLinks,
      Searches,
      SimilarPictures,
      SimilarTexts,
      SimilarVectors,
      SnapshotLines,
      Snapshots,
      StatusHistory,
      SubsetChanges,
      Subsets,
      SuggestionSets,
      TagChanges,
      VectorTables,
      VectorThread,
    ])
      container.bind(service as typeof SavedQueries).toSelf();
  },
  activate({ find, get, implement, job, own, tap }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...exploreReferences]);
    const [rows, sync, history] = [get(ExploreRows), get(ExploreSync), get(StatusHistory)];
    const [subsets, searches, rules] = [get(Subsets), get(Searches), get(ItemRules)];
    implement(
      searchApi,
      searchHandlers({
        searches,
        found: get(FoundItems),
        subsets,
        sync,
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
    const pictures = get(Pictures);
    const embeddings = get(Embeddings);
    const passages = get(Passages);
    const thread = get(VectorThread);
    own(toDisposable(() => void thread.close()));
    implement(
      similarityApi,
      similarityHandlers({
        pictures,
        embeddings,
        passages,
        alike: get(LookAlikes),
        map: get(PictureMap),
        subsets,
        found: get(FoundItems),
      }),
    );
    job('embeddings', (run, context) => embeddings.run(run, context));
    job('boxes', (run, context) => get(BoxSearch).run(run, context));
    job('passages', (run, context) => passages.run(run, context));
    job('texts', (run, context) => get(ItemTexts).run(run, context));
    job('pictures', (run, context) => pictures.run(run, context));
    const snapshots = get(Snapshots);
    implement(snapshotApi, snapshotHandlers({ snapshots, splits: get(ItemSplits), subsets }));
    implement(suggestionApi, suggestionHandlers(get(SuggestionSets)));
    const exchange = find(ExchangeHooks);
    if (exchange !== undefined) tap(exchange.versions, () => get(FrozenItems));
    job('snapshot', (run, context) => snapshots.run(run, context));
    job('sync', (run, context) => sync.run(run, context));
    const items = get(ItemsHooks);
    tap(get(AnnotationHooks).storingMany, async (context, projectId, stored) => {
      const { pictures: ofPictures, texts: ofTexts } = await rows.store(context, projectId, stored);
      const itemIds = stored.map(each => each.itemId);
      if (ofPictures !== undefined) await embeddings.refresh(context, projectId, itemIds, ofPictures);
      if (ofTexts !== undefined) await passages.refresh(context, projectId, ofTexts);
    });
    tap(get(ClassesHooks).counting, async (context, counter, projectId) =>
      (await sync.state(context, projectId)).state === 'ready' ? () => rows.classUses(context, projectId) : counter,
    );
    const texts = get(ItemTexts);
    tap(items.querying, (_, fields) => new Map([...fields, [TEXT_FIELD, textField]]));
    tap(items.filtering, async (context, projectId, fields) => {
      if (fields.includes(TEXT_FIELD)) await texts.demandRead(context, projectId);
    });
    tap(items.constraining.for('expression'), async (context, found, item, { query }) => [
      ...(found ?? []),
      ...(await rules.mismatches(context, item, String(query))),
    ]);
    const objectChanges = get(ObjectChanges);
    tap(items.changing.for('objects'), () => objectChanges);
    const boxChanges = get(BoxChanges);
    tap(items.changing.for('boxes'), () => boxChanges);
    const tagChanges = get(TagChanges);
    tap(items.changing.for('tag'), () => tagChanges);
    const subsetChanges = get(SubsetChanges);
    tap(items.changing.for('subset'), () => subsetChanges);
    tap(items.copyingAnnotations, (context, copy) => rows.copy(context, copy));
    tap(items.copyingDetails, (context, copy) => rows.copySubsets(context, copy));
    tap(items.statusChanged, (context, changes) => history.note(context, changes));
    tap(items.statusesMigrating, (context, projectId, moves) => history.noteMany(context, projectId, moves));
  },
});
