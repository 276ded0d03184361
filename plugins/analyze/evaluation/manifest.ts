import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'evaluation',
  title: 'Evaluation',
  description: 'Compare predictions of models, or the work of people, with the annotations of a project.',
  requires: ['projects', 'items', 'classes', 'annotations', 'exchange'],
  optional: ['explore', 'agreement', 'analytics'],
  routes: {
    evaluation: {
      path: '/t/:teamId/p/:projectId/evaluation',
      title: 'Evaluation',
      access: 'GenerateAnalytics',
      frame: 'projects.project',
      icon: 'ruler',
    },
  },
  menus: { 'project.tabs': [{ use: 'evaluation', order: 62 }] },
  panels: {
    confusion: {
      place: 'project.analytics',
      title: 'Confusion between people and models',
      access: 'GenerateAnalytics',
    },
  },
  jobs: { read: { title: 'Read predictions' }, evaluate: { title: 'Evaluate predictions' } },
});
