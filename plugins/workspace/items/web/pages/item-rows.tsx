import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useEffect, useMemo, useRef } from 'react';
import type { JSX, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, RowCheck, toastError } from '#core/ui/web/index.ts';
import type { ListedItem } from '../../common/item.ts';
import type { ItemColumn } from '../columns/item-columns.tsx';
import { ItemCell } from '../columns/item-columns.tsx';
import { DataViewStore } from '../data-view-store.ts';
import classes from '../data.module.css';
import { itemIcon } from '../kit/item-icon.ts';
import { messages } from '../messages.ts';
import { isSelected, sizeOf } from '../selection.ts';
import { SelectionStore } from '../selection-store.ts';
import type { ItemListProps } from './item-list-props.ts';
import { ItemMarks } from './item-tile.tsx';
import { useItemSummaries } from '../use-item-summaries.ts';
import { useItemGestures } from './use-item-gestures.ts';

/** Height of a row in pixels: half a million of them still fit into the tallest page a browser draws. */
const ROW = 34;

/** A column with its width in pixels. */
export interface ShownColumn<Row extends ListedItem = ListedItem> {
  readonly column: ItemColumn<Row>;
  readonly width: number;
}

interface ItemRowsProps<Row extends ListedItem> extends ItemListProps<Row> {
  readonly columns: readonly ShownColumn<Row>[];
  /** The head of a column, with the role `columnheader`. */
  readonly head: (shown: ShownColumn<Row>) => ReactNode;
}

/** Items as rows. Only those on screen are drawn; the column `name` leads to the item. */
export function ItemRows<Row extends ListedItem>(props: ItemRowsProps<Row>): JSX.Element {
  const { projectId, list, count, name, pathOf, columns: shown, head } = props;
  const { want } = list;
  const views = useService(DataViewStore);
  const store = useService(SelectionStore);
  const template = useMemo(
    () => ({ gridTemplateColumns: ['28px', '44px', ...shown.map(({ width }) => `${width}px`)].join(' ') }),
    [shown],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    initialOffset: views.scrollOf(name),
  });
  const lines = rows.getVirtualItems();
  const firstIndex = lines[0]?.index ?? 0;
  const lastIndex = lines.at(-1)?.index ?? 0;
  useEffect(() => want(firstIndex, lastIndex), [want, firstIndex, lastIndex]);

  const {
    selected: selection,
    active,
    item: gestures,
    onKeyDown,
  } = useItemGestures(props, {
    columns: 1,
    screenful: Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 1),
    reveal: index => rows.scrollToIndex(index),
  });
  const summaries = useItemSummaries(projectId, list, firstIndex, lastIndex);
  const current = list.at(active);
  const size = sizeOf(selection);
  const everything = size > 0 && size >= count;

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      tabIndex={0}
      role="grid"
      aria-multiselectable
      aria-label={messages.shared.items}
      aria-rowcount={count + 1}
      data-item-list
      {...(current === undefined ? {} : { 'aria-activedescendant': `item-${current.id}` })}
      onScroll={event => views.keepScroll(name, event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div className={classes['table']}>
        <div className={`${classes['line']} ${classes['lineHead']}`} style={template} role="row" aria-rowindex={1}>
          <span role="columnheader">
            <Checkbox
              aria-label={messages.itemRows.selectAll}
              checked={everything}
              indeterminate={size > 0 && !everything}
              onChange={() => (size > 0 ? store.clear() : void store.all().catch(toastError))}
            />
          </span>
          <span role="columnheader" aria-label={messages.shared.picture} />
          {shown.map(each => (
            <Fragment key={each.column.id}>{head(each)}</Fragment>
          ))}
        </div>
        <div className={classes['canvas']} style={{ height: rows.getTotalSize() }} role="rowgroup">
          {lines.map(({ index, start }) => {
            const item = list.at(index);
            const style = { ...template, transform: `translateY(${start}px)` };
            if (item === undefined)
              return (
                <div
                  key={`blank-${index}`}
                  className={`${classes['line']} ${classes['row']}`}
                  style={style}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-busy
                />
              );
            const selected = isSelected(selection, item.id);
            return (
              <div
                key={item.id}
                id={`item-${item.id}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={selected}
                data-active={index === active}
                className={`${classes['line']} ${classes['row']}`}
                style={style}
                {...gestures(index, item)}
              >
                <span role="gridcell" data-check>
                  <RowCheck checked={selected} />
                </span>
                <span role="gridcell">
                  {item.thumbnail === null ? (
                    <Icon name={itemIcon(item)} size={20} />
                  ) : (
                    <img
                      className={classes['small']}
                      src={item.thumbnail}
                      alt=""
                      loading="lazy"
                      decoding="async"
                      draggable={false}
                    />
                  )}
                </span>
                {shown.map(({ column }) =>
                  column.id === 'name' ? (
                    <span key="name" role="gridcell" className={classes['under']}>
                      <Link
                        to={pathOf(item)}
                        className={`${classes['cell']} ${classes['itemLink']}`}
                        title={item.name}
                        tabIndex={-1}
                        draggable={false}
                      >
                        {item.name}
                      </Link>
                      <ItemMarks item={item} />
                      <span className={classes['rowExcerpt']}>{summaries.get(item.id)?.excerpt ?? ''}</span>
                    </span>
                  ) : (
                    <ItemCell key={column.id} column={column} item={item} summary={summaries.get(item.id)} />
                  ),
                )}
              </div>
            );
          })}
        </div>
      </div>
      <div className={classes['end']} />
    </div>
  );
}
