import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'item-fields',
  title: 'Custom metadata',
  description: 'Fields of a project’s own for its items: declare them, fill them, find items by them.',
  requires: ['projects', 'items'],
  activation: { with: 'items' },
  routes: {
    fields: {
      path: '/t/:teamId/p/:projectId/setup/custom-metadata',
      title: 'Custom metadata',
      access: 'UpdateProjectSettings',
      frame: 'projects.setup',
      icon: 'list',
    },
  },
  commands: { fill: { title: 'Custom metadata…', access: 'SetItemPriority', icon: 'list', hidden: true } },
  panels: {
    fill: { place: 'items.dialogs', title: 'Custom metadata', access: 'SetItemPriority' },
    fillFound: { place: 'explore.dialogs', title: 'Custom metadata', access: 'SetItemPriority' },
  },
  menus: {
    'project.setup': [{ use: 'fields', order: 70 }],
    'items.bulk': [{ use: 'fill', order: 20 }],
    'explore.bulk': [{ use: 'fill', order: 20 }],
  },
});
