import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { snapshotApi } from '../../common/snapshot-api.ts';
import type { SearchPlace } from '../searches.ts';
import type { Subsets } from '../subsets.ts';
import type { ItemSplits } from './item-splits.ts';
import type { Snapshots } from './snapshots.ts';

export interface SnapshotServices {
  readonly snapshots: Snapshots;
  readonly splits: ItemSplits;
  readonly subsets: Subsets;
}

/** Calls about versions of a dataset and its division into subsets. */
export function snapshotHandlers({ snapshots, splits, subsets }: SnapshotServices): Handlers<typeof snapshotApi> {
  const placeOf = async (
    context: RequestContext,
    query: {
      readonly project_id: number;
      readonly folder_id?: number | undefined;
      readonly subset_id?: number | undefined;
      readonly time_zone?: string | undefined;
    },
  ): Promise<SearchPlace> => {
    if (query.subset_id !== undefined) await subsets.demand(context, query.project_id, query.subset_id);
    return {
      projectId: query.project_id,
      folderId: query.folder_id,
      subsetId: query.subset_id,
      timeZone: query.time_zone,
    };
  };
  return {
    listSnapshots: ({ query }, context) => snapshots.list(context, query.project_id, query),
    createSnapshot: async ({ query, body }, context) =>
      snapshots.create(context, await placeOf(context, query), body.name, body.query ?? ''),
    async deleteSnapshot({ params, query }, context) {
      await snapshots.remove(context, query.project_id, params.snapshot_id);
      return { success: true };
    },
    compareSnapshots: ({ params, query }, context) =>
      snapshots.compare(context, query.project_id, params.snapshot_id, query.to_snapshot_id),
    splitItems: async ({ query, body }, context) =>
      splits.split(context, await placeOf(context, query), body.query ?? undefined, body),
  };
}
