import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'team-links',
  title: 'Team links',
  description: 'Addresses that a team keeps at hand, such as its guidelines.',
  requires: ['items'],
  optional: ['editor'],
  // The panel is there as soon as an item is open.
  activation: ['use', { with: 'editor.item' }],
  routes: { links: { path: '/t/:teamId/team-links', title: 'Team links', access: 'team-member', icon: 'link' } },
  panels: { item: { place: 'editor.side', title: 'Links', access: 'ViewItem', icon: 'link', order: 90 } },
  menus: { main: [{ use: 'links', order: 900 }] },
});
