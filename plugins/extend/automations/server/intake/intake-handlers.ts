import type { Handlers } from '#core/api/server/index.ts';
import type { hooksApi, intakeApi } from '../../common/intake-api.ts';
import type { startsApi } from '../../common/starts-api.ts';
import type { CustomEvents } from './custom-events.ts';
import type { HandStarts } from './hand-starts.ts';
import type { IncomingWebhooks } from './incoming-webhooks.ts';
import type { StartsProgress } from './start-progress.ts';
import type { WebhookTokens } from './webhook-tokens.ts';

/** Calls of custom events and webhook tokens. */
export function intakeHandlers(events: CustomEvents, tokens: WebhookTokens): Handlers<typeof intakeApi> {
  return {
    listCustomEvents: async (_, context) => ({ data: await events.list(context) }),
    createCustomEvent: ({ body }, context) => events.create(context, body),
    saveCustomEvent: ({ params, body: { revision, ...draft } }, context) =>
      events.save(context, params.custom_event_id, draft, revision),
    async deleteCustomEvent({ params }, context) {
      await events.remove(context, params.custom_event_id);
      return { success: true };
    },
    fireCustomEvent: async ({ params, body }, context) => ({
      event_ids: await events.fire(context, params.custom_event_id, body),
    }),
    listWebhookTokens: async (_, context) => ({ data: await tokens.list(context) }),
    createWebhookToken: ({ body }, context) => tokens.create(context, body),
    async revokeWebhookToken({ params }, context) {
      await tokens.revoke(context, params.webhook_token_id);
      return { success: true };
    },
    listIncomingWebhooks: async (_, context) => ({ data: await tokens.addresses(context) }),
  };
}

/** The address that other systems post to. */
export const hooksHandlers = (webhooks: IncomingWebhooks): Handlers<typeof hooksApi> => ({
  receiveWebhook: async ({ params, headers, stream }, { address }) => ({
    run_id: await webhooks.receive(params.webhook, { headers, stream, address }),
  }),
});

/** Calls of people who start pipelines where they work. */
export const startsHandlers = (starts: HandStarts, progress: StartsProgress): Handlers<typeof startsApi> => ({
  listStarts: async ({ params, query }, context) => ({ data: await starts.list(context, params.project_id, query.by) }),
  startPipeline: async ({ params, body }, context) => ({
    event_id: await starts.start(context, params.project_id, body),
  }),
  getStart: ({ params }, context) => progress.get(context, params.project_id, params.event_id),
});
