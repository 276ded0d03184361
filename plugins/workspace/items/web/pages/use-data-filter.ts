import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { useLatestParams } from '#core/ui/web/index.ts';
import type { ItemFilter, ItemSort } from '../../common/api.ts';
import { itemSorts } from '../../common/api.ts';
import { requestClauses } from '../filters/filter-clause.ts';

export interface DataFilter {
  readonly filter: ItemFilter;
  /** True when something besides folder and order narrows the list. */
  readonly narrowed: boolean;
  /** The filter as a query string, for links that come back here or walk the same list. */
  readonly search: string;
  /** The filters of every field, as the address has them: days instead of moments. */
  readonly clauses: readonly string[];
  setClauses(clauses: readonly string[]): void;
  change(patch: Partial<ItemFilter>): void;
  clear(): void;
  /** Another filter and order, as a query string. */
  goTo(search: string): void;
}

const numbers = (texts: readonly string[]): number[] =>
  texts.map(Number).filter(each => Number.isInteger(each) && each >= 0);

function read(params: URLSearchParams, folderId: string | undefined): ItemFilter {
  const sort = params.get('sort');
  const status = numbers(params.getAll('status'));
  const where = params.getAll('where').flatMap(requestClauses);
  return {
    ...(folderId === undefined ? {} : { folder_id: Number(folderId) }),
    ...(status.length === 0 ? {} : { status }),
    ...(params.get('assignee') === null ? {} : { assignee: params.get('assignee')! }),
    ...(params.get('q') === null ? {} : { name: params.get('q')! }),
    ...(where.length === 0 ? {} : { where }),
    ...((itemSorts as readonly string[]).includes(sort ?? '') ? { sort: sort as ItemSort } : {}),
    ...(params.get('order') === 'desc' ? { order: 'desc' as const } : {}),
  };
}

function written(filter: ItemFilter, clauses: readonly string[]): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.name !== undefined && filter.name !== '') params.set('q', filter.name);
  for (const each of filter.status ?? []) params.append('status', String(each));
  if (filter.assignee !== undefined) params.set('assignee', filter.assignee);
  for (const each of clauses) params.append('where', each);
  if (filter.sort !== undefined && filter.sort !== 'name') params.set('sort', filter.sort);
  if (filter.order === 'desc') params.set('order', 'desc');
  return params;
}

/** Returns the filter of the data tab, kept in the address. */
export function useDataFilter(): DataFilter {
  const [params, setParams] = useLatestParams();
  const { folderId } = useParams();
  const text = params.toString();
  const filter = useMemo(() => read(new URLSearchParams(text), folderId), [text, folderId]);
  const clauses = useMemo(() => new URLSearchParams(text).getAll('where'), [text]);
  return {
    filter,
    search: text,
    narrowed:
      filter.status !== undefined || filter.assignee !== undefined || filter.name !== undefined || clauses.length > 0,
    clauses,
    setClauses: next => setParams(now => written(read(now, folderId), next)),
    change: patch => setParams(now => written({ ...read(now, folderId), ...patch }, now.getAll('where'))),
    clear: () =>
      setParams(now => {
        const { sort, order } = read(now, folderId);
        return written({ sort, order }, []);
      }),
    goTo: search => setParams(() => new URLSearchParams(search)),
  };
}
