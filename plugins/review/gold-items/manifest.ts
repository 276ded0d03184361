import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'gold-items',
  title: 'Gold items',
  description:
    'Finished items as reference answers: annotators get copies among their tasks, and their work is compared with them.',
  requires: ['projects', 'items', 'categories', 'annotations', 'editor', 'task-requests', 'agreement'],
  activation: { with: 'items' },
  routes: {
    project: {
      path: '/t/:teamId/p/:projectId/setup/gold',
      title: 'Gold items',
      access: 'UpdateProjectSettings',
      frame: 'projects.setup',
      icon: 'star',
    },
  },
  commands: {
    mark: { title: 'Mark as gold', access: 'UpdateProjectSettings', icon: 'star', hidden: true },
    unmark: { title: 'Remove gold mark', access: 'UpdateProjectSettings', icon: 'close', hidden: true },
  },
  panels: {
    item: { place: 'editor.side', title: 'Gold', icon: 'star', access: 'UpdateProjectSettings', order: 28 },
    missed: { place: 'editor.over', title: 'Gold', access: 'UpdateProjectSettings', order: 13 },
  },
  menus: {
    'project.setup': [{ use: 'project', order: 66 }],
    'items.bulk': [
      { use: 'mark', order: 6 },
      { use: 'unmark', order: 7 },
    ],
  },
});
