import { ActionIcon, Button, Loader, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { Icon, SelectionBar, ShortcutKey, Tooltip } from '#core/ui/web/index.ts';
import { ApprovalMenu } from '../approval-menu.tsx';
import { DataDialogs } from '../data-dialogs.ts';
import classes from '../data.module.css';
import { ItemActions } from '../item-actions.ts';
import { StatusMenu } from '../kit/status-menu.tsx';
import { messages } from '../messages.ts';
import type { Selection } from '../selection.ts';
import { chosenItems, isListed, selectionText, sizeOf } from '../selection.ts';
import { SelectionStore } from '../selection-store.ts';
import type { ItemWindow } from '../use-item-window.ts';
import { useMenu } from '../use-menu.ts';

interface BulkBarProps {
  readonly projectId: number;
  readonly list: ItemWindow;
  readonly count: number;
}

/** Lists the actions on the selected items: the most frequent actions are in the bar, the rest in a menu. */
export function BulkBar({ projectId, list, count }: BulkBarProps): JSX.Element | undefined {
  const store = useService(SelectionStore);
  const dialogs = useService(DataDialogs);
  const actions = useService(ItemActions);
  const snapshot = useSnapshot(store.state);
  const selection = snapshot.selected as Selection;
  const assigns = useCan('AssignItem');
  const moves = useCan('ApplyItemTransition');
  const approves = useCan('ApplyItemApprovalStatus');
  const deletes = useCan('DeleteItem');
  const size = sizeOf(selection);
  if (size === 0) return undefined;
  const button = { variant: 'subtle', color: 'gray' } as const;
  return (
    <SelectionBar onClear={() => store.clear()} label={messages.bulkBar.selectedItems} text={selectionText(selection)}>
      {snapshot.busy ? <Loader size={14} mr={6} /> : undefined}
      {!isListed(selection) && size < count ? (
        <Button {...button} onClick={() => void store.all()}>
          {messages.bulkBar.selectAllCount(count)}
        </Button>
      ) : undefined}
      <span className={classes['line2']} />
      {assigns ? (
        <Tooltip label="Alt+A">
          <Button {...button} leftSection={<Icon name="invite" size={14} />} onClick={() => dialogs.assign(selection)}>
            {messages.bulkBar.assign}
          </Button>
        </Tooltip>
      ) : undefined}
      {moves ? (
        <StatusMenu
          projectId={projectId}
          from={[...new Set(chosenItems(selection, list, count).map(each => each.annotation_status))]}
          onChoose={status => void actions.setStatus(projectId, selection, status)}
        >
          <Button
            {...button}
            leftSection={<Icon name="workflow" size={14} />}
            rightSection={<Icon name="down" size={12} />}
          >
            {messages.shared.status}
          </Button>
        </StatusMenu>
      ) : undefined}
      {approves ? <ApprovalMenu projectId={projectId} selection={selection} /> : undefined}
      <More projectId={projectId} selection={selection} />
      {deletes ? (
        <Tooltip label={messages.shared.delete}>
          <ActionIcon
            c="var(--loupe-danger)"
            aria-label={messages.bulkBar.deleteSelectedItems}
            onClick={() => void actions.remove(projectId, selection)}
          >
            <Icon name="trash" />
          </ActionIcon>
        </Tooltip>
      ) : undefined}
    </SelectionBar>
  );
}

/** The further changes, those of other plugins among them. */
function More({
  projectId,
  selection,
}: {
  readonly projectId: number;
  readonly selection: Selection;
}): JSX.Element | undefined {
  const dialogs = useService(DataDialogs);
  const actions = useService(ItemActions);
  const commands = useService(CommandRegistry);
  const pins = useCan('ApplyItemPin');
  const prioritizes = useCan('SetItemPriority');
  const copies = useCan('CopyItem');
  const more = useMenu('items.bulk', { projectId, selection }).filter(each => each.command !== undefined);
  if (!pins && !prioritizes && !copies && more.length === 0) return undefined;
  return (
    <Menu width={220} position="top-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<Icon name="more" size={14} />}>
          {messages.bulkBar.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {pins ? (
          <Menu.Item
            leftSection={<Icon name="pinned" size={14} />}
            rightSection={<ShortcutKey chord="Alt+P" />}
            onClick={() => void actions.change(projectId, selection, { kind: 'pin', value: true })}
          >
            {messages.shared.pin}
          </Menu.Item>
        ) : undefined}
        {pins ? (
          <Menu.Item
            leftSection={<Icon name="pin" size={14} />}
            onClick={() => void actions.change(projectId, selection, { kind: 'pin', value: false })}
          >
            {messages.shared.unpin}
          </Menu.Item>
        ) : undefined}
        {prioritizes ? (
          <Menu.Item leftSection={<Icon name="ascending" size={14} />} onClick={() => dialogs.priority(selection)}>
            {messages.bulkBar.priority}
          </Menu.Item>
        ) : undefined}
        {more.map(each => (
          <Menu.Item
            key={each.id}
            leftSection={<Icon name={each.icon ?? 'circle'} size={14} />}
            disabled={each.disabled ?? false}
            onClick={() => void commands.run(each.command!, { projectId, selection, ...each.argument })}
          >
            {each.title}
          </Menu.Item>
        ))}
        {copies ? (
          <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={() => dialogs.copy(selection)}>
            {messages.shared.copyOrMove}
          </Menu.Item>
        ) : undefined}
      </Menu.Dropdown>
    </Menu>
  );
}
