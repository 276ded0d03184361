import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'administration',
  title: 'Administration',
  description: 'Organizations of this installation, the plugins and features that each of them has.',
  locked: true,
  optional: ['profile'],
  routes: {
    organizations: {
      path: '/admin/organizations',
      title: 'Administration',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'shield',
    },
    plugins: {
      path: '/admin/plugins',
      title: 'Installed plugins',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'plugin',
    },
    extensions: {
      path: '/admin/extensions',
      title: 'Extension points',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'code',
    },
    maintenance: {
      path: '/admin/maintenance',
      title: 'Maintenance',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'settings',
    },
    organization: {
      path: '/admin/organizations/:organizationId',
      title: 'Organization',
      access: 'super-admin',
      frame: 'administration.admin',
    },
    users: {
      path: '/admin/users',
      title: 'Users',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'people',
    },
    jobs: {
      path: '/admin/jobs',
      title: 'Jobs',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'activity',
    },
    ownOrganization: {
      path: '/org/:organizationId/teams',
      title: 'Organization',
      access: 'ManageOrganization',
      icon: 'organization',
      section: '/org/:organizationId/',
      frame: 'administration.organization',
    },
    members: {
      path: '/org/:organizationId/members',
      title: 'Members',
      access: 'ManageOrganization',
      icon: 'person',
      frame: 'administration.organization',
    },
    organizationPlugins: {
      path: '/org/:organizationId/plugins',
      title: 'Plugins',
      access: 'ManageOrganization',
      icon: 'plugin',
      frame: 'administration.organization',
    },
  },
  frames: { admin: { title: 'Administration' }, organization: { title: 'Organization' } },
  menus: {
    'organization.tabs': [
      { use: 'members', order: 10 },
      { use: 'organizationPlugins', order: 60 },
    ],
    'administration.tabs': [
      { use: 'users', order: 10 },
      { use: 'jobs', order: 20 },
      { use: 'maintenance', order: 50 },
      { use: 'plugins', order: 60 },
      { use: 'extensions', order: 70 },
    ],
    main: [
      { use: 'organizations', order: 1000 },
      { use: 'ownOrganization', order: 990 },
    ],
  },
});
