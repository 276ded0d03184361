import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'scores',
  title: 'Scores',
  description: 'Ratings of people on items: templates of the team, values, and averages.',
  requires: ['projects', 'teams', 'items', 'form', 'custom-fields'],
  feature: 'user_score',
  routes: {
    templates: {
      path: '/t/:teamId/setup/scores',
      title: 'Scores',
      access: 'ManageScores',
      frame: 'teams.setup',
      icon: 'star',
    },
  },
  panels: {
    member: { place: 'team.member', title: 'Scores', order: 40 },
    form: { place: 'form.scoring', title: 'Score', access: 'EditForm' },
    field: { place: 'form.score', title: 'Score', access: 'ViewItem' },
    item: { place: 'item.details', title: 'Scores', access: 'ApplyItemApprovalStatus', order: 10 },
  },
  menus: { 'team.setup': [{ use: 'templates', order: 45 }] },
});
