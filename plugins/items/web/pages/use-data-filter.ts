import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
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

const numbers = (texts: readonly string[]): number[] => texts.map(Number).filter(each => Number.isInteger(each) && each >= 0);

/** Which items the data tab shows, kept in the address. */
export function useDataFilter(): DataFilter {
  const [params, setParams] = useSearchParams();
  const { folderId } = useParams();
  const text = params.toString();
  const filter = useMemo((): ItemFilter => {
    const read = new URLSearchParams(text);
    const sort = read.get('sort');
    const status = numbers(read.getAll('status'));
    const where = read.getAll('where').flatMap(requestClauses);
    return {
      ...(folderId === undefined ? {} : { folder_id: Number(folderId) }),
      ...(status.length === 0 ? {} : { status }),
      ...(read.get('assignee') === null ? {} : { assignee: read.get('assignee')! }),
      ...(read.get('q') === null ? {} : { name: read.get('q')! }),
      ...(where.length === 0 ? {} : { where }),
      ...((itemSorts as readonly string[]).includes(sort ?? '') ? { sort: sort as ItemSort } : {}),
      ...(read.get('order') === 'desc' ? { order: 'desc' as const } : {}),
    };
  }, [text, folderId]);

  const clauses = useMemo(() => new URLSearchParams(text).getAll('where'), [text]);
  const write = (next: ItemFilter, nextClauses: readonly string[] = clauses): void => {
    const written = new URLSearchParams();
    if (next.name !== undefined && next.name !== '') written.set('q', next.name);
    for (const each of next.status ?? []) written.append('status', String(each));
    if (next.assignee !== undefined) written.set('assignee', next.assignee);
    for (const each of nextClauses) written.append('where', each);
    if (next.sort !== undefined && next.sort !== 'name') written.set('sort', next.sort);
    if (next.order === 'desc') written.set('order', 'desc');
    setParams(written, { replace: true });
  };

  return {
    filter,
    search: text,
    narrowed: filter.status !== undefined || filter.assignee !== undefined || filter.name !== undefined || clauses.length > 0,
    clauses,
    setClauses: next => write(filter, next),
    change: patch => write({ ...filter, ...patch }),
    clear: () => write({ sort: filter.sort, order: filter.order }, []),
    goTo: search => setParams(new URLSearchParams(search), { replace: true }),
  };
}
