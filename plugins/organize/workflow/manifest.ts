import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'workflow',
  title: 'Workflow',
  description: 'Which statuses items have, who sees them and who moves them on.',
  requires: ['teams', 'projects', 'items'],
  optional: ['groups'],
  activation: { with: 'items' },
  routes: {
    statuses: {
      path: '/t/:teamId/setup/statuses',
      title: 'Statuses',
      access: 'ManageStatuses',
      frame: 'teams.setup',
      icon: 'circle',
    },
    roles: {
      path: '/t/:teamId/setup/roles',
      title: 'Workflow roles',
      access: 'ManageRoles',
      frame: 'teams.setup',
      icon: 'shield',
    },
    workflows: {
      path: '/t/:teamId/setup/workflows',
      title: 'Workflows',
      access: 'ManageWorkflows',
      frame: 'teams.setup',
      icon: 'workflow',
    },
    newWorkflow: {
      path: '/t/:teamId/workflows/new',
      title: 'New workflow',
      access: 'ManageWorkflows',
      icon: 'workflow',
    },
    designer: {
      path: '/t/:teamId/workflows/:workflowId',
      title: 'Workflow',
      access: 'ManageWorkflows',
      icon: 'workflow',
    },
    ofProject: {
      path: '/t/:teamId/p/:projectId/setup/workflow',
      title: 'Workflow',
      access: 'team-member',
      frame: 'projects.setup',
      icon: 'workflow',
    },
  },
  commands: {
    save: { title: 'Save the workflow', access: 'ManageWorkflows', scope: 'workflow' },
    undo: { title: 'Undo in the workflow', access: 'ManageWorkflows', scope: 'workflow', icon: 'undo' },
    redo: { title: 'Redo in the workflow', access: 'ManageWorkflows', scope: 'workflow', icon: 'redo' },
  },
  shortcuts: { save: 'Ctrl+S', undo: 'Ctrl+Z', redo: ['Ctrl+Shift+Z', 'Ctrl+Y'] },
  menus: {
    'team.setup': [
      { use: 'roles', order: 30 },
      { use: 'statuses', order: 31 },
      { use: 'workflows', order: 32 },
    ],
    'project.setup': [{ use: 'ofProject', order: 70 }],
  },
});
