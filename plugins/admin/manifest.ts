import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'admin',
  title: 'Administration',
  description: 'Organizations of this installation, their plugins and features.',
  locked: true,
  requires: ['organization'],
  routes: {
    organizations: { path: '/admin/organizations', title: 'Administration', access: 'super-admin', icon: 'shield' },
    plugins: { path: '/admin/plugins', title: 'Installed plugins', access: 'super-admin', icon: 'plugin' },
    extensions: { path: '/admin/extensions', title: 'Extension points', access: 'super-admin', icon: 'code' },
    organization: { path: '/admin/organizations/:organizationId', title: 'Organization', access: 'super-admin' },
  },
  menus: { main: [{ use: 'organizations', order: 1000 }] },
});
