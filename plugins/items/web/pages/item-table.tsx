import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { JSX, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, RowCheck } from '#core/ui/web/index.ts';
import { itemIcon } from '../kit/item-icon.ts';
import { resized } from '../columns/column-layout.ts';
import { ColumnResizer } from '../columns/column-resizer.tsx';
import type { ItemColumn } from '../columns/item-columns.tsx';
import { ItemCell, useItemColumns } from '../columns/item-columns.tsx';
import { DataViewStore } from '../data-view-store.ts';
import classes from '../data.module.css';
import { isSelected, sizeOf } from '../selection.ts';
import { SelectionStore } from '../selection-store.ts';
import type { ItemListProps } from './item-list-props.ts';
import { ItemMarks } from './item-tile.tsx';
import type { DataFilter } from './use-data-filter.ts';
import { useItemGestures } from './use-item-gestures.ts';

/** Height of a row in pixels: half a million of them still fit into the tallest page a browser draws. */
const ROW = 34;

/** Items as rows. */
export function ItemTable(props: ItemListProps): JSX.Element {
  const { projectId, list, count, state, fields, name, pathOf } = props;
  const { want } = list;
  const views = useService(DataViewStore);
  const store = useService(SelectionStore);
  const { layout } = useSnapshot(views.state);
  const columns = useItemColumns(projectId, fields);
  const shown = useMemo(() => layout.flatMap(({ id, width }) => { const column = columns.get(id); return column === undefined ? [] : [{ column, width }]; }), [layout, columns]);
  const template = useMemo(() => ({ gridTemplateColumns: ['28px', '44px', ...shown.map(({ width }) => `${width}px`)].join(' ') }), [shown]);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 10, initialOffset: views.scrollOf(name) });
  const lines = rows.getVirtualItems();
  const firstIndex = lines[0]?.index ?? 0;
  const lastIndex = lines.at(-1)?.index ?? 0;
  useEffect(() => want(firstIndex, lastIndex), [want, firstIndex, lastIndex]);

  const { selected: selection, active, item: gestures, onKeyDown } = useItemGestures(props, { columns: 1, screenful: Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 1), reveal: index => rows.scrollToIndex(index) });
  const current = list.at(active);
  const size = sizeOf(selection);
  const everything = size > 0 && size >= count;

  return (
    <div
      ref={scroller} className={classes['scroller']} tabIndex={0} role="grid" aria-multiselectable aria-label="Items" aria-rowcount={count + 1} data-item-list
      {...(current === undefined ? {} : { 'aria-activedescendant': `item-${current.id}` })}
      onScroll={event => views.keepScroll(name, event.currentTarget.scrollTop)} onKeyDown={onKeyDown}
    >
      <div className={classes['table']}>
        <div className={`${classes['line']} ${classes['lineHead']}`} style={template} role="row" aria-rowindex={1}>
          <span role="columnheader"><Checkbox aria-label="Select all" checked={everything} indeterminate={size > 0 && !everything} onChange={() => (size > 0 ? store.clear() : store.all())} /></span>
          <span role="columnheader" aria-label="Picture" />
          {shown.map(({ column, width }) => <ColumnHead key={column.id} column={column} state={state}><ColumnResizer title={column.title} width={width} onResize={next => views.lay(resized(layout, column.id, next))} /></ColumnHead>)}
        </div>
        <div className={classes['canvas']} style={{ height: rows.getTotalSize() }} role="rowgroup">
          {lines.map(({ index, start }) => {
            const item = list.at(index);
            const style = { ...template, transform: `translateY(${start}px)` };
            if (item === undefined) return <div key={`blank-${index}`} className={`${classes['line']} ${classes['row']}`} style={style} role="row" aria-rowindex={index + 2} aria-busy />;
            const selected = isSelected(selection, item.id);
            return (
              <div key={item.id} id={`item-${item.id}`} role="row" aria-rowindex={index + 2} aria-selected={selected} data-active={index === active} className={`${classes['line']} ${classes['row']}`} style={style} {...gestures(index, item)}>
                <span role="gridcell" data-check><RowCheck checked={selected} /></span>
                <span role="gridcell">{item.thumbnail === null ? <Icon name={itemIcon(item)} size={20} /> : <img className={classes['small']} src={item.thumbnail} alt="" loading="lazy" decoding="async" draggable={false} />}</span>
                {shown.map(({ column }) => (column.id === 'name'
                  ? <span key="name" role="gridcell" className={classes['under']}><Link to={pathOf(item)} className={`${classes['cell']} ${classes['itemLink']}`} title={item.name} tabIndex={-1} draggable={false}>{item.name}</Link><ItemMarks item={item} /></span>
                  : <ItemCell key={column.id} column={column} item={item} />))}
              </div>
            );
          })}
        </div>
      </div>
      <div className={classes['end']} />
    </div>
  );
}

function ColumnHead({ column: { title, sort }, state, children }: { readonly column: ItemColumn; readonly state: DataFilter; readonly children: ReactNode }): JSX.Element {
  const { filter, change } = state;
  const on = (filter.sort ?? 'name') === sort;
  const descending = filter.order === 'desc';
  if (sort === undefined) return <span role="columnheader" className={classes['columnHead']}>{title}{children}</span>;
  return (
    <span role="columnheader" className={classes['columnHead']} aria-sort={on ? (descending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className={classes['sort']} onClick={() => change({ sort, order: on && !descending ? 'desc' : undefined })}>
        {title}{on ? <Icon name={descending ? 'down' : 'up'} size={12} /> : undefined}
      </button>
      {children}
    </span>
  );
}
