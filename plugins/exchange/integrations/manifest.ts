import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'integrations',
  title: 'Integrations',
  description:
    'Named connections to storage and tables outside: folders of the server, buckets, WebDAV folders, Databricks and Snowflake, attached to projects as items.',
  requires: ['projects', 'items', 'administration'],
  routes: {
    list: { path: '/t/:teamId/integrations', title: 'Integrations', access: 'UseIntegration', icon: 'plugin' },
    ofOrganization: {
      path: '/org/:organizationId/integrations',
      title: 'Integrations',
      access: 'ManageOrganization',
      icon: 'link',
      frame: 'administration.organization',
    },
  },
  commands: {
    newIntegration: { title: 'New integration', access: 'CreateIntegration', icon: 'plus' },
    fromIntegration: { title: 'Attach from an integration', access: 'UseIntegration', icon: 'plugin' },
  },
  shortcuts: { newIntegration: 'Alt+N' },
  panels: { attach: { place: 'items.head', title: 'Attach from an integration', access: 'UseIntegration' } },
  menus: {
    main: [{ use: 'list', order: 70 }],
    'items.sources': [{ use: 'fromIntegration', order: 20 }],
    'organization.tabs': [{ use: 'ofOrganization', order: 35 }],
  },
  jobs: { attach: { title: 'Attach files of an integration' } },
});
