import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'audit',
  title: 'Audit log',
  description: 'Who did what in an organization and in the installation, chained so that changes are found.',
  locked: true,
  requires: ['administration', 'teams'],
  routes: {
    team: {
      path: '/t/:teamId/setup/audit',
      title: 'Audit log',
      access: 'UpdateTeam',
      icon: 'activity',
      frame: 'teams.setup',
    },
    organization: {
      path: '/org/:organizationId/audit',
      title: 'Audit log',
      access: 'ManageOrganization',
      icon: 'activity',
      frame: 'administration.organization',
    },
    installation: {
      path: '/admin/audit',
      title: 'Audit log',
      access: 'super-admin',
      frame: 'administration.admin',
      icon: 'activity',
    },
  },
  menus: {
    'team.setup': [{ use: 'team', order: 90 }],
    'organization.tabs': [{ use: 'organization', order: 70 }],
    'administration.tabs': [{ use: 'installation', order: 40 }],
  },
});
