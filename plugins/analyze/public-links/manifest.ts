import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'public-links',
  title: 'Public links',
  description: 'Links that show a project, a subset or an item to anybody who has them, without sign-in and read-only.',
  requires: ['projects', 'items', 'classes', 'annotations'],
  optional: ['explore', 'editor-vector'],
  routes: {
    list: {
      path: '/t/:teamId/p/:projectId/setup/public-links',
      title: 'Public links',
      access: 'ShareProject',
      frame: 'projects.setup',
      icon: 'link',
    },
    shared: { path: '/public/:token/*', title: 'Shared items', access: 'public', frame: 'bare', icon: 'link' },
  },
  commands: {
    shareItem: { title: 'Share by public link…', access: 'ShareProject', icon: 'link', hidden: true },
    shareSubset: { title: 'Share by public link…', access: 'ShareProject', icon: 'link', hidden: true },
  },
  menus: {
    'project.setup': [{ use: 'list', order: 80 }],
    'item.context': [{ use: 'shareItem', order: 30 }],
    'explore.subset': [{ use: 'shareSubset', order: 10 }],
  },
  activation: { with: 'items' },
});
