import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { DeliveryView, WebhookView } from '../common/api.ts';
import { webhooksApi } from '../common/api.ts';
import { LANES } from './send-lanes.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import type { WebhookTables } from './webhook-tables.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface Made {
  readonly webhook: WebhookView;
  readonly secret: string;
}
const {
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhook,
} = webhooksApi.operations;

eachDatabase(kind => {
  describe('webhooks', () => {
    let app: TestApp;
    let team: TestTeam;
    let owner: TestPerson;
    let receiver: Server;
    let url: string;
    let project: number;
    const received: Received[] = [];
    let answer = 200;
    beforeAll(async () => {
      receiver = createServer((request, response) => {
        let body = '';
        request.on('data', (part: Buffer) => (body += part.toString()));
        request.on('end', () => {
          received.push({ headers: request.headers, body });
          if (request.url === '/silent') return;
          response.writeHead(answer, answer === 302 ? { location: url } : {}).end('words of an inner system');
        });
      });
      await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
      app = await openTestApp(kind, {
        plugins: ['teams', 'projects', 'items', 'workflow', 'automations', 'webhooks'],
        settings: { egressAllow: ['127.0.0.1'] },
      });
      team = await app.team('Alpha');
      owner = team.owner;
      project = await newProject('Photos');
    }, DATABASE_TIMEOUT_MS);
    afterAll(async () => {
      await app.close();
      receiver.close();
    });
    afterEach(async () => {
      for (const { id } of (await owner.call<{ data: WebhookView[] }>('main', listWebhooks)).body.data)
        await owner.call('main', deleteWebhook, { params: { webhook_id: id } });
      received.length = 0;
      answer = 200;
    });

    const newProject = async (name: string): Promise<number> =>
      (await owner.request<{ id: number }>('POST', '/project', { body: { name, type: 1 } })).body.id;
    const addItem = (name: string) =>
      owner.request('POST', '/image/ext-create', {
        body: { project_id: project, upload_state: 3, images: [{ name, path: `https://x.test/${name}` }] },
      });
    const create = async (change: object = {}): Promise<Made> => {
      const { status, body } = await owner.call<Made>('main', createWebhook, {
        body: { name: 'Tracker', url, events: ['project.created'], project_ids: [], ...change },
      });
      expect(status).toBe(201);
      return body;
    };
    const deliveries = async ({ id }: WebhookView): Promise<readonly DeliveryView[]> =>
      (await owner.call<{ data: DeliveryView[] }>('main', listWebhookDeliveries, { params: { webhook_id: id } })).body
        .data;
    const signatureOf = ({ headers, body }: Received, secret: string): string =>
      `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
        .digest('base64')}`;

    it('should send a signed message about what happened, once', async () => {
      const { webhook, secret } = await create();
      const made = await newProject('Portraits');
      await expect.poll(() => deliveries(webhook)).toMatchObject([{ state: 'delivered', attempts: 1, status: 200 }]);
      expect(received).toHaveLength(1);
      expect(received[0]!.headers['webhook-signature']).toBe(signatureOf(received[0]!, secret));
      expect(JSON.parse(received[0]!.body)).toMatchObject({
        type: 'project.created',
        team_id: team.id,
        data: { project_id: made, after: { name: 'Portraits' } },
      });
      expect(JSON.stringify(await owner.call('main', listWebhooks))).not.toContain(secret);
    });

    it('should keep no message of a change that is refused, of another project, or while it is off', async () => {
      const { webhook } = await create({ project_ids: [project], events: ['project.created', 'project.updated'] });
      await newProject('Other');
      expect((await owner.request('POST', '/project', { body: { name: 'Other', type: 1 } })).status).toBe(409);
      const { name, url: to, events, project_ids } = webhook;
      const off = { name, url: to, events, project_ids, enabled: false, version: webhook.version };
      expect((await owner.call('main', updateWebhook, { params: { webhook_id: webhook.id }, body: off })).status).toBe(
        200,
      );
      expect((await owner.call('main', updateWebhook, { params: { webhook_id: webhook.id }, body: off })).status).toBe(
        409,
      );
      expect(await deliveries(webhook)).toEqual([]);
    });

    it('should stay for a project that was deleted, and be switched off all the same', async () => {
      const gone = await newProject('Gone');
      const { webhook } = await create({ project_ids: [gone] });
      expect((await owner.request('DELETE', `/project/${gone}`)).status).toBe(200);
      const { id, name, url: to, events, project_ids, version } = webhook;
      const off = { name, url: to, events, project_ids, enabled: false, version };
      const params = { webhook_id: id };
      expect((await owner.call('main', updateWebhook, { params, body: off })).body).toMatchObject({
        enabled: false,
        project_ids: [gone],
      });
      const other = await owner.call('main', updateWebhook, {
        params,
        body: { ...off, project_ids: [gone, 4711], version: version + 1 },
      });
      expect(other.status).toBe(404);
    });

    it('should try again when the address refuses, keep none of its words, and follow no redirect', async () => {
      answer = 500;
      const { webhook } = await create();
      await owner.call('main', testWebhook, { params: { webhook_id: webhook.id } });
      await expect.poll(() => deliveries(webhook)).toMatchObject([{ state: 'pending', attempts: 1, status: 500 }]);
      const [first] = await deliveries(webhook);
      expect(first).toMatchObject({ error: 'The address answered 500.', nextAttempt: expect.any(String) as string });
      answer = 200;
      await due(first!.id);
      await expect.poll(() => deliveries(webhook)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
      expect(new Set(received.map(each => each.headers['webhook-id'])).size).toBe(1);
      answer = 302;
      await owner.call('main', testWebhook, { params: { webhook_id: webhook.id } });
      await expect.poll(async () => (await deliveries(webhook))[0]).toMatchObject({ state: 'failed', status: null });
      expect(received).toHaveLength(3);
      expect(JSON.stringify(await deliveries(webhook))).not.toContain('inner system');
    });

    /** Makes the next attempt due, and looks. */
    const due = async (id: number): Promise<void> => {
      await app.database
        .tenant<never>(team.id)
        .transaction(trx => sql`update webhooks.delivery set next_attempt = now() where id = ${id}`.execute(trx));
      await app.app.plugins.service('webhooks', WebhookDelivery).carryOn();
    };

    it('should send a message again with its id, signed with both secrets after a rotation', async () => {
      const { webhook, secret } = await create();
      const params = { webhook_id: webhook.id };
      await owner.call('main', testWebhook, { params });
      await expect.poll(() => deliveries(webhook)).toMatchObject([{ state: 'delivered' }]);
      const rotated = (await owner.call<Made>('main', rotateWebhookSecret, { params, body: { version: 1 } })).body;
      const again = await owner.call('main', rotateWebhookSecret, { params, body: { version: 1 } });
      expect(again.status).toBe(409);
      expect(rotated.webhook.oldSecretUntil).not.toBeNull();
      const [first] = await deliveries(webhook);
      const of = { ...params, delivery_id: first!.id };
      expect((await owner.call('main', redeliverWebhook, { params: of })).status).toBe(200);
      await expect.poll(() => received.length).toBe(2);
      expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id']);
      expect(received[1]!.headers['webhook-signature']).toBe(
        `${signatureOf(received[1]!, rotated.secret)} ${signatureOf(received[1]!, secret)}`,
      );
    });

    it('should end a message that waits when its webhook is switched off, and count no failure', async () => {
      answer = 500;
      const { webhook } = await create();
      await newProject('Landscapes');
      await expect.poll(() => deliveries(webhook)).toMatchObject([{ state: 'pending', attempts: 1 }]);
      const { name, url: to, events, project_ids, version } = webhook;
      const body = { name, url: to, events, project_ids, enabled: false, version };
      await owner.call('main', updateWebhook, { params: { webhook_id: webhook.id }, body });
      await due((await deliveries(webhook))[0]!.id);
      await expect
        .poll(() => deliveries(webhook))
        .toMatchObject([{ state: 'failed', attempts: 2, error: 'The webhook is off.' }]);
      expect(received).toHaveLength(1);
      const { data } = (await owner.call<{ data: WebhookView[] }>('main', listWebhooks)).body;
      expect(data).toMatchObject([{ enabled: false, failures: 0 }]);
    });

    it('should send messages while several addresses do not answer', async () => {
      const { webhook: silent } = await create({ url: url.replace('/hook', '/silent') });
      const { webhook } = await create();
      for (let at = 0; at < 6; at++) await owner.call('main', testWebhook, { params: { webhook_id: silent.id } });
      await expect.poll(() => received.length).toBe(LANES.webhook);
      await owner.call('main', testWebhook, { params: { webhook_id: webhook.id } });
      await expect.poll(() => deliveries(webhook)).toMatchObject([{ state: 'delivered' }]);
      expect(received).toHaveLength(LANES.webhook + 1);
    });

    it('should leave lanes to other teams when every address of a team is silent', async () => {
      const busy = await app.team('Silent');
      const silent: number[] = [];
      for (let at = 0; at < LANES.team + 4; at++) {
        const body = {
          name: `S${at}`,
          url: url.replace('/hook', '/silent'),
          events: ['item.created'],
          project_ids: [],
        };
        silent.push((await busy.owner.call<Made>('main', createWebhook, { body })).body.webhook.id);
      }
      const messages = silent.flatMap(id =>
        Array.from({ length: LANES.webhook }, (_, at) => ({
          team_id: busy.id,
          webhook_id: id,
          message_id: `msg_${id}_${at}`,
          type: 'ping',
          body: '{}',
          next_attempt: new Date(),
        })),
      );
      await app.database
        .tenant<WebhookTables>(busy.id)
        .transaction(trx => trx.insertInto('webhooks.delivery').values(messages).execute());
      await app.app.plugins.service('webhooks', WebhookDelivery).carryOn();
      await expect.poll(() => received.length).toBe(LANES.team);
      const { webhook } = await create();
      await owner.call('main', testWebhook, { params: { webhook_id: webhook.id } });
      await expect.poll(() => deliveries(webhook)).toMatchObject([{ state: 'delivered' }]);
      expect(received).toHaveLength(LANES.team + 1);
      for (const id of silent) await busy.owner.call('main', deleteWebhook, { params: { webhook_id: id } });
    });

    it('should let nobody without the right read or send a delivery again, nor another team find it (CVE-2024-45393)', async () => {
      const { webhook } = await create();
      await owner.call('main', testWebhook, { params: { webhook_id: webhook.id } });
      await expect.poll(() => deliveries(webhook)).toMatchObject([{ state: 'delivered' }]);
      const [{ id }] = (await deliveries(webhook)) as [DeliveryView];
      const params = { webhook_id: webhook.id, delivery_id: id };
      const contributor = await team.join('annotator@x.test');
      const stranger = (await app.team('Beta')).owner;
      for (const operation of [getWebhookDelivery, redeliverWebhook]) {
        expect((await contributor.call('main', operation, { params })).status).toBe(403);
        expect((await stranger.call('main', operation, { params })).status).toBe(404);
      }
      expect(received).toHaveLength(1);
    });

    it('should name the items of a change with their statuses', async () => {
      const { webhook } = await create({ events: ['item.created'], project_ids: [project] });
      expect((await addItem('a.jpg')).status).toBe(200);
      await expect.poll(() => deliveries(webhook)).toMatchObject([{ state: 'delivered', type: 'item.created' }]);
      const { data } = JSON.parse(received[0]!.body) as { data: { project_id: number; items: unknown[] } };
      expect(data).toMatchObject({ project_id: project, items: [{ id: expect.any(Number) as number }] });
    });
  });
});
