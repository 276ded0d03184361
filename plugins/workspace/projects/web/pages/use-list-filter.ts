import { useLatestParams } from '#core/ui/web/index.ts';
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
const dayOf = (text: string | null): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

/** Returns how many of the rarer filters narrow the list. */
export const moreFilters = ({ role, creator, from, to }: ListFilter): number =>
  [role !== undefined, creator !== '', from !== '', to !== ''].filter(Boolean).length;

function read(params: URLSearchParams): ListFilter {
  const sort = params.get('sort');
  const type = Number(params.get('type'));
  const role = Number.parseInt(params.get('role') ?? '', 10);
  return {
    name: params.get('q') ?? '',
    statuses: params
      .getAll('status')
      .map(Number)
      .filter(each => each >= 1 && each <= 4),
    type: type >= 1 && type <= 8 ? type : undefined,
    pinned: params.get('pinned') === '1',
    role: role >= 1 ? role : undefined,
    creator: params.get('creator') ?? '',
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    sort: (projectSorts as readonly string[]).includes(sort ?? '') ? (sort as ProjectSort) : 'updated',
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
  };
}

function written(filter: ListFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.name !== '') params.set('q', filter.name);
  for (const each of filter.statuses) params.append('status', String(each));
  if (filter.type !== undefined) params.set('type', String(filter.type));
  if (filter.pinned) params.set('pinned', '1');
  if (filter.role !== undefined) params.set('role', String(filter.role));
  if (filter.creator !== '') params.set('creator', filter.creator);
  if (filter.from !== '') params.set('from', filter.from);
  if (filter.to !== '') params.set('to', filter.to);
  if (filter.sort !== 'updated') params.set('sort', filter.sort);
  if (filter.order !== 'desc') params.set('order', filter.order);
  return params;
}

/** The filter of the list, kept in the address. */
export function useListFilter(): FilterState {
  const [params, setParams] = useLatestParams();
  const filter = read(params);
  const change = (patch: Partial<ListFilter>): void => setParams(now => written({ ...read(now), ...patch }));
  return {
    filter,
    narrowed:
      filter.name !== '' ||
      filter.statuses.length > 0 ||
      filter.type !== undefined ||
      filter.pinned ||
      moreFilters(filter) > 0,
    change,
    clear: () =>
      change({
        name: '',
        statuses: [],
        type: undefined,
        pinned: false,
        role: undefined,
        creator: '',
        from: '',
        to: '',
      }),
  };
}
