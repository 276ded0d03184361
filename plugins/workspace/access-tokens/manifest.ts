import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'access-tokens',
  title: 'Access tokens',
  description: 'Named tokens with scopes and an end date, of people and of services.',
  locked: true,
  requires: ['teams'],
  routes: {
    page: {
      path: '/t/:teamId/setup/access-tokens',
      title: 'Access tokens',
      access: 'ViewSdkToken',
      frame: 'teams.setup',
      icon: 'lock',
    },
  },
  menus: { 'team.setup': [{ use: 'page', order: 85 }] },
});
