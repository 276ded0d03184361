import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'error-log',
  title: 'Error log',
  description: 'Errors of the server and of browsers, in groups, kept in this installation.',
  requires: ['administration'],
  routes: {
    errors: {
      path: '/admin/errors',
      title: 'Errors',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'warning',
    },
    error: { path: '/admin/errors/:errorId', title: 'Error', access: 'super-admin', frame: 'administration.admin' },
  },
  menus: { 'administration.tabs': [{ use: 'errors', order: 25 }] },
});
