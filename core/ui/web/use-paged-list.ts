import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** Rows of one request. */
const PAGE = 100;

/** A stretch of a list, as it is asked for. */
export interface Stretch {
  readonly offset: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** A list of any length of which only the part on screen is held. */
export interface PagedList<Row> {
  /** Undefined until the first answer. */
  readonly count: number | undefined;
  readonly error: unknown;
  /** The row at a place of the list, when it is loaded. */
  at(index: number): Row | undefined;
  /** Says which places are on screen. */
  want(first: number, last: number): void;
  retry(): void;
}

/**
 * Loads the pages of a list that the screen shows, and one beyond either end. Lists of different keys are different
 * lists. `rows` of one request, 100 when absent.
 */
export function usePagedList<Row>(
  key: readonly unknown[],
  load: (stretch: Stretch) => Promise<{ readonly data: readonly Row[]; readonly count: number }>,
  rows: number = PAGE,
): PagedList<Row> {
  const queries = useQueryClient();
  const [range, setRange] = useState({ first: 0, last: 0 });
  const pageQuery = (page: number) => ({
    queryKey: [...key, page],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => load({ offset: page * rows, limit: rows, signal }),
    staleTime: 15_000,
  });
  // The first page reports the number of rows; it stays while others are looked at, and is replaced only by its
  // successor.
  const first = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const count = first.data?.count;
  const lastPage = count === undefined ? 0 : Math.max(0, Math.ceil(count / rows) - 1);
  const pages: number[] = [];
  for (let page = Math.max(1, range.first - 1); page <= Math.min(lastPage, range.last + 1); page++) pages.push(page);
  const loaded = useQueries({ queries: pages.map(pageQuery) });

  const want = useCallback(
    (from: number, to: number): void => {
      const next = { first: Math.floor(from / rows), last: Math.floor(to / rows) };
      setRange(before => (before.first === next.first && before.last === next.last ? before : next));
    },
    [rows],
  );
  return {
    count,
    error: first.error ?? loaded.find(each => each.error !== null)?.error ?? null,
    at(index) {
      const page = Math.floor(index / rows);
      const data = page === 0 ? first.data : loaded[pages.indexOf(page)]?.data;
      return data?.data[index - page * rows];
    },
    want,
    retry: () => void queries.invalidateQueries({ queryKey: key }),
  };
}
