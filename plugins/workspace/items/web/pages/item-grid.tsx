import { useElementSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import type { ListedItem } from '../../common/item.ts';
import { itemStatusOf } from '../../common/item-status.ts';
import { DataViewStore } from '../data-view-store.ts';
import classes from '../data.module.css';
import { useStatuses } from '../kit/use-statuses.ts';
import { messages } from '../messages.ts';
import { isSelected, sizeOf } from '../selection.ts';
import type { ItemListProps } from './item-list-props.ts';
import { ItemTile } from './item-tile.tsx';
import { useItemSummaries } from '../use-item-summaries.ts';
import { useItemGestures } from './use-item-gestures.ts';

const GAP = 12;
const CAPTION = 52;

/** Items as pictures. Only those on screen are drawn; the scroll bar is that of the whole list. */
export function ItemGrid<Row extends ListedItem>(props: ItemListProps<Row>): JSX.Element {
  const { projectId, list, count, name, pathOf } = props;
  const { want } = list;
  const views = useService(DataViewStore);
  const { size } = useSnapshot(views.state);
  const statuses = useStatuses(projectId);
  const looks = useMemo(() => new Map(statuses.map(each => [each.value, each])), [statuses]);
  const scroller = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize();
  const columns = Math.max(1, Math.floor((width + GAP) / (size + GAP)));
  const tile = width === 0 ? size : Math.floor((width - GAP * (columns - 1)) / columns);
  const height = Math.round(tile * 0.75) + CAPTION;
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height + GAP,
    overscan: 2,
    initialOffset: views.scrollOf(name),
  });
  const lines = rows.getVirtualItems();
  const firstIndex = (lines[0]?.index ?? 0) * columns;
  const lastIndex = Math.min(count - 1, ((lines.at(-1)?.index ?? 0) + 1) * columns - 1);

  useEffect(() => rows.measure(), [rows, height, columns]);
  useEffect(() => want(firstIndex, lastIndex), [want, firstIndex, lastIndex]);

  const {
    selected,
    active,
    item: gestures,
    onKeyDown,
  } = useItemGestures(props, {
    columns,
    screenful: columns * Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / (height + GAP))),
    reveal: index => rows.scrollToIndex(Math.floor(index / columns)),
  });
  const summaries = useItemSummaries(projectId, list, firstIndex, lastIndex);
  const current = list.at(active);

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      tabIndex={0}
      role="grid"
      aria-multiselectable
      aria-label={messages.shared.items}
      aria-rowcount={Math.ceil(count / columns)}
      aria-colcount={columns}
      data-item-list
      {...(current === undefined ? {} : { 'aria-activedescendant': `item-${current.id}` })}
      onScroll={event => views.keepScroll(name, event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div ref={ref} className={classes['canvas']} style={{ height: rows.getTotalSize() }}>
        {width === 0
          ? undefined
          : lines.map(({ index: row, start }) => (
              <div key={row} role="row" aria-rowindex={row + 1}>
                {Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => {
                  const index = row * columns + column;
                  const item = list.at(index);
                  const style = { width: tile, height, transform: `translate(${column * (tile + GAP)}px, ${start}px)` };
                  if (item === undefined)
                    return (
                      <div
                        key={`blank-${index}`}
                        role="gridcell"
                        aria-busy
                        className={classes['blank']}
                        style={style}
                      />
                    );
                  return (
                    <ItemTile
                      key={item.id}
                      item={item}
                      summary={summaries.get(item.id)}
                      status={looks.get(item.annotation_status) ?? itemStatusOf(item.annotation_status)}
                      path={pathOf(item)}
                      selected={isSelected(selected, item.id)}
                      active={index === active}
                      choosing={sizeOf(selected) > 0}
                      style={style}
                      {...gestures(index, item)}
                    />
                  );
                })}
              </div>
            ))}
      </div>
      <div className={classes['end']} />
    </div>
  );
}
