import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'project-progress',
  title: 'Project progress',
  description:
    'Pictures, people and items by status on the cards of projects, whose status follows that of their items.',
  requires: ['projects', 'items'],
  panels: { card: { place: 'projects.card', title: 'Progress', access: 'team-member' } },
});
