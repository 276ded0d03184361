import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import type { ProjectSort } from '../common/api.ts';
import type { ListedProject } from './project-actions.ts';
import { ProjectsClient } from './projects-client.ts';

/** What the person looks for. */
export interface ListFilter {
  readonly name: string;
  readonly statuses: readonly number[];
  readonly type: number | undefined;
  readonly pinned: boolean;
  /** The person's own role. */
  readonly role: number | undefined;
  /** E-mail of who made it. */
  readonly creator: string;
  /** First and last day on which it was made, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly sort: ProjectSort;
  readonly order: 'asc' | 'desc';
}

/** A filter as the server is asked for it. */
export function listQuery(filter: ListFilter) {
  return {
    sort: filter.sort, order: filter.order, pinned_first: true,
    ...(filter.name === '' ? {} : { name: filter.name }),
    ...(filter.statuses.length === 0 ? {} : { status: [...filter.statuses] }),
    ...(filter.type === undefined ? {} : { type: filter.type }),
    ...(filter.pinned ? { pinned: true } : {}),
    ...(filter.role === undefined ? {} : { role: filter.role }),
    ...(filter.creator === '' ? {} : { creator: filter.creator }),
    ...(filter.from === '' ? {} : { created_from: filter.from }),
    ...(filter.to === '' ? {} : { created_to: filter.to }),
  };
}

/** Rows of one page (not-shown decisions, M). */
const PAGE = 100;

/** A list of any length of which only the part on screen is held. */
export interface ProjectList {
  /** Undefined until the first answer. */
  readonly count: number | undefined;
  readonly error: unknown;
  /** The project at a place of the list, when it is loaded. */
  at(index: number): ListedProject | undefined;
  /** Says which places are on screen. */
  want(first: number, last: number): void;
  readonly retry: () => void;
}

/** The caller's projects, pinned ones first: the pages that the screen shows, and one beyond either end. */
export function useProjectList(filter: ListFilter): ProjectList {
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const team = useTeam();
  const [range, setRange] = useState({ first: 0, last: 0 });
  const text = JSON.stringify(filter);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the filter is made anew from the address at each draw
  const key = useMemo(() => ['projects', 'list', team.id, filter] as const, [team.id, text]);

  const pageQuery = (page: number) => ({
    queryKey: [...key, page],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.projects.listProjects({
      query: { ...listQuery(filter), offset: page * PAGE, limit: PAGE },
      signal,
    }),
    staleTime: 15_000,
  });
  // The first page tells the number of projects; it stays while others are looked at, and is replaced only by its successor.
  const first = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const count = first.data?.count;
  const lastPage = count === undefined ? 0 : Math.max(0, Math.ceil(count / PAGE) - 1);
  const pages: number[] = [];
  for (let page = Math.max(1, range.first - 1); page <= Math.min(lastPage, range.last + 1); page++) pages.push(page);
  const loaded = useQueries({ queries: pages.map(pageQuery) });

  const want = useCallback((from: number, to: number): void => {
    const next = { first: Math.floor(from / PAGE), last: Math.floor(to / PAGE) };
    setRange(before => (before.first === next.first && before.last === next.last ? before : next));
  }, []);
  return {
    count,
    error: first.error ?? loaded.find(each => each.error !== null)?.error ?? null,
    at(index) {
      const page = Math.floor(index / PAGE);
      const data = page === 0 ? first.data : loaded[pages.indexOf(page)]?.data;
      return data?.data[index - page * PAGE];
    },
    want,
    retry: () => void queries.invalidateQueries({ queryKey: key }),
  };
}
