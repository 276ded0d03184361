import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import type { Subset } from '../../common/keeping-api.ts';
import { MOST_IDS } from '../../common/search-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';

const keyOf = (projectId: number): readonly unknown[] => ['explore', 'subsets', projectId];

/** The subsets of a project, at most 500. */
export function useSubsets(projectId: number, enabled = true): UseQueryResult<readonly Subset[]> {
  const { keeping } = useService(ExploreClient);
  return useQuery({
    queryKey: keyOf(projectId),
    queryFn: async ({ signal }) =>
      (await keeping.listSubsets({ query: { project_id: projectId, limit: 500 }, signal })).data,
    enabled,
  });
}

/** Actions on subsets; each says what became of it. */
export interface SubsetActions {
  /** Reads the list of subsets again. */
  readonly refresh: () => Promise<void>;
  /** Adds items to a subset or removes them, with an undo. */
  readonly change: (
    subset: Pick<Subset, 'id' | 'name'>,
    action: 'ATTACH' | 'DETACH',
    itemIds: readonly number[],
  ) => Promise<void>;
}

/** Actions on the subsets of a project. */
export function useSubsetActions(projectId: number): SubsetActions {
  const { keeping } = useService(ExploreClient);
  const queries = useQueryClient();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: keyOf(projectId) });
  const change: SubsetActions['change'] = async (subset, action, itemIds) => {
    const skipped: number[] = [];
    const failed: number[] = [];
    for (let start = 0; start < itemIds.length; start += MOST_IDS) {
      const part = await keeping.changeSubset({
        query: { project_id: projectId, subset_id: subset.id },
        body: { action, item_ids: itemIds.slice(start, start + MOST_IDS) },
      });
      skipped.push(...part.skipped);
      failed.push(...part.failed);
    }
    const left = new Set([...skipped, ...failed]);
    const changed = itemIds.filter(each => !left.has(each));
    const undo = (): void => void change(subset, action === 'ATTACH' ? 'DETACH' : 'ATTACH', changed).catch(toastError);
    const said = [
      messages.useSubsets.thingsRemovedFrom(
        things(changed.length),
        action === 'ATTACH' ? messages.useSubsets.addedTo : messages.useSubsets.removedFrom,
        subset.name,
      ),
      ...(skipped.length === 0
        ? []
        : [
            messages.useSubsets.notInIt(
              things(skipped.length),
              action === 'ATTACH' ? messages.useSubsets.alreadyInIt : messages.useSubsets.missingInIt,
            ),
          ]),
      ...(failed.length === 0 ? [] : [messages.useSubsets.thingsNotFound(things(failed.length))]),
    ].join(' ');
    toast(said, changed.length === 0 ? {} : { tone: 'success', undo });
    await Promise.all([refresh(), queries.invalidateQueries({ queryKey: itemKeys.dependent('explore', projectId) })]);
  };
  return { refresh, change };
}
