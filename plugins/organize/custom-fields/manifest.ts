import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'custom-fields',
  title: 'Project and member fields',
  description: 'Fields that a team adds to its projects and to its people, and their columns in the list of projects.',
  requires: ['projects', 'teams'],
  activation: ['organization', { with: 'teams.members' }],
  routes: {
    fields: {
      path: '/t/:teamId/setup/custom-fields',
      title: 'Fields',
      access: 'ManageCustomFieldTemplates',
      frame: 'teams.setup',
      icon: 'columns',
    },
    ofProject: {
      path: '/t/:teamId/p/:projectId/setup/custom-fields',
      title: 'Project fields',
      access: 'team-member',
      frame: 'projects.setup',
      icon: 'columns',
    },
  },
  panels: {
    member: { place: 'team.member', title: 'Member fields', order: 20 },
    contributor: { place: 'projects.contributor', title: 'Member fields', access: 'ShareProject', order: 20 },
  },
  menus: { 'team.setup': [{ use: 'fields', order: 40 }], 'project.setup': [{ use: 'ofProject', order: 75 }] },
});
