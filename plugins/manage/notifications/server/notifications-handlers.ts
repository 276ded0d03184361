import type { Handlers } from '#core/api/server/index.ts';
import type { notificationsApi } from '../common/api.ts';
import type { NotificationList } from './notification-list.ts';
import type { NotificationPreferences } from './notification-preferences.ts';

export function notificationsHandlers(
  list: NotificationList,
  preferences: NotificationPreferences,
): Handlers<typeof notificationsApi> {
  return {
    listNotifications: ({ query }, context) => list.page(context, query),
    async readNotifications({ body }, context) {
      await list.read(context, { ids: body.ids });
      return { success: true };
    },
    async readAllNotifications({ body }, context) {
      await list.read(context, { upTo: body.up_to });
      return { success: true };
    },
    getNotificationSettings: (_, context) => preferences.of(context),
    putNotificationSettings: ({ body }, context) => preferences.put(context, body),
  };
}
