import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'billing',
  title: 'Plans and licences',
  description: 'Plans, trials and limits of organizations, and what they use of them.',
  locked: true,
  requires: ['administration', 'projects', 'items'],
  routes: {
    licences: {
      path: '/admin/licences',
      title: 'Licences',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'check',
    },
    plan: {
      path: '/org/:organizationId/billing',
      title: 'Plan',
      access: 'ManageOrganization',
      icon: 'check',
      frame: 'administration.organization',
    },
  },
  panels: { notice: { place: 'frame.top', title: 'Licence', order: 5 } },
  menus: { 'administration.tabs': [{ use: 'licences', order: 5 }], 'organization.tabs': [{ use: 'plan', order: 40 }] },
});
