import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'analytics',
  title: 'Analytics',
  description: 'Progress, people, classes and time of a project, counted from its logs.',
  requires: ['projects', 'items', 'classes', 'workflow', 'editor', 'form', 'item-details'],
  jobs: { calculate: { title: 'Calculate analytics' } },
});
