import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'projects',
  title: 'Projects',
  description: 'Projects of a team: list, create, settings, contributors.',
  requires: ['teams'],
  locked: true,
  activation: 'organization',
  routes: {
    list: {
      path: '/t/:teamId/projects',
      title: 'Projects',
      access: 'team-member',
      icon: 'folder',
      section: '/t/:teamId/p/',
    },
    new: { path: '/t/:teamId/projects/new', title: 'New project', access: 'CreateProject', icon: 'plus' },
    open: { path: '/t/:teamId/p/:projectId', title: 'Open project', access: 'team-member', frame: 'projects.project' },
    setup: {
      path: '/t/:teamId/p/:projectId/setup',
      title: 'Setup',
      access: 'UpdateProject',
      frame: 'projects.project',
      icon: 'settings',
    },
    general: {
      path: '/t/:teamId/p/:projectId/setup/general',
      title: 'General',
      access: 'UpdateProject',
      frame: 'projects.setup',
      icon: 'adjust',
    },
    instructions: {
      path: '/t/:teamId/p/:projectId/setup/instructions',
      title: 'Instructions',
      access: 'UpdateProject',
      frame: 'projects.setup',
      icon: 'help',
    },
    contributors: {
      path: '/t/:teamId/p/:projectId/setup/contributors',
      title: 'Contributors',
      access: 'ShareProject',
      frame: 'projects.setup',
      icon: 'people',
    },
  },
  frames: { project: { title: 'Project' }, setup: { title: 'Project setup', frame: 'projects.project' } },
  commands: { newProject: { title: 'New project', access: 'CreateProject', icon: 'plus' } },
  shortcuts: { newProject: 'Alt+N' },
  menus: {
    main: [{ use: 'list', order: 0 }],
    'project.tabs': [{ use: 'setup', order: 80 }],
    'project.setup': [
      { use: 'general', order: 0 },
      { use: 'instructions', order: 50 },
      { use: 'contributors', order: 60 },
    ],
  },
});
