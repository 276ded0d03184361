import { ActionIcon, Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { memo, useCallback } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useAddressOf, Panel, useKeyMap, usePanels, useService } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { StatusItems, StatusMark, useMenu } from '#plugins/workspace/items/web/kit/index.ts';
import { ItemActions } from '../item-actions.ts';
import { messages } from '../messages.ts';
import { ItemQueue } from '../queue/item-queue.ts';
import { neighbourIn } from '../queue/neighbour-in.ts';
import { QueuedChip } from './queued-chip.tsx';
import { SaveStatus } from './save-status.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useChanges, useDocumentState, useOpen } from './use-controller.ts';
import classes from './frame.module.css';

const APPROVAL = [
  { value: 0, title: messages.topBar.notReviewed, icon: 'unreviewed' },
  { value: 1, title: messages.shared.disapproved, icon: 'rejected' },
  { value: 2, title: messages.shared.approved, icon: 'approved' },
] as const;

/** Shows the place of the item, its status, and whether the work is stored. */
export function TopBar(): JSX.Element {
  const { opened } = useOpen();
  const top = usePanels('editor.top');
  return (
    <header className={classes['top']}>
      <CommandButton command="leave" icon="back" label={messages.topBar.backToTheFolder} />
      <Text fw={600} className={classes['name']} title={opened.item.name}>
        {opened.item.name}
      </Text>
      <Place />
      <span className={classes['divider']} />
      <ItemState />
      <span className={classes['grow']} />
      <Steps />
      {top.map(panel => (
        <Panel
          key={`${opened.item.id} ${panel.plugin}.${panel.name}`}
          panel={panel}
          context={{ projectId: opened.project.id, itemId: opened.item.id }}
          fallback={undefined}
        />
      ))}
      <QueuedChip />
      <SaveStatus />
      <span className={classes['divider']} />
      <MoreOfItem />
      <CommandButton command="toggleSide" icon="list" label={messages.shared.panels} />
      <CommandButton command="help" icon="help" label={messages.topBar.keyboard} />
      <SubmitButton />
    </header>
  );
}

/** Most stay the same from item to item. */
const CommandButton = memo(function CommandButton({
  command,
  icon,
  label,
  disabled = false,
}: {
  readonly command: string;
  readonly icon: string;
  readonly label: string;
  readonly disabled?: boolean;
}): JSX.Element {
  const commands = useService(CommandRegistry);
  const titled = useKeyMap().titled(label, `editor.${command}`);
  return (
    <Tooltip label={titled}>
      <ActionIcon
        aria-label={titled}
        disabled={disabled}
        className={classes['command']}
        onClick={event => {
          event.currentTarget.blur();
          void commands.run(`editor.${command}`);
        }}
      >
        <Icon name={icon} size={18} />
      </ActionIcon>
    </Tooltip>
  );
});

/** Lists what plugins do with the open item; nothing where there is no such plugin. */
function MoreOfItem(): JSX.Element | undefined {
  const { opened } = useOpen();
  const commands = useService(CommandRegistry);
  const entries = useMenu('editor.item', { projectId: opened.project.id, itemId: opened.item.id });
  if (entries.length === 0) return undefined;
  return (
    <Menu width={260} position="bottom-end">
      <Menu.Target>
        <Tooltip label={messages.topBar.moreOfItem}>
          <ActionIcon aria-label={messages.topBar.moreOfItem} className={classes['command']}>
            <Icon name="more" size={18} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(each => (
          <Menu.Item
            key={each.id}
            leftSection={<Icon name={each.icon ?? 'circle'} size={14} />}
            onClick={() => void commands.run(each.command ?? '', { itemId: opened.item.id })}
          >
            {each.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Place(): JSX.Element {
  const { opened } = useOpen();
  const queue = useService(ItemQueue);
  const listed = useSnapshot(queue.state);
  const place = listed.ids.indexOf(opened.item.id);
  return (
    <div className={classes['row']}>
      <CommandButton
        command="previous"
        icon="left"
        label={messages.topBar.previousItem}
        disabled={neighbourIn(listed, opened.item.id, -1) === undefined}
      />
      <Text c="var(--loupe-muted)" className={classes['figures']}>
        {place < 0 ? '–' : (place + 1).toLocaleString('en')} / {listed.count.toLocaleString('en')}
      </Text>
      <CommandButton
        command="next"
        icon="right"
        label={messages.topBar.nextItem}
        disabled={neighbourIn(listed, opened.item.id, 1) === undefined}
      />
      <CommandButton command="nextTask" icon="nextTask" label={messages.topBar.myNextTask} />
    </div>
  );
}

function ItemState(): JSX.Element {
  const addressOf = useAddressOf();
  const { opened } = useOpen();
  const actions = useService(ItemActions);
  const keys = useKeyMap();
  const { item, flags, project } = opened;
  const approval = APPROVAL.find(each => each.value === item.approval_status) ?? APPROVAL[0];
  return (
    <div className={classes['row']}>
      <Menu width={190}>
        <Menu.Target>
          <UnstyledButton className={classes['status']}>
            <VisuallyHidden>{messages.topBar.status} </VisuallyHidden>
            <StatusMark projectId={project.id} value={item.annotation_status} />
            <Icon name="down" size={14} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <StatusItems
            projectId={project.id}
            from={[item.annotation_status]}
            onChoose={status => void actions.setStatus(status)}
          />
        </Menu.Dropdown>
      </Menu>
      {flags.approveDisapproveAsset ? (
        <Menu width={170}>
          <Menu.Target>
            <Tooltip
              label={`${approval.title} · ${['editor.approveItem', 'editor.disapproveItem']
                .flatMap(each => keys.chords(each).slice(0, 1))
                .map(each => keys.shown(each))
                .join(', ')}`}
            >
              <ActionIcon aria-label={approval.title} data-approval={approval.value} className={classes['approval']}>
                <Icon name={approval.icon} size={18} />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown>
            {APPROVAL.map(each => (
              <Menu.Item
                key={each.value}
                leftSection={<Icon name={each.icon} />}
                onClick={() => void actions.setApproval(each.value)}
              >
                {each.title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Tooltip label={messages.topBar.titleYouCantApproveItems(approval.title)}>
          <ActionIcon
            aria-label={approval.title}
            aria-disabled
            data-approval={approval.value}
            data-disabled
            className={classes['approval']}
          >
            <Icon name={approval.icon} size={18} />
          </ActionIcon>
        </Tooltip>
      )}
      {flags.pin ? (
        <CommandButton
          command="pin"
          icon={item.is_pinned ? 'pinned' : 'pin'}
          label={item.is_pinned ? messages.topBar.unpin : messages.topBar.pin}
        />
      ) : undefined}
      <div className={classes['people']}>
        {item.assignments.map(each => (
          <Tooltip
            key={`${each.user_id} ${each.user_role}`}
            label={`${addressOf(each.user_id)} · ${projectRoleLabel(each.user_role)}`}
          >
            <Avatar
              size={24}
              radius="xl"
              name={addressOf(each.user_id)}
              classNames={{ placeholder: classes['initials'] }}
            />
          </Tooltip>
        ))}
      </div>
    </div>
  );
}

function Steps(): JSX.Element {
  const { document } = useOpen();
  const { readOnly } = useDocumentState(document);
  const { history } = document;
  useChanges(useCallback((listener: () => void) => history.onChange(listener), [history]));
  if (readOnly !== undefined) return <></>;
  return (
    <div className={classes['row']}>
      <CommandButton
        command="undo"
        icon="undo"
        label={
          history.undoLabel === undefined
            ? messages.shared.undo
            : messages.topBar.undoLowerCase(history.undoLabel.toLowerCase())
        }
        disabled={!history.canUndo}
      />
      <CommandButton
        command="redo"
        icon="redo"
        label={
          history.redoLabel === undefined
            ? messages.shared.redo
            : messages.topBar.redoLowerCase(history.redoLabel.toLowerCase())
        }
        disabled={!history.canRedo}
      />
    </div>
  );
}
