import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { ItemFilter, ItemSort } from '../../common/api.ts';
import { itemSorts } from '../../common/api.ts';

export interface DataFilter {
  readonly filter: ItemFilter;
  /** True when something besides folder and order narrows the list. */
  readonly narrowed: boolean;
  /** The filter as a query string, for links that come back here or walk the same list. */
  readonly search: string;
  change(patch: Partial<ItemFilter>): void;
  clear(): void;
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
    const approval = numbers(read.getAll('approval'));
    return {
      ...(folderId === undefined ? {} : { folder_id: Number(folderId) }),
      ...(status.length === 0 ? {} : { status }),
      ...(approval.length === 0 ? {} : { approval }),
      ...(read.get('assignee') === null ? {} : { assignee: read.get('assignee')! }),
      ...(read.get('q') === null ? {} : { name: read.get('q')! }),
      ...(read.get('pinned') === '1' ? { pinned: true } : {}),
      ...((itemSorts as readonly string[]).includes(sort ?? '') ? { sort: sort as ItemSort } : {}),
      ...(read.get('order') === 'desc' ? { order: 'desc' as const } : {}),
    };
  }, [text, folderId]);

  const write = (next: ItemFilter): void => {
    const written = new URLSearchParams();
    if (next.name !== undefined && next.name !== '') written.set('q', next.name);
    for (const each of next.status ?? []) written.append('status', String(each));
    for (const each of next.approval ?? []) written.append('approval', String(each));
    if (next.assignee !== undefined) written.set('assignee', next.assignee);
    if (next.pinned === true) written.set('pinned', '1');
    if (next.sort !== undefined && next.sort !== 'name') written.set('sort', next.sort);
    if (next.order === 'desc') written.set('order', 'desc');
    setParams(written, { replace: true });
  };

  return {
    filter,
    search: text,
    narrowed: filter.status !== undefined || filter.approval !== undefined || filter.assignee !== undefined || filter.name !== undefined || filter.pinned === true,
    change: patch => write({ ...filter, ...patch }),
    clear: () => write({ sort: filter.sort, order: filter.order }),
  };
}
