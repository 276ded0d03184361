import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'analytics',
  title: 'Analytics',
  description: 'Progress, people, classes and time of a project, counted from its logs.',
  requires: ['projects', 'items', 'classes', 'annotations', 'workflow', 'form'],
  optional: ['item-details', 'agreement', 'time-tracker'],
  routes: {
    overview: {
      path: '/t/:teamId/p/:projectId/overview',
      title: 'Overview',
      access: 'GenerateAnalytics',
      frame: 'projects.project',
      icon: 'activity',
    },
    analytics: {
      path: '/t/:teamId/p/:projectId/analytics',
      title: 'Analytics',
      access: 'ViewAnalytics',
      frame: 'projects.project',
      icon: 'chart',
    },
  },
  menus: {
    'project.tabs': [
      { use: 'overview', order: 5 },
      { use: 'analytics', order: 60 },
    ],
  },
  jobs: { calculate: { title: 'Calculate analytics' } },
});
