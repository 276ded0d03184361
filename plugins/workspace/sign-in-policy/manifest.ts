import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'sign-in-policy',
  title: 'Sign-in policy',
  description: 'Second step, session length, networks and passwords that an organization asks of its people.',
  locked: true,
  requires: ['administration'],
  routes: {
    page: {
      path: '/org/:organizationId/security',
      title: 'Security',
      access: 'ManageOrganization',
      icon: 'shield',
      frame: 'administration.organization',
    },
  },
  menus: { 'organization.tabs': [{ use: 'page', order: 15 }] },
});
