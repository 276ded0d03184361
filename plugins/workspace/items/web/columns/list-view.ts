import type { ColumnLayout } from './column-layout.ts';

/** View of the data tab, as views store it. */
export interface ListView {
  readonly columns: ColumnLayout;
  readonly sort: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[];
  /** Parts of the address that narrow the list. */
  readonly filters: readonly { readonly name: string; readonly value: string }[];
}

const ORDER: ReadonlySet<string> = new Set(['sort', 'order']);

/** Returns the view in the query string of the data tab. */
export function listView(columns: ColumnLayout, search: string): ListView {
  const parameters = new URLSearchParams(search);
  return {
    columns,
    sort: [{ field: parameters.get('sort') ?? 'name', order: parameters.get('order') === 'desc' ? 'desc' : 'asc' }],
    filters: [...parameters].filter(([name]) => !ORDER.has(name)).map(([name, value]) => ({ name, value })),
  };
}

/** The query string in which a view is shown; parts that are none are left out. */
export function searchOfView(view: {
  readonly sort: readonly unknown[];
  readonly filters: readonly unknown[];
}): string {
  const search = new URLSearchParams();
  for (const each of view.filters as readonly Partial<ListView['filters'][number]>[])
    if (typeof each.name === 'string' && typeof each.value === 'string' && !ORDER.has(each.name))
      search.append(each.name, each.value);
  const [sort] = view.sort as readonly Partial<ListView['sort'][number]>[];
  if (typeof sort?.field === 'string' && sort.field !== 'name') search.set('sort', sort.field);
  if (sort?.order === 'desc') search.set('order', 'desc');
  return search.toString();
}
