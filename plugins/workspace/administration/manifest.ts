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
    organization: { path: '/admin/organizations/:organizationId', title: 'Organization', access: 'super-admin' },
    ownOrganization: {
      path: '/org/:organizationId/plugins',
      title: 'Organization',
      access: 'ManageOrganization',
      icon: 'organization',
      section: '/org/:organizationId/',
      frame: 'administration.organization',
    },
  },
  frames: { organization: { title: 'Organization' } },
  menus: {
    main: [
      { use: 'organizations', order: 1000 },
      { use: 'ownOrganization', order: 990 },
    ],
    'organization.tabs': [{ use: 'ownOrganization', order: 10 }],
  },
});
