import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
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
  readonly sort: ProjectSort;
  readonly order: 'asc' | 'desc';
}

/** Rows of one page (not-shown decisions, M). */
const PAGE = 100;

export interface ProjectList {
  readonly projects: readonly ListedProject[];
  readonly count: number | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  readonly more: () => void;
  readonly retry: () => void;
}

/** The caller's projects, page after page, pinned ones first. */
export function useProjectList(filter: ListFilter): ProjectList {
  const client = useService(ProjectsClient);
  const team = useTeam();
  const list = useInfiniteQuery({
    queryKey: ['projects', 'list', team.id, filter],
    queryFn: ({ pageParam, signal }) => client.projects.listProjects({
      query: {
        offset: pageParam, limit: PAGE, sort: filter.sort, order: filter.order, pinned_first: true,
        ...(filter.name === '' ? {} : { name: filter.name }),
        ...(filter.statuses.length === 0 ? {} : { status: [...filter.statuses] }),
        ...(filter.type === undefined ? {} : { type: filter.type }),
        ...(filter.pinned ? { pinned: true } : {}),
      },
      signal,
    }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
      return last.data.length < PAGE || loaded >= last.count ? undefined : loaded;
    },
    placeholderData: keepPreviousData,
  });
  return {
    projects: list.data?.pages.flatMap(page => page.data) ?? [],
    count: list.data?.pages.at(-1)?.count,
    error: list.error,
    loading: list.isPending,
    more: () => {
      if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
    },
    retry: () => void list.refetch(),
  };
}
