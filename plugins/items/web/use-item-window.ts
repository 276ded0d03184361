import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import type { ItemFilter } from '../common/api.ts';
import type { ListedItem } from '../common/item.ts';
import { ItemsClient } from './items-client.ts';

/** Items of one request. */
const PAGE = 100;

/** A list of any length of which only the part on screen is held. */
export interface ItemWindow {
  /** Undefined until the first answer. */
  readonly count: number | undefined;
  readonly error: unknown;
  /** The item at a place of the list, when it is loaded. */
  at(index: number): ListedItem | undefined;
  /** Says which places are on screen. */
  want(first: number, last: number): void;
  /** Ids of a stretch, both ends included; from the server where it is not loaded. */
  idsBetween(first: number, last: number): Promise<readonly number[]>;
  retry(): void;
}

/** Loads the pages of a list that the screen shows, and one beyond either end. */
export function useItemWindow(projectId: number, filter: ItemFilter): ItemWindow {
  const client = useService(ItemsClient);
  const queries = useQueryClient();
  const [range, setRange] = useState({ first: 0, last: 0 });
  const key = useMemo(() => ['items', 'list', projectId, filter] as const, [projectId, filter]);

  const pageQuery = (page: number) => ({
    queryKey: [...key, page],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.items.listItems({ params: { project_id: projectId }, query: { ...filter, offset: page * PAGE, limit: PAGE }, signal }),
    staleTime: 15_000,
  });
  // The first page tells the number of items; it stays while others are looked at, and is replaced only by its successor.
  const first = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const count = first.data?.count;
  const lastPage = count === undefined ? 0 : Math.max(0, Math.ceil(count / PAGE) - 1);
  const pages: number[] = [];
  for (let page = Math.max(1, range.first - 1); page <= Math.min(lastPage, range.last + 1); page++) pages.push(page);
  const loaded = useQueries({ queries: pages.map(pageQuery) });

  const at = (index: number): ListedItem | undefined => {
    const page = Math.floor(index / PAGE);
    const data = page === 0 ? first.data : loaded[pages.indexOf(page)]?.data;
    return data?.data[index - page * PAGE];
  };
  const want = useCallback((from: number, to: number): void => {
    const next = { first: Math.floor(from / PAGE), last: Math.floor(to / PAGE) };
    setRange(before => (before.first === next.first && before.last === next.last ? before : next));
  }, []);
  const idsBetween = async (from: number, to: number): Promise<readonly number[]> => {
    const known: number[] = [];
    for (let index = from; index <= to; index++) {
      const found = at(index);
      if (found === undefined) break;
      known.push(found.id);
    }
    for (let next = from + known.length; next <= to;) {
      const { ids } = await client.items.listItemIds({ params: { project_id: projectId }, query: { ...filter, offset: next, limit: Math.min(50_000, to - next + 1) } });
      if (ids.length === 0) break;
      for (const id of ids) known.push(id);
      next += ids.length;
    }
    return known;
  };
  return { count, error: first.error ?? loaded.find(each => each.error !== null)?.error ?? null, at, want, idsBetween, retry: () => void queries.invalidateQueries({ queryKey: key }) };
}
