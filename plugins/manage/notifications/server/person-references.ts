import type { PersonReference } from '#core/tenancy/server/index.ts';

/** Rows of notifications that follow a person when two accounts are merged. */
export const notificationReferences: readonly PersonReference[] = [
  { table: 'notifications.notification', email: 'email', title: 'notifications' },
  { table: 'notifications.preference', email: 'email', title: 'notification settings', key: ['team_id'] },
];
