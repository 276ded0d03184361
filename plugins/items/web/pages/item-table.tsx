import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { fileSize, Icon, longDate, shortDate } from '#core/ui/web/index.ts';
import type { ItemSort } from '../../common/api.ts';
import { DataViewStore } from '../data-view-store.ts';
import classes from '../data.module.css';
import { Assignees } from '../initials.tsx';
import { StatusMark } from '../kit/index.ts';
import { SelectionStore } from '../selection-store.ts';
import type { ItemListProps } from './item-list-props.ts';
import { ItemMarks } from './item-tile.tsx';
import type { DataFilter } from './use-data-filter.ts';
import { useItemGestures } from './use-item-gestures.ts';

/** Height of a row in pixels: half a million of them still fit into the tallest page a browser draws. */
const ROW = 34;

/** Items as rows. */
export function ItemTable(props: ItemListProps): JSX.Element {
  const { projectId, list, count, state, name, pathOf } = props;
  const { want } = list;
  const views = useService(DataViewStore);
  const selection = useService(SelectionStore);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 10, initialOffset: views.scrollOf(name) });
  const lines = rows.getVirtualItems();
  const firstIndex = lines[0]?.index ?? 0;
  const lastIndex = lines.at(-1)?.index ?? 0;
  useEffect(() => want(firstIndex, lastIndex), [want, firstIndex, lastIndex]);

  const { ids, active, item: gestures, onKeyDown } = useItemGestures(props, { columns: 1, screenful: Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 1), reveal: index => rows.scrollToIndex(index) });
  const current = list.at(active);
  const everything = ids.size > 0 && ids.size >= count;

  return (
    <div
      ref={scroller} className={classes['scroller']} tabIndex={0} role="grid" aria-multiselectable aria-label="Items" aria-rowcount={count + 1} data-item-list
      {...(current === undefined ? {} : { 'aria-activedescendant': `item-${current.id}` })}
      onScroll={event => views.keepScroll(name, event.currentTarget.scrollTop)} onKeyDown={onKeyDown}
    >
      <div className={classes['table']}>
        <div className={`${classes['line']} ${classes['lineHead']}`} role="row" aria-rowindex={1}>
          <span role="columnheader"><Checkbox aria-label="Select all" checked={everything} indeterminate={ids.size > 0 && !everything} onChange={() => (ids.size > 0 ? selection.clear() : void selection.all())} /></span>
          <span role="columnheader" aria-label="Picture" />
          <SortHead label="Name" sort="name" state={state} />
          <SortHead label="Status" sort="status" state={state} />
          <span role="columnheader">Assigned</span>
          <SortHead label="Size" sort="size" state={state} />
          <span role="columnheader">Pixels</span>
          <SortHead label="Changed" sort="updated" state={state} />
        </div>
        <div className={classes['canvas']} style={{ height: rows.getTotalSize() }} role="rowgroup">
          {lines.map(({ index, start }) => {
            const item = list.at(index);
            const style = { transform: `translateY(${start}px)` };
            if (item === undefined) return <div key={`blank-${index}`} className={`${classes['line']} ${classes['row']}`} style={style} role="row" aria-rowindex={index + 2} aria-busy />;
            const selected = ids.has(item.id);
            return (
              <div key={item.id} id={`item-${item.id}`} role="row" aria-rowindex={index + 2} aria-selected={selected} data-active={index === active} className={`${classes['line']} ${classes['row']}`} style={style} {...gestures(index, item)}>
                <span role="gridcell" data-check><Checkbox checked={selected} readOnly tabIndex={-1} aria-hidden /></span>
                <span role="gridcell">{item.thumbnail === null ? <Icon name="image" size={20} /> : <img className={classes['small']} src={item.thumbnail} alt="" loading="lazy" decoding="async" draggable={false} />}</span>
                <span role="gridcell" className={classes['under']}><Link to={pathOf(item)} className={`${classes['cell']} ${classes['itemLink']}`} title={item.name} tabIndex={-1} draggable={false}>{item.name}</Link><ItemMarks item={item} /></span>
                <span role="gridcell"><StatusMark projectId={projectId} value={item.annotation_status} /></span>
                <span role="gridcell"><Assignees assignments={item.assignments} /></span>
                <span role="gridcell" className={classes['muted']}>{item.metadata.size === null ? '–' : fileSize(item.metadata.size)}</span>
                <span role="gridcell" className={classes['muted']}>{item.metadata.width === null ? '–' : `${item.metadata.width} × ${item.metadata.height}`}</span>
                <span role="gridcell" className={classes['muted']} title={longDate(item.updatedAt)}>{shortDate(item.updatedAt)}</span>
              </div>
            );
          })}
        </div>
      </div>
      <div className={classes['end']} />
    </div>
  );
}

function SortHead({ label, sort, state }: { readonly label: string; readonly sort: ItemSort; readonly state: DataFilter }): JSX.Element {
  const { filter, change } = state;
  const on = (filter.sort ?? 'name') === sort;
  const descending = filter.order === 'desc';
  return (
    <span role="columnheader" aria-sort={on ? (descending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className={classes['sort']} onClick={() => change({ sort, order: on && !descending ? 'desc' : undefined })}>
        {label}{on ? <Icon name={descending ? 'down' : 'up'} size={12} /> : undefined}
      </button>
    </span>
  );
}
