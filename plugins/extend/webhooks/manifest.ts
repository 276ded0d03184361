import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'webhooks',
  title: 'Webhooks',
  description: 'Signed messages to other systems about items and projects, with deliveries that can be sent again.',
  requires: ['teams', 'projects', 'items'],
  optional: ['automations'],
  routes: {
    list: {
      path: '/t/:teamId/setup/webhooks',
      title: 'Webhooks',
      access: 'CreateIntegration',
      frame: 'teams.setup',
      icon: 'send',
    },
    webhook: {
      path: '/t/:teamId/setup/webhooks/:webhookId',
      title: 'Webhook',
      access: 'CreateIntegration',
      frame: 'teams.setup',
    },
  },
  menus: { 'team.setup': [{ use: 'list', order: 86 }] },
});
