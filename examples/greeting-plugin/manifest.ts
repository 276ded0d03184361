import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'greeting',
  title: 'Greeting',
  routes: { hello: { path: '/t/:teamId/hello', title: 'Hello', access: 'team-member', icon: 'star' } },
  menus: { main: ['hello'] },
});
