export { NotificationKinds } from '../notification-kinds.ts';
export { NotificationOutbox } from '../notification-outbox.ts';
export type { PendingNotification } from '../notification-outbox.ts';
