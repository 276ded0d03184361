import { useSearchParams } from 'react-router-dom';
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
  /** Wants a value of a column, or any again. */
  want(key: string, value: string | undefined): void;
  open(member: number | undefined): void;
  clear(): void;
}

/** Search, filters, order and open member of the list, kept in the address. */
export function useMemberFilter(): MemberFilterState {
  const [params, setParams] = useSearchParams();
  const open = Number(params.get('member'));
  const filter: MemberFilter = {
    search: params.get('q') ?? '',
    values: Object.fromEntries([...params].flatMap(([name, value]) => (name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : []))),
    sort: params.get('sort') ?? 'name',
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
  };
  const member = Number.isInteger(open) && open > 0 ? open : undefined;
  const write = ({ search, values, sort, order }: MemberFilter, opened: number | undefined): void => {
    const written = new URLSearchParams();
    if (search !== '') written.set('q', search);
    for (const [key, value] of Object.entries(values)) written.set(`${PREFIX}${key}`, value);
    if (sort !== 'name') written.set('sort', sort);
    if (order !== 'asc') written.set('order', order);
    if (opened !== undefined) written.set('member', String(opened));
    setParams(written, { replace: true });
  };
  const without = (key: string): Record<string, string> => Object.fromEntries(Object.entries(filter.values).filter(([each]) => each !== key));
  return {
    filter,
    member,
    narrowed: filter.search !== '' || Object.keys(filter.values).length > 0,
    change: patch => write({ ...filter, ...patch }, member),
    want: (key, value) => write({ ...filter, values: value === undefined ? without(key) : { ...without(key), [key]: value } }, member),
    open: opened => write(filter, opened),
    clear: () => write({ ...filter, search: '', values: {} }, member),
  };
}
