import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'system-health',
  title: 'System health',
  description: 'State of the installation: queues, failed jobs, runners, models, storage, database, mail and versions.',
  requires: ['administration', 'items'],
  routes: {
    system: {
      path: '/admin/system',
      title: 'System',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'activity',
    },
    runners: {
      path: '/admin/runners',
      title: 'Runners and models',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'magic',
    },
  },
  menus: {
    'administration.tabs': [
      { use: 'system', order: 15 },
      { use: 'runners', order: 16 },
    ],
  },
});
