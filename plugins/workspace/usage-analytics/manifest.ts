import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'usage-analytics',
  title: 'Usage analytics',
  description:
    'Counts of the actions that people run, by name, team, project, role and plan. Off until an operator turns it on.',
  requires: ['administration'],
  activation: ['use', 'start'],
  routes: {
    usage: {
      path: '/admin/usage',
      title: 'Usage',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'chart',
    },
  },
  menus: { 'administration.tabs': [{ use: 'usage', order: 30 }] },
});
