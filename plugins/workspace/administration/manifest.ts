import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'administration',
  title: 'Administration',
  description: 'Organizations of this installation, the plugins and features that each of them has.',
  locked: true,
  routes: {
    organizations: { path: '/admin/organizations', title: 'Administration', access: 'super-admin', icon: 'shield' },
    plugins: { path: '/admin/plugins', title: 'Installed plugins', access: 'super-admin', icon: 'plugin' },
    extensions: { path: '/admin/extensions', title: 'Extension points', access: 'super-admin', icon: 'code' },
    maintenance: { path: '/admin/maintenance', title: 'Maintenance', access: 'super-admin', icon: 'settings' },
    organization: { path: '/admin/organizations/:organizationId', title: 'Organization', access: 'super-admin' },
    ownOrganization: {
      path: '/org/:organizationId/plugins',
      title: 'Organization',
      access: 'ManageOrganization',
      icon: 'organization',
      section: '/org/:organizationId/',
    },
  },
  menus: {
    main: [
      { use: 'organizations', order: 1000 },
      { use: 'ownOrganization', order: 990 },
    ],
  },
});
