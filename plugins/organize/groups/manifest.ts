import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'groups',
  title: 'Groups',
  description: 'Contributors who work together: what a group is given, its members have, and they see only each other.',
  // Awake before it is used, so that a new project can be shared with groups.
  activation: ['organization', { with: 'projects.new' }, { with: 'teams.members' }],
  requires: ['teams', 'projects', 'items'],
  routes: {
    groups: {
      path: '/t/:teamId/setup/groups',
      title: 'Groups',
      access: 'ManageGroups',
      frame: 'teams.setup',
      icon: 'group',
    },
  },
  menus: { 'team.setup': [{ use: 'groups', order: 5 }] },
});
