import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'keyboard',
  title: 'Keyboard',
  description: 'Own keys for every command, and the key maps of other editors to begin with.',
  // The person's keys must work on the first page.
  activation: 'start',
  routes: { keys: { path: '/t/:teamId/keyboard', title: 'Change keys', access: 'team-member', icon: 'keyboard' } },
  menus: { 'editor.help': ['keys'], person: [{ use: 'keys', order: 30 }] },
});
