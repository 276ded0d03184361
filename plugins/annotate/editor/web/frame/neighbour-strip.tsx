import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { itemIcon, useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { messages } from '../messages.ts';
import { ItemNavigation } from '../queue/item-navigation.ts';
import { ItemQueue } from '../queue/item-queue.ts';
import { useOpen } from './use-controller.ts';
import classes from './frame.module.css';

const STEP = 90;

/** The items before and after, as pictures. */
export function NeighbourStrip(): JSX.Element {
  const { opened } = useOpen();
  const queue = useService(ItemQueue);
  const navigation = useService(ItemNavigation);
  const { ids, gone } = useSnapshot(queue.state);
  useSnapshot(queue.state.pages);
  const statuses = useStatuses(opened.project.id);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => STEP,
    overscan: 4,
    paddingStart: 6,
  });
  const place = queue.placeOf(opened.item.id);

  useEffect(() => {
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'center' });
  }, [virtualizer, place, ids]);

  return (
    <div
      ref={scroller}
      className={classes['strip']}
      aria-label={messages.neighbourStrip.neighbours}
      onWheel={event => {
        if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
      }}
    >
      <div className={classes['stripBody']} style={{ width: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const id = ids[index]!;
          const item = queue.at(index);
          const isGone = gone.has(id);
          const status = isGone ? undefined : statuses.find(each => each.value === item?.annotation_status);
          return (
            <button
              key={id}
              type="button"
              tabIndex={-1}
              className={classes['thumb']}
              style={{ transform: `translateX(${start}px)` }}
              aria-current={id === opened.item.id}
              disabled={isGone}
              title={
                item === undefined
                  ? undefined
                  : `${item.name} · ${isGone ? messages.neighbourStrip.notVisibleAnyMore : (status?.title ?? '')}`
              }
              aria-label={item?.name ?? messages.neighbourStrip.item}
              onClick={event => {
                event.currentTarget.blur();
                navigation.go(id);
              }}
            >
              {item === undefined ? undefined : item.thumbnail === null ? (
                <span className={classes['thumbName']}>
                  <Icon name={itemIcon(item)} size={16} />
                  {item.name}
                </span>
              ) : (
                <img src={item.thumbnail} alt="" loading="lazy" draggable={false} />
              )}
              {status === undefined ? undefined : (
                <span className={classes['thumbDot']} style={{ background: status.color }} />
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}
