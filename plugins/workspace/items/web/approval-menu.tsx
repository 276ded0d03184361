import { Button, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { ItemActions } from './item-actions.ts';
import { messages } from './messages.ts';
import type { Selection } from './selection.ts';

const APPROVALS = [
  [2, messages.approvalMenu.approve, 'approved'],
  [1, messages.approvalMenu.disapprove, 'rejected'],
  [0, messages.approvalMenu.clear, 'close'],
] as const;

interface ApprovalProps {
  readonly projectId: number;
  readonly selection: Selection;
}

/** The approvals that chosen items can be given, as entries of a menu. */
export function ApprovalEntries({ projectId, selection }: ApprovalProps): JSX.Element {
  const actions = useService(ItemActions);
  return (
    <>
      {APPROVALS.map(([value, title, icon]) => (
        <Menu.Item
          key={value}
          leftSection={<Icon name={icon} size={14} />}
          onClick={() => void actions.change(projectId, selection, { kind: 'approval', value })}
        >
          {title}
        </Menu.Item>
      ))}
    </>
  );
}

/** The button of a selection bar that opens them. */
export function ApprovalMenu(props: ApprovalProps): JSX.Element {
  return (
    <Menu width={160}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon name="approved" size={14} />}
          rightSection={<Icon name="down" size={12} />}
        >
          {messages.shared.approval}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ApprovalEntries {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}
