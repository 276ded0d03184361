import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { toastError } from '#core/ui/web/index.ts';
import type { NotificationView } from '../common/api.ts';
import { NotificationsClient } from './notifications-client.ts';

/** The newest notifications, with the numbers of all and of the unread ones. */
export interface Notifications {
  readonly data: readonly NotificationView[];
  readonly count: number;
  readonly unread: number;
}

/** The newest notifications of the person, as many as `limit`, at most 100; they follow the socket. */
export function useNotifications(limit: number): UseQueryResult<Notifications> {
  const { api } = useService(NotificationsClient);
  const team = useTeam();
  return useQuery({
    queryKey: ['notifications', team.id, limit],
    queryFn: ({ signal }) => api.listNotifications({ query: { limit }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns the actions on notifications. Errors are shown as toasts. */
export function useNotificationActions(): {
  readonly read: (notification: NotificationView) => void;
  readonly readAll: (notifications: Notifications) => void;
} {
  const { api } = useService(NotificationsClient);
  const queries = useQueryClient();
  const done = (call: Promise<unknown>): void =>
    void call.catch(toastError).then(() => queries.invalidateQueries({ queryKey: ['notifications'] }));
  return {
    read: ({ id, read }) => {
      if (!read) done(api.readNotifications({ body: { ids: [id] } }));
    },
    readAll: ({ data }) => {
      if (data.length > 0) done(api.readAllNotifications({ body: { up_to: Math.max(...data.map(each => each.id)) } }));
    },
  };
}
