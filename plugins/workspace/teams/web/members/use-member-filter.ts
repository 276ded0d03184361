import { useLatestParams } from '#core/ui/web/index.ts';
import type { MemberFilter } from './member-list.ts';

/** Begins the names of filters on columns in the address. */
const PREFIX = 'is.';

export interface MemberFilterState {
  readonly filter: MemberFilter;
  /** The member whose drawer is open. */
  readonly member: number | undefined;
  /** True when something narrows the list. */
  readonly narrowed: boolean;
  change(patch: Partial<MemberFilter>): void;
  /** Orders by a column, the other way round when it is the order already. */
  sortBy(column: string): void;
  /** Wants a value of a column, or any again. */
  want(key: string, value: string | undefined): void;
  open(member: number | undefined): void;
  clear(): void;
}

interface Address {
  readonly filter: MemberFilter;
  readonly member: number | undefined;
}

function read(params: URLSearchParams): Address {
  const open = Number(params.get('member'));
  return {
    filter: {
      search: params.get('q') ?? '',
      values: Object.fromEntries(
        [...params].flatMap(([name, value]) => (name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : [])),
      ),
      sort: params.get('sort') ?? 'name',
      order: params.get('order') === 'desc' ? 'desc' : 'asc',
    },
    member: Number.isInteger(open) && open > 0 ? open : undefined,
  };
}

function written({ filter: { search, values, sort, order }, member }: Address): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  for (const [key, value] of Object.entries(values)) params.set(`${PREFIX}${key}`, value);
  if (sort !== 'name') params.set('sort', sort);
  if (order !== 'asc') params.set('order', order);
  if (member !== undefined) params.set('member', String(member));
  return params;
}

/** Search, filters, order and open member of the list, kept in the address. */
export function useMemberFilter(): MemberFilterState {
  const [params, setParams] = useLatestParams();
  const write = (next: (now: Address) => Address): void => setParams(now => written(next(read(now))));
  const change = (patch: (filter: MemberFilter) => Partial<MemberFilter>): void =>
    write(({ filter, member }) => ({ filter: { ...filter, ...patch(filter) }, member }));
  const { filter, member } = read(params);
  return {
    filter,
    member,
    narrowed: filter.search !== '' || Object.keys(filter.values).length > 0,
    change: patch => change(() => patch),
    sortBy: column =>
      change(({ sort, order }) => ({ sort: column, order: sort === column && order === 'asc' ? 'desc' : 'asc' })),
    want: (key, value) =>
      change(({ values: { [key]: _, ...others } }) => ({
        values: value === undefined ? others : { ...others, [key]: value },
      })),
    open: opened => write(now => ({ ...now, member: opened })),
    clear: () => change(() => ({ search: '', values: {} })),
  };
}
