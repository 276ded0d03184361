import { useState } from 'react';
import type { DragEvent, JSX } from 'react';
import { Icon } from './icon.tsx';
import { messages } from './messages.ts';
import classes from './reorder.module.css';

/** Props for drawing a list that can be put in order. */
export interface Reorder {
  /** Goes on the element around the rows. */
  readonly list: { readonly 'data-reorder': true };
  /** Goes on a row; `data-over` marks where what is dragged would land. */
  row(at: number): {
    readonly 'data-over': boolean;
    onDragOver(event: DragEvent): void;
    onDrop(event: DragEvent): void;
  };
  /** The handle of a row: dragged, or moved by the arrow keys. `name` says what it moves. */
  grip(at: number, name: string): JSX.Element;
}

/** Order by drag, and by the arrow keys on the handle, which keeps the focus. */
export function useReorder(count: number, onMove: (from: number, to: number) => void): Reorder {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const step = (grip: HTMLElement, from: number, to: number): void => {
    if (to < 0 || to >= count) return;
    const list = grip.closest('[data-reorder]');
    onMove(from, to);
    // The row may have been taken out and put in again, which loses the focus.
    requestAnimationFrame(() =>
      [...(list?.querySelectorAll<HTMLElement>('[data-grip]') ?? [])]
        .filter(each => each.closest('[data-reorder]') === list)
        [to]?.focus(),
    );
  };
  return {
    list: { 'data-reorder': true },
    row: at => ({
      'data-over': dragged !== undefined && over === at && dragged !== at,
      onDragOver: event => {
        if (dragged === undefined) return;
        event.preventDefault();
        setOver(at);
      },
      onDrop: event => {
        if (dragged === undefined) return;
        event.preventDefault();
        if (dragged !== at) onMove(dragged, at);
        end();
      },
    }),
    grip: (at, name) => (
      <button
        type="button"
        data-grip
        className={classes['grip']}
        draggable
        aria-label={messages.reorder.moveName(name, at + 1, count)}
        onDragStart={event => {
          event.dataTransfer.effectAllowed = 'move';
          setDragged(at);
        }}
        onDragEnd={end}
        onKeyDown={event => {
          const by =
            event.key === 'ArrowUp' || event.key === 'ArrowLeft'
              ? -1
              : event.key === 'ArrowDown' || event.key === 'ArrowRight'
                ? 1
                : 0;
          if (by === 0) return;
          event.preventDefault();
          step(event.currentTarget, at, at + by);
        }}
      >
        <Icon name="grip" size={14} />
      </button>
    ),
  };
}
