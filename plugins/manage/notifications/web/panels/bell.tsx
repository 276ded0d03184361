import { ActionIcon, Anchor, Button, Indicator, Popover, ScrollArea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, Tooltip } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { NotificationGroups } from '../notification-groups.tsx';
import classes from '../notifications.module.css';
import { useNotificationActions, useNotifications } from '../use-notifications.ts';

/** Notifications of one opening of the bell. */
const NEWEST = 20;

/** The bell in the top bar: how many notifications are unread, and the newest ones. */
export default function Bell(): JSX.Element {
  const team = useTeam();
  const [opened, setOpened] = useState(false);
  const found = useNotifications(NEWEST);
  const { read, readAll } = useNotificationActions();
  const unread = found.data?.unread ?? 0;
  const close = (): void => setOpened(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={400} shadow="md" trapFocus returnFocus>
      <Indicator disabled={unread === 0} label={unread > 99 ? '99+' : unread} size={14} offset={4} color="loupe">
        <Popover.Target>
          <Tooltip label={messages.shared.notifications}>
            <ActionIcon
              aria-label={unread === 0 ? messages.shared.notifications : messages.bell.notificationsUnread(unread)}
              onClick={() => setOpened(!opened)}
            >
              <Icon name="bell" />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={messages.shared.notifications}>
        <div className={classes['head']}>
          <h2 className={classes['title']}>{messages.shared.notifications}</h2>
          <Button
            variant="subtle"
            size="compact-xs"
            disabled={unread === 0}
            onClick={() => found.data !== undefined && readAll(found.data)}
          >
            {messages.shared.markAllAsRead}
          </Button>
          <Tooltip label={messages.shared.notificationSettings}>
            <ActionIcon
              component={Link}
              to={`/t/${team.id}/notifications/settings`}
              aria-label={messages.shared.notificationSettings}
              onClick={close}
            >
              <Icon name="settings" size={16} />
            </ActionIcon>
          </Tooltip>
        </div>
        {found.error !== null ? (
          <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />
        ) : (found.data?.data ?? []).length === 0 ? (
          <EmptyState icon="bell" text={messages.shared.nothingNew} />
        ) : (
          <ScrollArea.Autosize mah={460}>
            <NotificationGroups notifications={found.data?.data ?? []} onRead={read} onOpen={close} />
          </ScrollArea.Autosize>
        )}
        {(found.data?.count ?? 0) > NEWEST ? (
          <div className={classes['foot']}>
            <Anchor component={Link} to={`/t/${team.id}/notifications`} size="sm" onClick={close}>
              {messages.bell.showAllCount(found.data?.count ?? 0)}
            </Anchor>
          </div>
        ) : undefined}
      </Popover.Dropdown>
    </Popover>
  );
}
