import { defineServerHalf, everyHour, LogToken } from '#core/kernel/server/index.ts';
import { tapEvents } from '#plugins/extend/automations/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import { webhooksApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import { webhookHandlers } from './webhook-handlers.ts';
import { WebhookOutbox } from './webhook-outbox.ts';
import { WebhookSecrets } from './webhook-secrets.ts';
import { Webhooks } from './webhooks.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [WebhookDelivery],
  bindings(container) {
    container.bind(WebhookSecrets).toSelf();
    container.bind(WebhookOutbox).toSelf();
    container.bind(WebhookDelivery).toSelf();
    container.bind(Webhooks).toSelf();
  },
  activate({ get, implement, tap, own }) {
    implement(webhooksApi, webhookHandlers(get(Webhooks)));
    tapEvents({ tap }, { items: get(ItemsHooks), projects: get(ProjectsHooks) }, get(WebhookOutbox));
    const delivery = get(WebhookDelivery);
    own(delivery.watch());
    const failed = (error: unknown): void =>
      get(LogToken).error({ err: error }, 'old webhook messages were not deleted');
    own(everyHour(() => delivery.trim(), failed));
  },
});
