import { definePlugin } from '@loupe/sdk/plugin';

export default definePlugin({
  id: 'team-notes',
  title: 'Notes',
  description: 'Short notes that everybody in the team sees.',
  routes: { notes: { path: '/t/:teamId/notes', title: 'Notes', access: 'team-member', icon: 'comment' } },
  commands: { jot: { title: 'Jot down a note', access: 'team-member' } },
  shortcuts: { jot: 'Alt+Shift+N' },
  menus: { main: [{ use: 'notes', order: 900 }] },
});
