import type { RefObject } from 'react';
import { useRef } from 'react';

/** The focus among the rows (`data-index`) of a list of which only the part on screen is drawn. */
export interface RowFocus {
  /** The row a key is for: the one it was pressed on, or the one the focus is on its way to. */
  aimed(index: number): number;
  /** Scrolls to a row and focuses it: at once when it is drawn, else in the frame that draws it. */
  go(index: number): void;
}

/** Moves the focus from row to row without losing keys that come faster than rows are drawn. */
export function useRowFocus(root: RefObject<HTMLElement | null>, reveal: (index: number) => void): RowFocus {
  const coming = useRef<number>(undefined);
  const rowOf = (index: number): HTMLElement | undefined =>
    root.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? undefined;
  return {
    aimed: index => coming.current ?? index,
    go(index) {
      reveal(index);
      const drawn = rowOf(index);
      coming.current = drawn === undefined ? index : undefined;
      if (drawn !== undefined) return drawn.focus();
      requestAnimationFrame(() => {
        if (coming.current !== index) return;
        coming.current = undefined;
        rowOf(index)?.focus();
      });
    },
  };
}
