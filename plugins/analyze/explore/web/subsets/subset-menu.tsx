import { Button, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { SubsetEntriesProps } from './subset-entries.tsx';
import { SubsetEntries } from './subset-entries.tsx';

/** The button of a selection bar that opens the actions with subsets. */
export function SubsetMenu(props: SubsetEntriesProps): JSX.Element {
  return (
    <Menu width={240} position="top-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon name="group" size={14} />}
          rightSection={<Icon name="down" size={12} />}
        >
          {messages.shared.subset}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <SubsetEntries {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}
