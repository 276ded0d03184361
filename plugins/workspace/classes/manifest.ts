import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'classes',
  title: 'Classes',
  description: 'What can be annotated: classes with colours and attribute groups.',
  // Awake before it is used, so that a new project can begin with classes.
  activation: ['organization', { with: 'projects.new' }],
  requires: ['projects'],
  locked: true,
  routes: {
    list: {
      path: '/t/:teamId/p/:projectId/setup/classes',
      title: 'Classes',
      access: 'team-member',
      frame: 'projects.setup',
      icon: 'classes',
    },
  },
  jobs: { merge: { title: 'Merge classes' } },
  menus: { 'project.setup': [{ use: 'list', order: 10 }] },
});
