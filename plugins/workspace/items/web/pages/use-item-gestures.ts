import type { KeyboardEvent, MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { toastError } from '#core/ui/web/index.ts';
import type { ListedItem } from '../../common/item.ts';
import type { Selection } from '../selection.ts';
import { isSelected, sizeOf } from '../selection.ts';
import { SelectionStore } from '../selection-store.ts';
import type { ItemListProps } from './item-list-props.ts';

interface Layout {
  readonly columns: number;
  /** Items that fit on the screen. */
  readonly screenful: number;
  readonly reveal: (index: number) => void;
}

/** Handlers of one item. */
interface ItemHandlers {
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: () => void;
  readonly onContextMenu: (event: MouseEvent) => void;
}

/** Selection by pointer and keys, the same in grid and table. */
export function useItemGestures<Row extends ListedItem>(
  { list, count, pathOf, onMenu }: ItemListProps<Row>,
  layout: Layout,
): {
  readonly selected: Selection;
  readonly active: number;
  item(index: number, item: Row): ItemHandlers;
  onKeyDown(event: KeyboardEvent): void;
} {
  const selection = useService(SelectionStore);
  const navigate = useNavigate();
  const { selected, active } = useSnapshot(selection.state);

  const go = (index: number, extend: boolean): void => {
    const target = Math.max(0, Math.min(count - 1, index));
    if (extend) void selection.extend(target).catch(toastError);
    else selection.moveTo(target);
    layout.reveal(target);
  };

  return {
    selected: selected as Selection,
    active,
    item: (index, item) => ({
      onClick: event => {
        if ((event.target as HTMLElement).closest('a') !== null) return;
        const box = (event.target as HTMLElement).closest('[data-check]') !== null;
        void selection
          .click(index, item.id, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey || box })
          .catch(toastError);
      },
      onDoubleClick: () => void navigate(pathOf(item)),
      onContextMenu: event => {
        event.preventDefault();
        if (!isSelected(selection.state.selected, item.id))
          void selection.click(index, item.id, { extend: false, toggle: false });
        onMenu(item, { x: event.clientX, y: event.clientY });
      },
    }),
    onKeyDown: event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
      const step = {
        ArrowRight: 1,
        ArrowLeft: -1,
        ArrowDown: layout.columns,
        ArrowUp: -layout.columns,
        PageDown: layout.screenful,
        PageUp: -layout.screenful,
        Home: -Infinity,
        End: Infinity,
      }[event.key];
      const current = list.at(active);
      if (step !== undefined) go(active + step, event.shiftKey);
      else if (event.key === 'Enter' && current !== undefined) void navigate(pathOf(current));
      else if (event.key === ' ' && current !== undefined) selection.toggle(current.id);
      else if (event.key === 'Escape' && sizeOf(selected as Selection) > 0) selection.clear();
      else return;
      event.preventDefault();
    },
  };
}
