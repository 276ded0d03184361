import { useMemo } from 'react';
import type { JSX, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { resized } from '../columns/column-layout.ts';
import { ColumnResizer } from '../columns/column-resizer.tsx';
import type { ItemColumn } from '../columns/item-columns.tsx';
import { useItemColumns } from '../columns/item-columns.tsx';
import { DataViewStore } from '../data-view-store.ts';
import classes from '../data.module.css';
import type { FilterField } from '../kit/filter-field.ts';
import type { ItemListProps } from './item-list-props.ts';
import { ItemRows } from './item-rows.tsx';
import type { DataFilter } from './use-data-filter.ts';

interface ItemTableProps extends ItemListProps {
  readonly state: DataFilter;
  /** Fields by which the items can be filtered: roles and custom metadata are columns as well. */
  readonly fields: readonly FilterField[];
}

/** Items as rows, with the columns the person chose, sorted by their heads. */
export function ItemTable({ state, fields, ...props }: ItemTableProps): JSX.Element {
  const views = useService(DataViewStore);
  const { layout } = useSnapshot(views.state);
  const columns = useItemColumns(props.projectId, fields);
  const shown = useMemo(
    () =>
      layout.flatMap(({ id, width }) => {
        const column = columns.get(id);
        return column === undefined ? [] : [{ column, width }];
      }),
    [layout, columns],
  );
  return (
    <ItemRows
      {...props}
      columns={shown}
      head={({ column, width }) => (
        <ColumnHead column={column} state={state}>
          <ColumnResizer
            title={column.title}
            width={width}
            onResize={next => views.lay(resized(layout, column.id, next))}
          />
        </ColumnHead>
      )}
    />
  );
}

function ColumnHead({
  column: { title, sort },
  state,
  children,
}: {
  readonly column: ItemColumn;
  readonly state: DataFilter;
  readonly children: ReactNode;
}): JSX.Element {
  const { filter, change } = state;
  const on = (filter.sort ?? 'name') === sort;
  const descending = filter.order === 'desc';
  if (sort === undefined)
    return (
      <span role="columnheader" className={classes['columnHead']}>
        {title}
        {children}
      </span>
    );
  return (
    <span
      role="columnheader"
      className={classes['columnHead']}
      aria-sort={on ? (descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes['sort']}
        onClick={() => change({ sort, order: on && !descending ? 'desc' : undefined })}
      >
        {title}
        {on ? <Icon name={descending ? 'down' : 'up'} size={12} /> : undefined}
      </button>
      {children}
    </span>
  );
}
