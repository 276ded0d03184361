import { autoScroller } from './auto-scroll.ts';
import { dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import type { FormComponent } from '../../common/form-document.ts';
import { moveComponents } from '../../common/form-edits.ts';
import { findComponent } from '../../common/form-places.ts';
import { addNew, makeComponent } from './builder-edits.ts';
import type { BuilderStore } from './builder-store.ts';
import { chosenIds } from './builder-store.ts';
import type { DropTarget } from './drop-place.ts';
import { dropTargetAt } from './drop-place.ts';

/** Dragged components: a type of the list, or components of the form. */
export type DraggedData =
  | { readonly kind: 'type'; readonly type: string }
  | { readonly kind: 'component'; readonly id: string };

/** Takes drops in the canvas. Answers the line that shows where a drop would land. */
export function useDrop(store: BuilderStore, canvas: RefObject<HTMLElement | null>): DropTarget['line'] | undefined {
  const [line, setLine] = useState<DropTarget['line']>();
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const scroller = autoScroller(element);
    const dragged = (data: DraggedData): readonly FormComponent[] =>
      data.kind === 'type'
        ? [makeComponent(store, data.type)]
        : draggedIds(store, data.id).flatMap(id => findComponent(store.form.components, id) ?? []);
    let components: readonly FormComponent[] = [];
    const targetAt = (point: { readonly clientX: number; readonly clientY: number }): DropTarget | undefined =>
      dropTargetAt(element, { x: point.clientX, y: point.clientY }, store.form.components, components);
    const end = (): void => {
      scroller.stop();
      setLine(undefined);
    };
    const stops = [
      dropTargetForElements({ element, canDrop: ({ source }) => isDragged(source.data) }),
      monitorForElements({
        canMonitor: ({ source }) => isDragged(source.data),
        onDragStart: ({ source }) => (components = dragged(source.data as unknown as DraggedData)),
        onDrag({
          location: {
            current: { input, dropTargets },
          },
        }) {
          scroller.at(input.clientY);
          setLine(dropTargets.length === 0 ? undefined : targetAt(input)?.line);
        },
        onDrop({
          source,
          location: {
            current: { input, dropTargets },
          },
        }) {
          end();
          const target = dropTargets.length === 0 ? undefined : targetAt(input);
          if (target === undefined) return;
          const data = source.data as unknown as DraggedData;
          if (data.kind === 'type') addNew(store, data.type, target.place);
          else {
            const ids = draggedIds(store, data.id);
            store.edit(moveComponents(store.form, new Set(ids), target.place), { select: ids });
          }
          element.focus({ preventScroll: true });
        },
      }),
    ];
    return () => {
      end();
      for (const stop of stops) stop();
    };
  }, [store, canvas]);
  return line;
}

const isDragged = (data: Record<string | symbol, unknown>): boolean =>
  data['kind'] === 'type' || data['kind'] === 'component';

/** A component that is chosen brings all that are. */
function draggedIds(store: BuilderStore, id: string): readonly string[] {
  return store.state.selection.has(id) ? [...chosenIds(store)] : [id];
}
