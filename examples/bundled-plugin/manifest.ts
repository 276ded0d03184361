import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'team-links',
  title: 'Team links',
  description: 'Addresses that a team keeps at hand, such as its guidelines.',
  routes: { links: { path: '/t/:teamId/team-links', title: 'Team links', access: 'team-member', icon: 'link' } },
  menus: { main: [{ use: 'links', order: 900 }] },
});
