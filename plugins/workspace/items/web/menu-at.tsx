import { Menu } from '@mantine/core';
import type { JSX } from 'react';

/** Distance of a menu from the edges of the window, in pixels. */
const EDGE = 8;

/** Position of the open menu of an item, in pixels of the window, and the item. */
export interface OpenMenu<I> {
  readonly item: I;
  readonly at: { readonly x: number; readonly y: number };
}

interface MenuAtProps<I> {
  readonly open: OpenMenu<I> | undefined;
  readonly onClose: () => void;
  /** Its entries. */
  readonly children: (item: I) => JSX.Element;
}

/** The menu of an item, at the place where it was asked for. */
export function MenuAt<I extends { readonly id: number }>({ open, onClose, children }: MenuAtProps<I>): JSX.Element {
  return (
    <Menu
      key={open === undefined ? 'closed' : `${open.item.id}/${open.at.x}/${open.at.y}`}
      opened={open !== undefined}
      onClose={onClose}
      width={220}
      position="bottom-start"
      offset={2}
      // A long menu moves over the place rather than out of the window.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: EDGE } }}
    >
      <Menu.Target>
        <span
          aria-hidden
          style={{ position: 'fixed', left: open?.at.x ?? 0, top: open?.at.y ?? 0, width: 1, height: 1 }}
        />
      </Menu.Target>
      <Menu.Dropdown style={{ maxHeight: `calc(100dvh - ${2 * EDGE}px)`, overflowY: 'auto' }}>
        {open === undefined ? undefined : children(open.item)}
      </Menu.Dropdown>
    </Menu>
  );
}
