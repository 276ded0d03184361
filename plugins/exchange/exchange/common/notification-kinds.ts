import type { NotificationKind } from '#plugins/manage/notifications/common/index.ts';

/** An export of the person can be downloaded. */
export const exportReady = {
  id: 'exchange.exportReady',
  title: 'My exports',
  description: 'An export you started is ready to download.',
  icon: 'download',
  delivery: 'product',
  text: ({ title }) => `${title ?? 'Your export'} is ready to download`,
  page: 'downloads',
} as const satisfies NotificationKind;

/** An import of the person has ended. */
export const importReady = {
  id: 'exchange.importReady',
  title: 'My imports',
  description: 'An import of annotations you started is complete.',
  icon: 'upload',
  delivery: 'product',
  text: ({ title }) => `${title ?? 'Your import'} is complete`,
} as const satisfies NotificationKind;
