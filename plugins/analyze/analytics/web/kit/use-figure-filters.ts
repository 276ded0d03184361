import { useMemo } from 'react';
import { useLatestParams } from '#core/ui/web/index.ts';

/** Filter of figures in the address. */
export interface FigureFilter {
  readonly folder_ids?: readonly number[];
  readonly role?: number;
  readonly users?: readonly string[];
}

const idOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

function read(params: URLSearchParams): FigureFilter {
  const folder = idOf(params.get('folder'));
  const role = idOf(params.get('role'));
  const user = params.get('user');
  return {
    ...(folder === undefined ? {} : { folder_ids: [folder] }),
    ...(role === undefined ? {} : { role }),
    ...(user === null || user === '' ? {} : { users: [user] }),
  };
}

function written(params: URLSearchParams, { folder_ids: folders, role, users }: FigureFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of [
    ['folder', folders?.[0]],
    ['role', role],
    ['user', users?.[0]],
  ] as const) {
    if (value === undefined) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** The filters in the address of the page, and the way to change them. */
export function useFigureFilters(): readonly [filter: FigureFilter, change: (filter: FigureFilter) => void] {
  const [params, setParams] = useLatestParams();
  const text = params.toString();
  return [useMemo(() => read(new URLSearchParams(text)), [text]), filter => setParams(now => written(now, filter))];
}
