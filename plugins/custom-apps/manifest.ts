import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'custom-apps',
  title: 'Apps',
  description: 'Apps that a team writes in the product: edited, tried, published and granted here, run sealed, and shown where they belong.',
  requires: ['projects', 'items', 'annotations', 'editor', 'classes', 'review', 'item-page', 'code'],
  // Apps stand in places of the whole workspace.
  activation: 'organization',
  routes: {
    list: { path: '/t/:teamId/apps', title: 'Apps', access: 'ManageCustomApps', icon: 'apps' },
    app: { path: '/t/:teamId/apps/:appId', title: 'App', access: 'UseCustomApp' },
    workshop: { path: '/t/:teamId/apps/:appId/edit', title: 'App editor', access: 'ManageCustomApps' },
  },
  menus: { main: [{ use: 'list', order: 80 }] },
});
