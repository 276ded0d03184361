import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'organization',
  title: 'Organization',
  description: 'What an organization has of this installation, for its owner.',
  locked: true,
  routes: { plugins: { path: '/org/:organizationId/plugins', title: 'Organization', access: 'ManageOrganization', icon: 'organization', section: '/org/:organizationId/' } },
  menus: { main: [{ use: 'plugins', order: 990 }] },
});
