import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'steps',
  title: 'Steps',
  description: 'The order in which the instances of an item are drawn: basic steps, or the points of a skeleton.',
  requires: ['projects', 'classes', 'templates'],
  activation: [{ with: 'projects.new' }, { with: 'projects.project' }],
  routes: { list: { path: '/t/:teamId/p/:projectId/setup/steps', title: 'Steps', access: 'UpdateProjectSettings', frame: 'projects.setup', icon: 'polyline' } },
  menus: { 'project.setup': [{ use: 'list', order: 30 }] },
});
