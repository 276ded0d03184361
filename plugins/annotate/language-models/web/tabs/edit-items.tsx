import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** The entries of a row's menu that edit and delete it. */
export function EditItems({
  onEdit,
  onDelete,
}: {
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}): JSX.Element {
  return (
    <>
      <Menu.Item leftSection={<Icon name="edit" />} onClick={onEdit}>
        {messages.editItems.edit}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="trash" />} c="var(--loupe-danger)" onClick={onDelete}>
        {messages.shared.delete}
      </Menu.Item>
    </>
  );
}
