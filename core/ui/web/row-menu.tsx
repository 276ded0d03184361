import { ActionIcon, Menu } from '@mantine/core';
import { useRef } from 'react';
import type { JSX, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { messages } from './messages.ts';

/**
 * Lists the actions on one row of a table; `of` names the row for who cannot see it. Its button has the focus when an
 * action begins, so that a dialog gives it back there: the action itself is gone by then.
 */
export function RowMenu({ of, children }: { readonly of: string; readonly children: ReactNode }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={button} aria-label={messages.rowMenu.actionsOf(of)}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClickCapture={() => button.current?.focus({ preventScroll: true })}>{children}</Menu.Dropdown>
    </Menu>
  );
}
