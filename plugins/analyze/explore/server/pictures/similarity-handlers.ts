import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { SimilarityState, similarityApi } from '../../common/similarity-api.ts';
import type { Embeddings } from '../embeddings/embeddings.ts';
import type { Passages } from '../embeddings/passages.ts';
import type { PictureMap } from '../embeddings/picture-map.ts';
import type { FoundItems } from '../found-items.ts';
import type { LookAlikes } from '../look-alikes.ts';
import type { Subsets } from '../subsets.ts';
import type { Pictures } from './pictures.ts';

export interface SimilarityServices {
  readonly pictures: Pictures;
  readonly embeddings: Embeddings;
  readonly passages: Passages;
  readonly alike: LookAlikes;
  readonly map: PictureMap;
  readonly subsets: Subsets;
  readonly found: FoundItems;
}

/** Calls that measure pictures and find similar ones. */
export function similarityHandlers({
  pictures,
  embeddings,
  passages,
  alike,
  map,
  subsets,
  found,
}: SimilarityServices): Handlers<typeof similarityApi> {
  const view = async (context: RequestContext, projectId: number): Promise<SimilarityState> => {
    const { state, done, total, unreadable, jobId, failedJobId } = await pictures.state(context, projectId);
    const model = await embeddings.state(context, projectId);
    const texts = await passages.state(context, projectId);
    return {
      state,
      progress: { done, total },
      unreadable,
      method: model.provider === undefined ? 'colours-and-edges' : 'model',
      job_id: jobId ?? failedJobId ?? null,
      embeddings: {
        state: model.state,
        progress: { done: model.done, total: model.total },
        unreadable: model.unreadable,
        provider: model.provider?.title ?? null,
        reason: model.reason ?? null,
        words_reason: model.wordsReason ?? null,
        job_id: model.jobId ?? model.failedJobId ?? null,
      },
      texts: {
        state: texts.state,
        progress: { done: texts.done, total: texts.total },
        provider: texts.provider?.title ?? null,
        reason: texts.reason ?? null,
        job_id: texts.jobId ?? texts.failedJobId ?? null,
      },
    };
  };
  return {
    similarityStatus: ({ query }, context) => view(context, query.project_id),
    async syncSimilarity({ query }, context) {
      await pictures.sync(context, query.project_id);
      await embeddings.sync(context, query.project_id);
      await passages.sync(context, query.project_id);
      return view(context, query.project_id);
    },
    async searchSimilarItems({ query, body }, context) {
      const { items, scores } = await alike.find(context, query.project_id, { itemId: body.item_id }, body.limit);
      const rows = await found.byIds(context, query.project_id, items);
      return rows.map(({ id, name }) => ({ id, name, score: scores.get(id)! }));
    },
    async searchSimilarInstances({ query, body }, context) {
      const to = { itemId: body.item_id, position: body.position };
      const { objects = [] } = await alike.find(context, query.project_id, to, body.limit);
      const seen = new Set(
        (await found.byIds(context, query.project_id, [...new Set(objects.map(each => each.itemId))])).map(
          each => each.id,
        ),
      );
      return objects
        .filter(each => seen.has(each.itemId))
        .map(({ itemId, position, score }) => ({ item_id: itemId, position, score }));
    },
    async mapItems({ query, body }, context) {
      if (query.subset_id !== undefined) await subsets.demand(context, query.project_id, query.subset_id);
      const place = {
        projectId: query.project_id,
        folderId: query.folder_id,
        subsetId: query.subset_id,
        timeZone: query.time_zone,
      };
      return map.of(context, place, body.query ?? undefined);
    },
  };
}
