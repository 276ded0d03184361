import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'insights',
  title: 'Insights',
  description: 'Charts of a project, made of a measure and what it is broken down by, and kept on boards.',
  requires: ['projects', 'items', 'classes', 'annotations', 'explore', 'analytics'],
  optional: ['categories', 'item-fields'],
  feature: 'insights',
  routes: {
    boards: {
      path: '/t/:teamId/p/:projectId/explore/insights',
      title: 'Insights',
      access: 'ViewInsights',
      frame: 'projects.project',
      icon: 'columns',
    },
  },
  menus: { 'project.tabs': [{ use: 'boards', order: 65 }] },
});
