import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'skeletons',
  title: 'Skeletons',
  description: 'Skeletons of a team: points, the lines between them and their names.',
  requires: ['teams', 'projects', 'annotations'],
  activation: { with: 'projects.project' },
  routes: {
    list: {
      path: '/t/:teamId/p/:projectId/setup/templates',
      title: 'Templates',
      access: 'CreateProject',
      frame: 'projects.setup',
      icon: 'skeleton',
    },
    team: {
      path: '/t/:teamId/setup/templates',
      title: 'Templates',
      access: 'CreateProject',
      frame: 'teams.setup',
      icon: 'skeleton',
    },
  },
  menus: { 'project.setup': [{ use: 'list', order: 35 }], 'team.setup': [{ use: 'team', order: 48 }] },
});
