import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'system-health',
  title: 'System health',
  description: 'State of the installation: queues, failed jobs, storage, database, mail and versions.',
  requires: ['administration', 'items'],
  routes: {
    system: {
      path: '/admin/system',
      title: 'System',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'activity',
    },
  },
  menus: { 'administration.tabs': [{ use: 'system', order: 15 }] },
});
