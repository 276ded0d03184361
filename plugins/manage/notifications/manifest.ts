import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'notifications',
  title: 'Notifications',
  description: 'What happened to a person’s work, in a list in the top bar and by e-mail.',
  requires: ['teams', 'projects', 'items', 'annotations'],
  optional: ['workflow', 'agreement', 'gold-items'],
  activation: 'organization',
  routes: {
    list: { path: '/t/:teamId/notifications', title: 'Notifications', access: 'team-member', icon: 'bell' },
    settings: {
      path: '/t/:teamId/notifications/settings',
      title: 'Notification settings',
      access: 'team-member',
      icon: 'settings',
    },
  },
  panels: { bell: { place: 'frame.top', title: 'Notifications', access: 'team-member' } },
});
