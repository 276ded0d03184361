import { useEffect, useMemo } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import type { ListedItem } from '../../common/item.ts';
import { itemStatusOf } from '../../common/item-status.ts';
import { DataViewStore } from '../data-view-store.ts';
import classes from '../data.module.css';
import { useStatuses } from '../kit/use-statuses.ts';
import { useTileGrid } from '../kit/use-tile-grid.ts';
import { messages } from '../messages.ts';
import { isSelected, sizeOf } from '../selection.ts';
import type { ItemListProps } from './item-list-props.ts';
import { ItemTile } from './item-tile.tsx';
import { useItemSummaries } from '../use-item-summaries.ts';
import { useItemGestures } from './use-item-gestures.ts';

const CAPTION = 52;

/** Items as pictures. Only those on screen are drawn; the scroll bar is that of the whole list. */
export function ItemGrid<Row extends ListedItem>(props: ItemListProps<Row>): JSX.Element {
  const { projectId, list, count, name, pathOf } = props;
  const { want } = list;
  const views = useService(DataViewStore);
  const statuses = useStatuses(projectId);
  const looks = useMemo(() => new Map(statuses.map(each => [each.value, each])), [statuses]);
  const { scroller, canvas, width, columns, tile, rows, totalHeight, first, last, screenRows, reveal, placeOf } =
    useTileGrid({ count, caption: CAPTION, initialOffset: views.scrollOf(name) });
  useEffect(() => want(first, last), [want, first, last]);

  const {
    selected,
    active,
    item: gestures,
    onKeyDown,
  } = useItemGestures(props, { columns, screenful: columns * screenRows, reveal });
  const summaries = useItemSummaries(projectId, list, first, last);
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
      <div ref={canvas} className={classes['canvas']} style={{ height: totalHeight }}>
        {width === 0
          ? undefined
          : rows.map(({ index: row, start }) => (
              <div key={row} role="row" aria-rowindex={row + 1}>
                {Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => {
                  const index = row * columns + column;
                  const item = list.at(index);
                  const style = { ...tile, ...placeOf(column, start) };
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
