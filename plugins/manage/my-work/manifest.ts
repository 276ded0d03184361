import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'my-work',
  title: 'My work',
  description:
    'What waits for a person in all projects: returned items first, then begun ones, then what the queue gives.',
  requires: ['projects', 'items'],
  optional: ['annotations', 'workflow', 'task-requests', 'agreement'],
  activation: { with: 'items' },
  routes: {
    page: {
      path: '/t/:teamId/my-work',
      title: 'My work',
      access: 'team-member',
      icon: 'clipboard',
      homeFor: 'contributors',
    },
  },
  panels: {
    waiting: { place: 'project.overview', title: 'Waiting for', access: 'GenerateAnalytics' },
    next: { place: 'items.head', title: 'Continue', access: 'ViewItem', order: -20 },
  },
  menus: { main: [{ use: 'page', order: 5 }] },
});
