import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { SimilarityState, similarityApi } from '../../common/similarity-api.ts';
import type { FoundItems } from '../found-items.ts';
import type { Pictures } from './pictures.ts';
import type { SimilarPictures } from './similar-pictures.ts';

export interface SimilarityServices {
  readonly pictures: Pictures;
  readonly similar: SimilarPictures;
  readonly found: FoundItems;
}

/** Calls that measure pictures and find similar ones. */
export function similarityHandlers({ pictures, similar, found }: SimilarityServices): Handlers<typeof similarityApi> {
  const view = async (context: RequestContext, projectId: number): Promise<SimilarityState> => {
    const { state, done, total, unreadable, jobId } = await pictures.state(context, projectId);
    return { state, progress: { done, total }, unreadable, method: 'colours-and-edges', job_id: jobId ?? null };
  };
  return {
    similarityStatus: ({ query }, context) => view(context, query.project_id),
    async syncSimilarity({ query }, context) {
      await pictures.sync(context, query.project_id);
      return view(context, query.project_id);
    },
    async searchSimilarItems({ query, body }, context) {
      const ranked = await similar.of(context, query.project_id, body.item_id, body.limit);
      const scores = new Map(ranked.map(each => [each.itemId, each.score]));
      const rows = await found.byIds(context, query.project_id, [...scores.keys()]);
      return rows.map(({ id, name }) => ({ id, name, score: scores.get(id)! }));
    },
  };
}
