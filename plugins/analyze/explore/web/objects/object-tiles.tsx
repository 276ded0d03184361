import { useEffect, useState } from 'react';
import type { JSX, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PagedList } from '#core/ui/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import { useTileGrid } from '#plugins/workspace/items/web/kit/index.ts';
import { messages } from '../messages.ts';
import type { SuggestedClass } from './object-tile.tsx';
import { CAPTION, ObjectTile } from './object-tile.tsx';
import classes from './objects.module.css';
import type { FoundObject } from './use-found-objects.ts';
import { objectKey } from './use-found-objects.ts';
import { MOST_OBJECTS } from './use-object-verdicts.ts';

/** Selected objects by their keys. */
export type SelectedObjects<T extends FoundObject = FoundObject> = ReadonlyMap<string, T>;

interface ObjectTilesProps<T extends FoundObject> {
  readonly projectId: number;
  readonly label: string;
  readonly list: PagedList<T>;
  readonly count: number;
  readonly selected: SelectedObjects<T>;
  readonly onSelected: (selected: SelectedObjects<T>) => void;
  /** Handles a key about the object that the keys are at; returns whether it did. */
  readonly onKey: (key: string, current: T | undefined) => boolean;
  readonly pathOf: (item: T['item']) => string;
  /** The class that is suggested for an object. */
  readonly suggestedOf?: (object: T) => SuggestedClass;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Objects as tiles, each with its part of the picture. Only those on screen are drawn. */
export function ObjectTiles<T extends FoundObject>({
  projectId,
  label,
  list,
  count,
  selected,
  onSelected,
  onKey,
  pathOf,
  suggestedOf,
  scroller,
}: ObjectTilesProps<T>): JSX.Element {
  const { want } = list;
  const navigate = useNavigate();
  const [active, setActive] = useState(0);
  const { canvas, width, columns, tile, rows, totalHeight, first, last, reveal, placeOf } = useTileGrid({
    count,
    caption: CAPTION,
    scroller,
  });
  useEffect(() => want(first, last), [want, first, last]);

  const toggle = (object: T): void => {
    const next = new Map(selected);
    if (!next.delete(objectKey(object))) next.set(objectKey(object), object);
    if (next.size > MOST_OBJECTS) toast(messages.objectGrid.atMostObjectsAreSelected(MOST_OBJECTS));
    else onSelected(next);
  };
  const onClick =
    (object: T, index: number) =>
    (event: MouseEvent): void => {
      const target = event.target as HTMLElement;
      if (target.closest('a') !== null) return;
      setActive(index);
      if (event.ctrlKey || event.metaKey || target.closest('[data-check]') !== null) toggle(object);
      else onSelected(new Map([[objectKey(object), object]]));
    };
  const current = list.at(active);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const step = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -Infinity,
      End: Infinity,
    }[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(count - 1, active + step));
      setActive(next);
      reveal(next);
    } else if (event.key === 'Enter' && current !== undefined) void navigate(pathOf(current.item));
    else if (event.key === ' ' && current !== undefined) toggle(current);
    else if (event.key === 'Escape' && selected.size > 0) onSelected(new Map());
    else if (!onKey(event.key, current)) return;
    event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      tabIndex={0}
      role="grid"
      aria-multiselectable
      aria-label={label}
      aria-rowcount={Math.ceil(count / columns)}
      aria-colcount={columns}
      {...(current === undefined ? {} : { 'aria-activedescendant': `object-${objectKey(current)}` })}
      onKeyDown={onKeyDown}
    >
      <div ref={canvas} className={classes['canvas']} style={{ height: totalHeight }}>
        {width === 0
          ? undefined
          : rows.map(({ index: row, start }) => (
              <div key={row} role="row" aria-rowindex={row + 1}>
                {Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => {
                  const index = row * columns + column;
                  const object = list.at(index);
                  const style = placeOf(column, start);
                  if (object === undefined)
                    return (
                      <div
                        key={`blank-${index}`}
                        role="gridcell"
                        aria-busy
                        className={classes['blank']}
                        style={{ ...style, ...tile }}
                      />
                    );
                  return (
                    <ObjectTile
                      key={objectKey(object)}
                      projectId={projectId}
                      object={object}
                      suggested={suggestedOf?.(object)}
                      path={pathOf(object.item)}
                      {...tile}
                      selected={selected.has(objectKey(object))}
                      active={index === active}
                      choosing={selected.size > 0}
                      style={style}
                      onClick={onClick(object, index)}
                      onDoubleClick={() => void navigate(pathOf(object.item))}
                    />
                  );
                })}
              </div>
            ))}
      </div>
    </div>
  );
}
