import { useSearchParams } from 'react-router-dom';
import { projectSorts } from '../../common/api.ts';
import type { ProjectSort } from '../../common/api.ts';
import type { ListFilter } from '../use-project-list.ts';

export interface FilterState {
  readonly filter: ListFilter;
  /** True when something besides the order narrows the list. */
  readonly narrowed: boolean;
  change(patch: Partial<ListFilter>): void;
  clear(): void;
}

/** A day as dates of the address have it; nothing for anything else. */
const dayOf = (text: string | null): string => (text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '');

/** How many of the rarer filters narrow the list. */
export const moreFilters = ({ role, creator, from, to }: ListFilter): number => [role !== undefined, creator !== '', from !== '', to !== ''].filter(Boolean).length;

/** The filter of the list, kept in the address. */
export function useListFilter(): FilterState {
  const [params, setParams] = useSearchParams();
  const sort = params.get('sort');
  const type = Number(params.get('type'));
  const role = Number.parseInt(params.get('role') ?? '', 10);
  const filter: ListFilter = {
    name: params.get('q') ?? '',
    statuses: params.getAll('status').map(Number).filter(each => each >= 1 && each <= 4),
    type: type >= 1 && type <= 8 ? type : undefined,
    pinned: params.get('pinned') === '1',
    role: role >= 1 ? role : undefined,
    creator: params.get('creator') ?? '',
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    sort: (projectSorts as readonly string[]).includes(sort ?? '') ? (sort as ProjectSort) : 'updated',
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
  };

  const write = (next: ListFilter): void => {
    const written = new URLSearchParams();
    if (next.name !== '') written.set('q', next.name);
    for (const each of next.statuses) written.append('status', String(each));
    if (next.type !== undefined) written.set('type', String(next.type));
    if (next.pinned) written.set('pinned', '1');
    if (next.role !== undefined) written.set('role', String(next.role));
    if (next.creator !== '') written.set('creator', next.creator);
    if (next.from !== '') written.set('from', next.from);
    if (next.to !== '') written.set('to', next.to);
    if (next.sort !== 'updated') written.set('sort', next.sort);
    if (next.order !== 'desc') written.set('order', next.order);
    setParams(written, { replace: true });
  };

  return {
    filter,
    narrowed: filter.name !== '' || filter.statuses.length > 0 || filter.type !== undefined || filter.pinned || moreFilters(filter) > 0,
    change: patch => write({ ...filter, ...patch }),
    clear: () => write({ ...filter, name: '', statuses: [], type: undefined, pinned: false, role: undefined, creator: '', from: '', to: '' }),
  };
}
