export type { NotificationKind } from './notification-kind.ts';
