import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Panel, usePanels, useService } from '#core/kernel/web/index.ts';
import { useLatestParams } from '#core/ui/web/index.ts';
import { standardColumns } from '../list-columns.tsx';
import { ListViewStore } from '../list-view-store.ts';

/** Stored view of the list: its columns, and what its address says of search, filters and order. */
interface KeptView {
  readonly columns: readonly unknown[];
  readonly sort: readonly unknown[];
  readonly filters: readonly unknown[];
}

/** The views of the list, where a plugin keeps them. */
export function ListViews(): JSX.Element {
  const store = useService(ListViewStore);
  const { columns } = useSnapshot(store.state);
  const [params, change] = useLatestParams();
  const now: KeptView = { columns, sort: [], filters: [...params].map(([name, value]) => ({ name, value })) };
  const apply = (view: KeptView): void => {
    const ids = view.columns.filter(each => typeof each === 'string');
    store.chooseColumns(ids.length === 0 ? standardColumns : ids);
    store.show('table');
    const filters = view.filters as readonly { readonly name?: unknown; readonly value?: unknown }[];
    change(
      () =>
        new URLSearchParams(
          filters.flatMap(({ name, value }) =>
            typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [],
          ),
        ),
    );
  };
  return (
    <>
      {usePanels('table.views').map(panel => (
        <Panel
          key={panel.plugin}
          panel={panel}
          fallback={undefined}
          context={{ table: 'projects', now, fresh: params.size === 0, apply }}
        />
      ))}
    </>
  );
}
