import { Button, Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageBody, PageHeader } from '#core/ui/web/index.ts';
import { MOST_NOTIFICATIONS } from '../../common/api.ts';
import { messages } from '../messages.ts';
import { NotificationGroups } from '../notification-groups.tsx';
import classes from '../notifications.module.css';
import { useNotificationActions, useNotifications } from '../use-notifications.ts';

/** Notifications that are shown first. */
const FIRST = 50;

/** All notifications of the person in the team. */
export default function ListPage(): JSX.Element {
  const team = useTeam();
  const [limit, setLimit] = useState(FIRST);
  const found = useNotifications(limit);
  const { read, readAll } = useNotificationActions();
  const shown = found.data;
  return (
    <>
      <PageHeader title={messages.shared.notifications} {...(shown === undefined ? {} : { count: shown.count })}>
        <Button
          variant="default"
          component={Link}
          to={`/t/${team.id}/notifications/settings`}
          leftSection={<Icon name="settings" size={14} />}
        >
          {messages.listPage.settings}
        </Button>
        <Button disabled={(shown?.unread ?? 0) === 0} onClick={() => shown !== undefined && readAll(shown)}>
          {messages.shared.markAllAsRead}
        </Button>
      </PageHeader>
      <PageBody>
        {found.error !== null ? (
          <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />
        ) : shown === undefined ? (
          <Skeleton h={160} maw={720} />
        ) : shown.count === 0 ? (
          <EmptyState icon="bell" text={messages.shared.nothingNew} />
        ) : (
          <div className={classes['page']}>
            <NotificationGroups notifications={shown.data} onRead={read} />
            {shown.count > shown.data.length && limit < MOST_NOTIFICATIONS ? (
              <Button variant="default" m="sm" onClick={() => setLimit(MOST_NOTIFICATIONS)}>
                {messages.listPage.showOlder}
              </Button>
            ) : undefined}
          </div>
        )}
      </PageBody>
    </>
  );
}
