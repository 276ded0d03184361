import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { ColumnChooser as Chooser } from '#core/ui/web/index.ts';
import { listColumns, standardColumns } from '../list-columns.tsx';
import { ListViewStore } from '../list-view-store.ts';
import { useColumnSources } from '../use-extra-columns.ts';

/** Lets the person choose the columns of the table of projects and their order. */
export function ColumnChooser(): JSX.Element {
  const store = useService(ListViewStore);
  const { columns } = useSnapshot(store.state);
  const extra = useColumnSources().flatMap(each => each.columns);
  return (
    <Chooser
      columns={[...listColumns, ...extra]}
      shown={columns}
      onChange={ids => store.chooseColumns(ids)}
      onReset={() => store.chooseColumns(standardColumns)}
    />
  );
}
