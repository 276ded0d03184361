import type { Handlers } from '#core/api/server/index.ts';
import type { webhooksApi } from '../common/api.ts';
import type { Webhooks } from './webhooks.ts';

/** Handlers of the calls about webhooks. */
export function webhookHandlers(webhooks: Webhooks): Handlers<typeof webhooksApi> {
  return {
    listWebhooks: async (_, context) => ({ data: await webhooks.list(context) }),
    createWebhook: ({ body }, context) => webhooks.create(context, body),
    updateWebhook: ({ params, body }, context) => webhooks.update(context, params.webhook_id, body),
    async deleteWebhook({ params }, context) {
      await webhooks.delete(context, params.webhook_id);
      return { success: true };
    },
    rotateWebhookSecret: ({ params, body }, context) => webhooks.rotate(context, params.webhook_id, body.version),
    testWebhook: ({ params }, context) => webhooks.test(context, params.webhook_id),
    listWebhookDeliveries: ({ params, query }, context) => webhooks.deliveries(context, params.webhook_id, query),
    getWebhookDelivery: ({ params }, context) => webhooks.delivery(context, params.webhook_id, params.delivery_id),
    redeliverWebhook: ({ params }, context) => webhooks.redeliver(context, params.webhook_id, params.delivery_id),
  };
}
