import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey, toast } from '#core/ui/web/index.ts';
import type { ListedItem } from '../../common/item.ts';
import { DataDialogs } from '../data-dialogs.ts';
import { ItemActions } from '../item-actions.ts';
import { StatusItems } from '../kit/status-menu.tsx';
import type { OpenMenu } from '../menu-at.tsx';
import { MenuAt } from '../menu-at.tsx';
import { messages } from '../messages.ts';
import type { Selection } from '../selection.ts';
import { isSelected, sizeOf } from '../selection.ts';
import { SelectionStore } from '../selection-store.ts';
import { useMenu } from '../use-menu.ts';

interface ItemMenuProps {
  readonly projectId: number;
  readonly open: OpenMenu<ListedItem> | undefined;
  readonly pathOf: (item: ListedItem) => string;
  readonly onClose: () => void;
}

/** Lists the actions on an item, or on all that are selected when it is one of them. */
export function ItemMenu({ projectId, open, pathOf, onClose }: ItemMenuProps): JSX.Element {
  return (
    <MenuAt open={open} onClose={onClose}>
      {item => <Entries projectId={projectId} item={item} path={pathOf(item)} />}
    </MenuAt>
  );
}

function Entries({
  projectId,
  item,
  path,
}: {
  readonly projectId: number;
  readonly item: ListedItem;
  readonly path: string;
}): JSX.Element {
  const selection = useService(SelectionStore);
  const dialogs = useService(DataDialogs);
  const actions = useService(ItemActions);
  const commands = useService(CommandRegistry);
  const navigate = useNavigate();
  const selected = useSnapshot(selection.state).selected as Selection;
  const assigns = useCan('AssignItem');
  const moves = useCan('ApplyItemTransition');
  const approves = useCan('ApplyItemApprovalStatus');
  const pins = useCan('ApplyItemPin');
  const deletes = useCan('DeleteItem');
  const copies = useCan('CopyItem');
  const chosen: Selection = isSelected(selected, item.id) ? selected : { ids: new Set([item.id]) };
  const count = sizeOf(chosen);
  const more = useMenu('item.context', { projectId, itemIds: [item.id], selection: chosen });
  return (
    <>
      <Menu.Item
        leftSection={<Icon name="edit" size={14} />}
        rightSection={<ShortcutKey chord="Enter" />}
        onClick={() => void navigate(path)}
      >
        {messages.itemMenu.open}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="link" size={14} />}
        onClick={() =>
          void navigator.clipboard
            .writeText(new URL(path, location.href).href)
            .then(() => toast(messages.itemMenu.linkCopied))
        }
      >
        {messages.itemMenu.copyLink}
      </Menu.Item>
      {more.map(each =>
        each.command === undefined ? undefined : (
          <Menu.Item
            key={each.id}
            leftSection={<Icon name={each.icon ?? 'circle'} size={14} />}
            disabled={each.disabled ?? false}
            onClick={() => void commands.run(each.command!, { projectId, itemIds: [item.id], selection: chosen })}
          >
            {each.title}
          </Menu.Item>
        ),
      )}
      <Menu.Divider />
      {assigns ? (
        <Menu.Item
          leftSection={<Icon name="invite" size={14} />}
          rightSection={<ShortcutKey chord="Alt+A" />}
          onClick={() => dialogs.assign(chosen)}
        >
          {messages.itemMenu.assign}
        </Menu.Item>
      ) : undefined}
      {copies ? (
        <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={() => dialogs.copy(chosen)}>
          {messages.shared.copyOrMove}
        </Menu.Item>
      ) : undefined}
      {pins ? (
        <Menu.Item
          leftSection={<Icon name={item.is_pinned ? 'pinned' : 'pin'} size={14} />}
          rightSection={<ShortcutKey chord="Alt+P" />}
          onClick={() => void actions.change(projectId, chosen, { kind: 'pin', value: !item.is_pinned })}
        >
          {item.is_pinned ? messages.shared.unpin : messages.shared.pin}
        </Menu.Item>
      ) : undefined}
      {approves ? (
        <Menu.Item
          leftSection={<Icon name="approved" size={14} />}
          onClick={() =>
            void actions.change(projectId, chosen, { kind: 'approval', value: item.approval_status === 2 ? 0 : 2 })
          }
        >
          {item.approval_status === 2 ? messages.itemMenu.clearApproval : messages.itemMenu.approve}
        </Menu.Item>
      ) : undefined}
      {approves && item.approval_status !== 1 ? (
        <Menu.Item
          leftSection={<Icon name="rejected" size={14} />}
          onClick={() => void actions.change(projectId, chosen, { kind: 'approval', value: 1 })}
        >
          {messages.itemMenu.disapprove}
        </Menu.Item>
      ) : undefined}
      {moves ? (
        <>
          <Menu.Divider />
          <Menu.Label>{messages.itemMenu.moveTo}</Menu.Label>
          <StatusItems
            projectId={projectId}
            from={[item.annotation_status]}
            onChoose={status => void actions.setStatus(projectId, chosen, status)}
          />
        </>
      ) : undefined}
      {deletes ? (
        <>
          <Menu.Divider />
          <Menu.Item
            c="var(--loupe-danger)"
            leftSection={<Icon name="trash" size={14} />}
            rightSection={<ShortcutKey chord="Delete" />}
            onClick={() => void actions.remove(projectId, chosen)}
          >
            {messages.itemMenu.deleteCount(count > 1 ? messages.itemMenu.countItems(count.toLocaleString('en')) : '')}
          </Menu.Item>
        </>
      ) : undefined}
    </>
  );
}
