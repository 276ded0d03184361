import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'rights',
  title: 'Rights',
  description: 'What a person may do in the team and in a project, and which rule says so.',
  locked: true,
  requires: ['teams', 'projects'],
  routes: {
    page: {
      path: '/t/:teamId/setup/rights',
      title: 'Rights',
      access: 'ChangeTeamUserRole',
      frame: 'teams.setup',
      icon: 'shield',
    },
  },
  panels: {
    member: { place: 'team.member', title: 'All rights', access: 'ChangeTeamUserRole', icon: 'shield', order: 90 },
  },
  menus: { 'team.setup': [{ use: 'page', order: 5 }] },
});
