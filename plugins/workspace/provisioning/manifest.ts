import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'provisioning',
  title: 'Provisioning',
  description: 'The directory of an organization makes, changes and closes accounts by SCIM 2.0.',
  locked: true,
  requires: ['teams', 'administration', 'single-sign-on'],
  routes: {
    page: {
      path: '/org/:organizationId/provisioning',
      title: 'Provisioning',
      access: 'ManageOrganization',
      icon: 'people',
      frame: 'administration.organization',
    },
  },
  menus: { 'organization.tabs': [{ use: 'page', order: 30 }] },
});
