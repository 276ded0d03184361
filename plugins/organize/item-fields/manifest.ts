import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'item-fields',
  title: 'Item fields',
  description: 'Fields of a project’s own for its items: declare them, fill them, find items by them.',
  requires: ['projects', 'items'],
  activation: { with: 'items' },
  routes: {
    fields: {
      path: '/t/:teamId/p/:projectId/setup/custom-metadata',
      title: 'Item fields',
      access: 'UpdateProjectSettings',
      frame: 'projects.setup',
      icon: 'list',
    },
  },
  commands: { fill: { title: 'Item fields…', access: 'SetItemPriority', icon: 'list', hidden: true } },
  panels: {
    fill: { place: 'items.dialogs', title: 'Item fields', access: 'SetItemPriority' },
    fillFound: { place: 'explore.dialogs', title: 'Item fields', access: 'SetItemPriority' },
  },
  menus: {
    'project.setup': [{ use: 'fields', order: 70 }],
    'items.bulk': [{ use: 'fill', order: 20 }],
    'explore.bulk': [{ use: 'fill', order: 20 }],
  },
});
