import { BYTES, defineApi, id, success, z } from '#core/api/common/index.ts';
import { eventFields } from './event-fields.ts';

const ofEvent = z.strictObject({ custom_event_id: id });
const ofToken = z.strictObject({ webhook_token_id: id });
const name = z.string().trim().min(1, 'give it a name').max(120, 'use at most 120 characters');
const description = z.string().max(2000, 'use at most 2000 characters');

/** Roles that may fire a custom event by hand or by a call. */
export const firedBy = ['managers', 'viewers'] as const;

const draft = { name, description, fields: eventFields, fired_by: z.enum(firedBy) } as const;
const customEvent = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  fields: eventFields,
  fired_by: z.enum(firedBy),
  /** Counts saves. */
  revision: z.int(),
  author: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Names of the enabled pipelines that it starts. */
  pipelines: z.array(z.string()),
});
export type CustomEventView = z.output<typeof customEvent>;

const token = z.object({
  id: z.int(),
  name: z.string(),
  /** First characters of the token. */
  prefix: z.string(),
  /** Pipelines whose webhooks it may call; empty: all of the team. */
  pipeline_ids: z.array(z.int()),
  /** Requests must be signed with its signing secret. */
  signed: z.boolean(),
  creator: z.string(),
  createdAt: z.string(),
  last_used: z.string().nullable(),
});
export type WebhookTokenView = z.output<typeof token>;

const webhook = z.object({ pipeline_id: z.int(), node_id: z.string(), url: z.string() });
export type IncomingWebhookView = z.output<typeof webhook>;

/** Events from outside: custom ones, and webhooks with their tokens. */
export const intakeApi = defineApi({
  service: 'automations',
  operations: {
    listCustomEvents: {
      method: 'GET',
      path: '/zimmer/api/v1/custom_event',
      summary: 'Custom events of the team, by name',
      access: 'ViewAutomations',
      reply: z.object({ data: z.array(customEvent) }),
    },
    createCustomEvent: {
      method: 'POST',
      path: '/zimmer/api/v1/custom_event',
      summary: 'Create a custom event',
      access: 'ManagePipelines',
      status: 201,
      body: z.strictObject(draft),
      reply: customEvent,
    },
    saveCustomEvent: {
      method: 'PUT',
      path: '/zimmer/api/v1/custom_event/:custom_event_id',
      summary: 'Save a custom event; 409 when it was saved since',
      access: 'ManagePipelines',
      params: ofEvent,
      body: z.strictObject({ ...draft, revision: z.int().positive() }),
      reply: customEvent,
    },
    deleteCustomEvent: {
      method: 'DELETE',
      path: '/zimmer/api/v1/custom_event/:custom_event_id',
      summary: 'Delete a custom event; 409 with its users while a pipeline uses it',
      access: 'ManagePipelines',
      params: ofEvent,
      reply: success,
    },
    fireCustomEvent: {
      method: 'POST',
      path: '/zimmer/api/v1/custom_event/:custom_event_id/fire',
      summary: 'Start the pipelines of a custom event; 422 names the fields that are wrong',
      access: 'ViewAutomations',
      params: ofEvent,
      status: 202,
      body: z.strictObject({
        values: z.record(z.string().max(60), z.unknown()),
        /** Makes sending it again harmless: the same key starts each pipeline once. */
        key: z.string().min(8).max(80).optional(),
      }),
      reply: z.object({ event_ids: z.array(z.int()) }),
    },
    listWebhookTokens: {
      method: 'GET',
      notWhenViewing: true,
      path: '/zimmer/api/v1/webhook_token',
      summary: 'Tokens for incoming webhooks, newest first; a token is shown once, when it is made',
      access: 'ManagePipelines',
      reply: z.object({ data: z.array(token) }),
    },
    createWebhookToken: {
      method: 'POST',
      path: '/zimmer/api/v1/webhook_token',
      summary: 'Make a token for incoming webhooks; the answer is the only one with its value',
      access: 'ManagePipelines',
      status: 201,
      body: z.strictObject({ name, pipeline_ids: z.array(id).max(200), signed: z.boolean() }),
      reply: token.extend({
        token: z.string(),
        /** Signs the body of each request; null when requests are not signed. */
        signing_secret: z.string().nullable(),
      }),
    },
    revokeWebhookToken: {
      method: 'DELETE',
      path: '/zimmer/api/v1/webhook_token/:webhook_token_id',
      summary: 'Revoke a token: requests with it are refused from now on',
      access: 'ManagePipelines',
      params: ofToken,
      reply: success,
    },
    listIncomingWebhooks: {
      method: 'GET',
      path: '/zimmer/api/v1/webhook_token/addresses',
      summary: 'Addresses of the incoming webhooks of all pipelines',
      access: 'ManagePipelines',
      reply: z.object({ data: z.array(webhook) }),
    },
  },
});

/** Largest body of an incoming webhook, in bytes. */
export const LARGEST_BODY = 1024 * 1024;

/** The address that other systems post to. */
export const hooksApi = defineApi({
  service: 'main',
  operations: {
    receiveWebhook: {
      method: 'POST',
      path: '/hooks/:webhook',
      summary: 'Start the pipeline of an incoming webhook; its API-key header holds a token, its body is JSON',
      access: 'public',
      params: z.strictObject({ webhook: z.string().max(100) }),
      body: BYTES,
      bodyLimit: LARGEST_BODY,
      bodyReason: 'The body of a webhook',
      status: 202,
      reply: z.object({ run_id: z.int() }),
    },
  },
});
