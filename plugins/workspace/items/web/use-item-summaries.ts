import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import type { ListedItem } from '../common/item.ts';
import type { ItemSummary } from '../common/item-summary.ts';
import { ItemsClient } from './items-client.ts';
import type { ItemWindow } from './use-item-window.ts';

/** Items of one request: stretches of the list that begin at multiples of it. */
const STRETCH = 50;

/** Summaries of the loaded items between two places of a list, by item id. */
export function useItemSummaries<Row extends ListedItem>(
  projectId: number,
  list: ItemWindow<Row>,
  first: number,
  last: number,
): ReadonlyMap<number, ItemSummary> {
  const client = useService(ItemsClient);
  const stretches: number[][] = [];
  for (let start = first - (first % STRETCH); start <= last; start += STRETCH) {
    const ids = Array.from({ length: STRETCH }, (_, at) => list.at(start + at)?.id ?? []).flat();
    if (ids.length > 0) stretches.push(ids);
  }
  return useQueries({
    queries: stretches.map(ids => ({
      queryKey: ['items', 'summaries', projectId, ids],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        client.items.summarizeItems({ params: { project_id: projectId }, query: { ids }, signal }),
      placeholderData: keepPreviousData,
      staleTime: 15_000,
    })),
    combine: byItem,
  });
}

/** One map of all answers; the same objects as long as the answers are the same. */
function byItem(
  answers: readonly { readonly data?: { readonly data: readonly ItemSummary[] } | undefined }[],
): ReadonlyMap<number, ItemSummary> {
  return new Map(answers.flatMap(({ data }) => data?.data.map(each => [each.item_id, each] as const) ?? []));
}
