import { useService, useTeam } from '#core/kernel/web/index.ts';
import type { PagedList } from '#core/ui/web/index.ts';
import { usePagedList } from '#core/ui/web/index.ts';
import type { ProjectSort } from '../common/api.ts';
import type { ListedProject } from './project-actions.ts';
import { ProjectsClient } from './projects-client.ts';

/** Filter of the list. */
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
    sort: filter.sort,
    order: filter.order,
    pinned_first: true,
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

/** A part of the list of projects. */
export type ProjectList = PagedList<ListedProject>;

/** The caller's projects, pinned ones first. */
export function useProjectList(filter: ListFilter): ProjectList {
  const client = useService(ProjectsClient);
  const team = useTeam();
  return usePagedList(['projects', 'list', team.id, filter], ({ offset, limit, signal }) =>
    client.projects.listProjects({ query: { ...listQuery(filter), offset, limit }, signal }),
  );
}
