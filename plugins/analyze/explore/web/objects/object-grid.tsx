import { useEffect, useState } from 'react';
import type { JSX, KeyboardEvent, MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan } from '#core/kernel/web/index.ts';
import { confirm, toast } from '#core/ui/web/index.ts';
import { useTileGrid } from '#plugins/workspace/items/web/kit/index.ts';
import type { PagedList } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { ObjectBar } from './object-bar.tsx';
import type { ObjectEdit } from './object-change-dialog.tsx';
import { ObjectChangeDialog } from './object-change-dialog.tsx';
import { CAPTION, ObjectTile } from './object-tile.tsx';
import classes from './objects.module.css';
import type { FoundObject } from './use-found-objects.ts';
import { objectKey } from './use-found-objects.ts';
import { useObjectEdits } from './use-object-edits.ts';
import { MOST_OBJECTS, useObjectVerdicts } from './use-object-verdicts.ts';

interface ObjectGridProps {
  readonly projectId: number;
  readonly list: PagedList<FoundObject>;
  readonly count: number;
  readonly pathOf: (item: FoundObject['item']) => string;
  readonly onQuery: (query: string) => void;
}

/** Objects as tiles, each with its part of the picture. Only those on screen are drawn. */
export function ObjectGrid({ projectId, list, count, pathOf, onQuery }: ObjectGridProps): JSX.Element {
  const { want } = list;
  const approves = useCan('ApplyExploreBulkAction');
  const annotates = useCan('AnnotateItem') && approves;
  const verdict = useObjectVerdicts(projectId);
  const edit = useObjectEdits(projectId);
  const [asking, setAsking] = useState<'class' | 'attribute'>();
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlyMap<string, FoundObject>>(new Map());
  const [active, setActive] = useState(0);
  const { scroller, canvas, width, columns, tile, rows, totalHeight, first, last, reveal, placeOf } = useTileGrid({
    count,
    caption: CAPTION,
  });
  useEffect(() => want(first, last), [want, first, last]);

  const toggle = (object: FoundObject): void => {
    const next = new Map(selected);
    if (!next.delete(objectKey(object))) next.set(objectKey(object), object);
    if (next.size > MOST_OBJECTS) toast(messages.objectGrid.atMostObjectsAreSelected(MOST_OBJECTS));
    else setSelected(next);
  };
  const judge = (as: Parameters<typeof verdict>[1]): void => {
    const current = list.at(active);
    const objects = selected.size > 0 ? [...selected.values()] : current === undefined ? [] : [current];
    setSelected(new Map());
    void verdict(objects, as);
  };
  const apply = (change: ObjectEdit): void => {
    const objects = [...selected.values()];
    setAsking(undefined);
    setSelected(new Map());
    void edit(objects, change);
  };
  const similar = (): void => {
    const [object] = selected.values();
    setSelected(new Map());
    if (object !== undefined) onQuery(`similarTo(${objectKey(object)}, 100)`);
  };
  const remove = async (): Promise<void> => {
    const count = messages.useObjectVerdicts.countObjects(selected.size);
    const sure = await confirm({
      title: messages.objectChangeDialog.deleteObjects(count),
      text: messages.objectChangeDialog.deleteText,
      action: messages.shared.delete,
      danger: true,
    });
    if (sure) apply({ remove: true });
  };
  const onClick =
    (object: FoundObject, index: number) =>
    (event: MouseEvent): void => {
      const target = event.target as HTMLElement;
      if (target.closest('a') !== null) return;
      setActive(index);
      if (event.ctrlKey || event.metaKey || target.closest('[data-check]') !== null) toggle(object);
      else setSelected(new Map([[objectKey(object), object]]));
    };
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
    const current = list.at(active);
    if (step !== undefined) {
      const next = Math.max(0, Math.min(count - 1, active + step));
      setActive(next);
      reveal(next);
    } else if (event.key === 'Enter' && current !== undefined) void navigate(pathOf(current.item));
    else if (event.key === ' ' && current !== undefined) toggle(current);
    else if (event.key === 'Delete' && annotates && selected.size > 0) void remove();
    else if (event.key === 'Escape' && selected.size > 0) setSelected(new Map());
    else if (approves && event.key.toLowerCase() === 'a') judge('approved');
    else if (approves && event.key.toLowerCase() === 'd') judge('disapproved');
    else return;
    event.preventDefault();
  };
  const current = list.at(active);

  return (
    <div className={classes['view']}>
      <div
        ref={scroller}
        className={classes['scroller']}
        tabIndex={0}
        role="grid"
        aria-multiselectable
        aria-label={messages.shared.objects}
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
      {selected.size === 0 ? undefined : (
        <ObjectBar
          count={selected.size}
          approves={approves}
          annotates={annotates}
          onChange={kind => {
            if (kind === 'remove') void remove();
            else setAsking(kind);
          }}
          onVerdict={judge}
          onSimilar={selected.size === 1 ? similar : undefined}
          onClear={() => {
            setSelected(new Map());
            scroller.current?.focus();
          }}
        />
      )}
      <ObjectChangeDialog
        projectId={projectId}
        kind={asking}
        objects={[...selected.values()]}
        onClose={() => setAsking(undefined)}
        onChange={apply}
      />
    </div>
  );
}
