import { ActionIcon, VisuallyHidden } from '@mantine/core';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { Icon, shortDate, Time, Tooltip } from '#core/ui/web/index.ts';
import type { NotificationView } from '../common/api.ts';
import { byDay, nearDay } from '../common/by-day.ts';
import { messages } from './messages.ts';
import classes from './notifications.module.css';

interface NotificationGroupsProps {
  readonly notifications: readonly NotificationView[];
  readonly onRead: (notification: NotificationView) => void;
  /** A notification was opened. */
  readonly onOpen?: () => void;
}

/** Notifications under the days they came on. Each is a link to its place; opening it marks it as read. */
export function NotificationGroups({ notifications, onRead, onOpen }: NotificationGroupsProps): JSX.Element {
  return (
    <>
      {byDay(notifications).map(({ day, entries }) => {
        const title = nearDay(day) ?? shortDate(day.toISOString());
        return (
          <section key={day.getTime()} aria-label={title}>
            <h3 className={classes['day']}>{title}</h3>
            <ul className={classes['list']}>
              {entries.map(each => (
                <Row
                  key={each.id}
                  notification={each}
                  onRead={() => onRead(each)}
                  onOpen={() => {
                    onRead(each);
                    onOpen?.();
                  }}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function Row({
  notification: { icon, text, detail, project, path, read, created_at },
  onRead,
  onOpen,
}: {
  readonly notification: NotificationView;
  readonly onRead: () => void;
  readonly onOpen: () => void;
}): JSX.Element {
  return (
    <li className={classes['row']} data-unread={read ? undefined : true}>
      <Link className={classes['link']} to={path} onClick={onOpen}>
        <span className={classes['icon']}>
          <Icon name={icon} size={16} />
        </span>
        <span className={classes['text']}>
          <span>{text}</span>
          {read ? undefined : <VisuallyHidden>{messages.notificationGroups.unread}</VisuallyHidden>}
          {detail === null ? undefined : <span className={classes['detail']}>{detail}</span>}
          <span className={classes['place']}>
            {project === null ? undefined : <span>{project}</span>}
            <Time iso={created_at} />
          </span>
        </span>
      </Link>
      {read ? undefined : (
        <Tooltip label={messages.notificationGroups.markAsRead}>
          <ActionIcon
            className={classes['read']}
            size="sm"
            aria-label={messages.notificationGroups.markAsReadText(text)}
            onClick={onRead}
          >
            <span className={classes['unreadDot']} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
