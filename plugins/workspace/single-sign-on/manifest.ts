import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'single-sign-on',
  title: 'Single sign-on',
  description: 'People of an organization sign in with its identity provider.',
  locked: true,
  requires: ['teams', 'administration'],
  routes: {
    page: {
      path: '/org/:organizationId/single-sign-on',
      title: 'Single sign-on',
      access: 'ManageOrganization',
      icon: 'lock',
      frame: 'administration.organization',
    },
    providers: {
      path: '/admin/single-sign-on',
      title: 'Single sign-on',
      access: 'super-admin',
      icon: 'lock',
      frame: 'administration.admin',
    },
  },
  menus: {
    'organization.tabs': [{ use: 'page', order: 20 }],
    'administration.tabs': [{ use: 'providers', order: 14 }],
  },
});
