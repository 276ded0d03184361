import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { ColumnChooser as Chooser } from '#core/ui/web/index.ts';
import { DataViewStore } from '../data-view-store.ts';
import { arranged, standardLayout } from './column-layout.ts';
import type { ItemColumn } from './item-columns.tsx';

/** Lets the person choose the columns of the table of items and their order. */
export function ColumnChooser({ columns }: { readonly columns: ReadonlyMap<string, ItemColumn> }): JSX.Element {
  const store = useService(DataViewStore);
  const { layout } = useSnapshot(store.state);
  return (
    <Chooser
      columns={[...columns.values()]}
      shown={layout.map(each => each.id)}
      kept="name"
      onChange={ids => store.lay(arranged(layout, ids, id => columns.get(id)!.width))}
      onReset={() => store.lay(standardLayout)}
    />
  );
}
