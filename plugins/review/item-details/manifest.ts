import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'item-details',
  title: 'Item details',
  description:
    'A page about an item without its editor: preview, what is known of it, its history, comments and versions.',
  requires: ['projects', 'items', 'classes', 'annotations', 'editor', 'review'],
  optional: ['editor-vector'],
  activation: { with: 'items' },
  routes: {
    details: {
      path: '/t/:teamId/p/:projectId/item/:itemId/details',
      title: 'Item details',
      access: 'ViewItem',
      frame: 'projects.project',
      icon: 'list',
    },
  },
  commands: { open: { title: 'Details', access: 'ViewItem', icon: 'list', hidden: true } },
  menus: { 'item.context': [{ use: 'open', order: 0 }] },
});
