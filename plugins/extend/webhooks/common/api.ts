import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, id, page, paged, success, time, z } from '#core/api/common/index.ts';
import { webhookEventTypes } from './webhook-events.ts';

const inWebhook = z.strictObject({ webhook_id: id });
const inDelivery = z.strictObject({ webhook_id: id, delivery_id: id });

const settings = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(...plainDirection)
    .min(1, 'give it a name')
    .max(100, 'use at most 100 characters'),
  url: z.url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' }).max(1_000),
  events: z
    .array(z.enum(webhookEventTypes as [string, ...string[]]))
    .min(1, 'choose at least one event')
    .max(webhookEventTypes.length),
  /** Projects whose events are sent; an empty list is all projects of the team. */
  project_ids: z.array(id).max(200),
});
export type WebhookSettings = z.output<typeof settings>;

export const webhookView = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  project_ids: z.array(z.int()),
  enabled: z.boolean(),
  /** Deliveries in a row that failed to their last attempt; a webhook is switched off at 20. */
  failures: z.int(),
  /** Until when messages are signed with the secret before too; null when only one is in use. */
  oldSecretUntil: time.nullable(),
  createdBy: z.string(),
  createdAt: time,
  version: z.int(),
});
export type WebhookView = z.output<typeof webhookView>;

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export const deliveryView = z.object({
  id: z.int(),
  /** Value of the header `webhook-id`: the same for each attempt, and for a message that is sent again. */
  message_id: z.string(),
  type: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** Status of the last answer; null when there was none. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  milliseconds: z.int().nullable(),
  nextAttempt: time.nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
});
export type DeliveryView = z.output<typeof deliveryView>;

const made = z.object({
  webhook: webhookView,
  /** Signs messages. It is in no other answer. */
  secret: z.string(),
});

/** Webhooks of a team. */
export const webhooksApi = defineApi({
  service: 'main',
  operations: {
    listWebhooks: {
      method: 'GET',
      path: '/api/v1/webhooks',
      summary: 'Webhooks of the team, by name',
      access: 'CreateIntegration',
      reply: z.object({ data: z.array(webhookView) }),
    },
    createWebhook: {
      method: 'POST',
      path: '/api/v1/webhooks',
      summary: 'Send events of the team or of some projects to an address; answers the secret that signs them, once',
      access: 'CreateIntegration',
      status: 201,
      body: settings,
      reply: made,
    },
    updateWebhook: {
      method: 'PUT',
      path: '/api/v1/webhooks/:webhook_id',
      summary: 'Change a webhook, or switch it on or off',
      access: 'CreateIntegration',
      params: inWebhook,
      body: settings.extend({ enabled: z.boolean(), version: z.int().positive() }),
      reply: webhookView,
    },
    deleteWebhook: {
      method: 'DELETE',
      path: '/api/v1/webhooks/:webhook_id',
      summary: 'Delete a webhook with its deliveries; those that wait are not sent',
      access: 'CreateIntegration',
      params: inWebhook,
      reply: success,
    },
    rotateWebhookSecret: {
      method: 'POST',
      path: '/api/v1/webhooks/:webhook_id/rotate',
      summary: 'Make a new secret; messages are signed with both for 24 hours',
      access: 'CreateIntegration',
      params: inWebhook,
      body: z.strictObject({ version: z.int().positive() }),
      reply: made,
    },
    testWebhook: {
      method: 'POST',
      path: '/api/v1/webhooks/:webhook_id/test',
      summary: 'Send a test message',
      access: 'CreateIntegration',
      params: inWebhook,
      reply: deliveryView,
    },
    listWebhookDeliveries: {
      method: 'GET',
      path: '/api/v1/webhooks/:webhook_id/deliveries',
      summary: 'Deliveries of a webhook in the last 30 days, the newest first',
      access: 'CreateIntegration',
      params: inWebhook,
      query: z.strictObject({ ...page, state: z.enum(deliveryStates).optional() }),
      reply: paged(deliveryView),
    },
    getWebhookDelivery: {
      method: 'GET',
      path: '/api/v1/webhooks/:webhook_id/deliveries/:delivery_id',
      summary: 'One delivery with the body that is sent',
      access: 'CreateIntegration',
      params: inDelivery,
      reply: deliveryView.extend({ body: z.string() }),
    },
    redeliverWebhook: {
      method: 'POST',
      path: '/api/v1/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
      summary: 'Send a message again that was delivered or failed; one that waits is sent at once',
      access: 'CreateIntegration',
      params: inDelivery,
      reply: deliveryView,
    },
  },
});
