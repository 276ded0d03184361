import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'apps',
  title: 'Apps',
  description:
    'Apps that a team writes in the product: edited, tried, published and granted here, run sealed, and shown where they belong.',
  requires: ['projects', 'items', 'classes', 'annotations', 'editor', 'workflow'],
  optional: ['annotation-api', 'review', 'item-details'],
  // Apps can be in places of the entire workspace, and one may be the editor of an item that is the first thing to be
  // opened.
  activation: ['organization', { with: 'editor' }],
  routes: {
    list: { path: '/t/:teamId/apps', title: 'Apps', access: 'ManageCustomApps', icon: 'apps' },
    app: { path: '/t/:teamId/apps/:appId', title: 'App', access: 'UseCustomApp' },
    workshop: { path: '/t/:teamId/apps/:appId/edit', title: 'App editor', access: 'ManageCustomApps' },
    inProject: {
      path: '/t/:teamId/p/:projectId/apps/:appId',
      title: 'App',
      access: 'team-member',
      frame: 'projects.project',
    },
    inSetup: {
      path: '/t/:teamId/p/:projectId/setup/apps/:appId',
      title: 'App',
      access: 'team-member',
      frame: 'projects.setup',
    },
  },
  panels: {
    ofItem: { place: 'item.details', title: 'Apps', icon: 'apps', order: 90 },
    ofEditor: { place: 'editor.side', title: 'Apps', icon: 'apps', order: 90 },
    onItems: { place: 'items.dialogs', title: 'App' },
    onFound: { place: 'explore.dialogs', title: 'App' },
    tiles: { place: 'projects.head', title: 'Apps' },
  },
  commands: {
    runOnItems: { title: 'Run an app on items', access: 'team-member', icon: 'apps', hidden: true },
    runCommand: { title: 'Run a command of an app', access: 'team-member', icon: 'apps', hidden: true },
    newApp: { title: 'New app', access: 'ManageCustomApps', icon: 'plus' },
    saveApp: { title: 'Save the draft of the app', access: 'ManageCustomApps', scope: 'app' },
    buildApp: { title: 'Build the app', access: 'ManageCustomApps', scope: 'app' },
    reloadApp: { title: 'Reload the preview of the app', access: 'ManageCustomApps', scope: 'app', icon: 'refresh' },
  },
  shortcuts: { newApp: 'Alt+N', saveApp: 'Ctrl+S', buildApp: 'Ctrl+B', reloadApp: 'Ctrl+Enter' },
  menus: { main: [{ use: 'list', order: 80 }] },
});
