import { ActionIcon, Button, Loader, Menu, Tooltip } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { ItemCopying } from '../copying/item-copying.ts';
import { DataDialogs } from '../data-dialogs.ts';
import classes from '../data.module.css';
import { ItemActions } from '../item-actions.ts';
import { StatusMenu } from '../kit/index.ts';
import { SelectionStore } from '../selection-store.ts';
import type { ItemWindow } from '../use-item-window.ts';
import { useMenu } from '../use-menu.ts';

interface BulkBarProps {
  readonly projectId: number;
  readonly list: ItemWindow;
  readonly count: number;
}

/** Statuses of the selected items that are loaded; of what is not, the server decides item by item. */
function statusesOf(ids: ReadonlySet<number>, list: ItemWindow, count: number): readonly number[] {
  const found = new Set<number>();
  let left = ids.size;
  for (let index = 0; index < count && left > 0 && index < 2000; index++) {
    const item = list.at(index);
    if (item === undefined || !ids.has(item.id)) continue;
    left--;
    found.add(item.annotation_status);
  }
  return [...found];
}

/** What can be done with the selected items. */
export function BulkBar({ projectId, list, count }: BulkBarProps): JSX.Element | undefined {
  const selection = useService(SelectionStore);
  const dialogs = useService(DataDialogs);
  const actions = useService(ItemActions);
  const commands = useService(CommandRegistry);
  const { ids, busy } = useSnapshot(selection.state);
  const assigns = useCan('AssignItem');
  const moves = useCan('ApplyItemTransition');
  const approves = useCan('ApplyItemApprovalStatus');
  const pins = useCan('ApplyItemPin');
  const deletes = useCan('DeleteItem');
  const copies = useCan('CopyItem');
  const copying = useService(ItemCopying);
  const more = useMenu('items.bulk', { projectId });
  if (ids.size === 0) return undefined;
  const chosen = [...ids];
  const button = { variant: 'subtle', color: 'gray' } as const;
  return (
    <div className={classes['bulk']} role="toolbar" aria-label="Selected items">
      <span className={classes['bulkCount']} role="status">{ids.size.toLocaleString('en')} selected</span>
      {busy ? <Loader size={14} mr={6} /> : undefined}
      {ids.size < count ? <Button {...button} onClick={() => void selection.all()}>Select all {count.toLocaleString('en')}</Button> : undefined}
      <span className={classes['line2']} />
      {assigns ? <Tooltip label="Alt+A"><Button {...button} leftSection={<Icon name="invite" size={14} />} onClick={() => dialogs.assign(chosen)}>Assign</Button></Tooltip> : undefined}
      {moves ? (
        <StatusMenu projectId={projectId} from={statusesOf(ids as ReadonlySet<number>, list, count)} onChoose={status => void actions.setStatus(projectId, chosen, status)}>
          <Button {...button} leftSection={<Icon name="workflow" size={14} />} rightSection={<Icon name="down" size={12} />}>Status</Button>
        </StatusMenu>
      ) : undefined}
      {approves ? (
        <Menu width={160}>
          <Menu.Target><Button {...button} leftSection={<Icon name="approved" size={14} />} rightSection={<Icon name="down" size={12} />}>Approval</Button></Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="approved" size={14} />} onClick={() => void actions.approve(projectId, chosen, 2)}>Approve</Menu.Item>
            <Menu.Item leftSection={<Icon name="rejected" size={14} />} onClick={() => void actions.approve(projectId, chosen, 1)}>Disapprove</Menu.Item>
            <Menu.Item leftSection={<Icon name="close" size={14} />} onClick={() => void actions.approve(projectId, chosen, 0)}>Clear</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : undefined}
      {pins ? (
        <Menu width={130}>
          <Menu.Target><Button {...button} leftSection={<Icon name="pin" size={14} />} rightSection={<Icon name="down" size={12} />}>Pin</Button></Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="pinned" size={14} />} onClick={() => void actions.pin(projectId, chosen, true)}>Pin</Menu.Item>
            <Menu.Item leftSection={<Icon name="pin" size={14} />} onClick={() => void actions.pin(projectId, chosen, false)}>Unpin</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : undefined}
      {copies ? <Button {...button} leftSection={<Icon name="copy" size={14} />} onClick={() => copying.ask(chosen)}>Copy or move</Button> : undefined}
      {more.map(each => (each.command === undefined ? undefined : <Button key={each.id} {...button} leftSection={<Icon name={each.icon ?? 'circle'} size={14} />} disabled={each.disabled ?? false} onClick={() => void commands.run(each.command!, { projectId, itemIds: chosen })}>{each.title}</Button>))}
      {deletes ? <Button variant="subtle" color="red" leftSection={<Icon name="trash" size={14} />} onClick={() => void actions.remove(projectId, chosen)}>Delete</Button> : undefined}
      <Tooltip label="Clear selection  Esc"><ActionIcon aria-label="Clear selection" onClick={() => selection.clear()}><Icon name="close" /></ActionIcon></Tooltip>
    </div>
  );
}
