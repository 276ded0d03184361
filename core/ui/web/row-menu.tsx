import { ActionIcon, Menu } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { messages } from './messages.ts';

/** Lists the actions on one row of a table; `of` names the row for who cannot see it. */
export function RowMenu({ of, children }: { readonly of: string; readonly children: ReactNode }): JSX.Element {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={messages.rowMenu.actionsOf(of)}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
