import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'documentation',
  title: 'Documentation',
  description: 'Guides for annotators, managers and operators, and the reference of the SDK, in the product.',
  routes: {
    start: { path: '/t/:teamId/docs', title: 'Documentation', access: 'team-member', icon: 'help' },
    guide: { path: '/t/:teamId/docs/:guide', title: 'Documentation', access: 'team-member' },
  },
  menus: { 'editor.help': [{ use: 'start', order: 40 }], person: [{ use: 'start', order: 35 }] },
});
