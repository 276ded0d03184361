import { defineApi, id, success, z } from '#core/api/common/index.ts';

/** Channels of the notifications of a kind. E-mail includes the list in the product. */
export const delivery = z.enum(['product', 'mail', 'off']);
export type Delivery = z.output<typeof delivery>;

/** When e-mails are sent: one a day, or at once. */
export const mailFrequency = z.enum(['daily', 'immediately']);
export type MailFrequency = z.output<typeof mailFrequency>;

/** One notification as its receiver sees it. */
export const notification = z.object({
  id: z.int(),
  kind: z.string(),
  icon: z.string(),
  /** A sentence such as “Ana returned bird.jpg to you”. */
  text: z.string(),
  /** The beginning of a comment or the reason of a failure; null where there is none. */
  detail: z.string().nullable(),
  /** Name of the project. */
  project: z.string().nullable(),
  /** Address of the place in the product, from `/`. */
  path: z.string(),
  created_at: z.string(),
  read: z.boolean(),
});
export type NotificationView = z.output<typeof notification>;

export const notificationSettings = z.object({
  /** False where the installation has no mail server. */
  mail_available: z.boolean(),
  kinds: z.array(z.object({ id: z.string(), title: z.string(), description: z.string(), delivery })),
  mail_frequency: mailFrequency,
  /** Hour of the daily e-mail in UTC, 0 to 23. */
  mail_hour: z.int(),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

/** Most notifications of one call. */
export const MOST_NOTIFICATIONS = 100;

/** A person's notifications in a team. */
export const notificationsApi = defineApi({
  service: 'main',
  operations: {
    listNotifications: {
      method: 'GET',
      path: '/api/v1/notifications',
      summary: 'The caller’s notifications in the team, newest first, and how many are unread',
      access: 'team-member',
      query: z.strictObject({
        offset: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(MOST_NOTIFICATIONS).default(30),
      }),
      reply: z.object({ data: z.array(notification), count: z.int(), unread: z.int() }),
    },
    readNotifications: {
      method: 'POST',
      path: '/api/v1/notifications/read',
      summary: 'Mark notifications of the caller as read; others and those that are gone change nothing',
      access: 'team-member',
      body: z.strictObject({ ids: z.array(id).min(1).max(MOST_NOTIFICATIONS) }),
      reply: success,
    },
    readAllNotifications: {
      method: 'POST',
      path: '/api/v1/notifications/read-all',
      summary: 'Mark all notifications of the caller as read, up to the newest one they have seen',
      access: 'team-member',
      body: z.strictObject({ up_to: id }),
      reply: success,
    },
    getNotificationSettings: {
      method: 'GET',
      path: '/api/v1/notifications/settings',
      summary: 'Which notifications the caller gets in the team, and how',
      access: 'team-member',
      reply: notificationSettings,
    },
    putNotificationSettings: {
      method: 'PUT',
      path: '/api/v1/notifications/settings',
      summary: 'Change which notifications the caller gets in the team; kinds that are not named stay as they are',
      access: 'team-member',
      body: z.strictObject({
        kinds: z.record(z.string().max(100), delivery).default({}),
        mail_frequency: mailFrequency.optional(),
        mail_hour: z.int().min(0).max(23).optional(),
      }),
      reply: notificationSettings,
    },
  },
});
