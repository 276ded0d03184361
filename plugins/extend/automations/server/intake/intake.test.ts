import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { RunView, StoredPipeline } from '../../common/api.ts';
import { automationsApi } from '../../common/api.ts';
import type { CustomEventView, IncomingWebhookView } from '../../common/intake-api.ts';
import { intakeApi } from '../../common/intake-api.ts';
import { everywhere } from '../../common/pipeline.ts';

const { operations } = automationsApi;
const intake = intakeApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let stranger: TestPerson;
  let teamId: number;
  let names = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow', 'automations'] });
    const team = await app.team('North');
    owner = team.owner;
    teamId = team.id;
    stranger = (await app.team('South')).owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const create = async (type: string, settings: Readonly<Record<string, unknown>>): Promise<StoredPipeline> => {
    const { status, body } = await owner.call<StoredPipeline>('automations', operations.createPipeline, {
      body: {
        name: `Pipeline ${(names += 1)}`,
        description: '',
        graph: {
          nodes: [
            { id: 'start', kind: 'event', type, settings, scope: everywhere, x: 0, y: 0 },
            { id: 'wait', kind: 'action', type: 'delay', settings: { seconds: 3600 }, x: 300, y: 0 },
          ],
          edges: [{ from: 'start', to: 'wait' }],
        },
      },
    });
    expect([status, body]).toMatchObject([201, { version: 1 }]);
    return body;
  };
  const runs = async (pipeline: number): Promise<readonly RunView[]> =>
    (
      await owner.call<{ data: RunView[] }>('automations', operations.listRuns, {
        query: { pipeline_id: pipeline, limit: 200 },
      })
    ).body.data;
  const contextOf = async (id: number): Promise<unknown> =>
    (await owner.call<{ context: unknown }>('automations', operations.getRun, { params: { run_id: id } })).body.context;
  const addressOf = async (pipeline: number): Promise<string> => {
    const { body } = await owner.call<{ data: IncomingWebhookView[] }>('automations', intake.listIncomingWebhooks);
    return new URL(body.data.find(each => each.pipeline_id === pipeline)!.url).pathname;
  };
  const token = async (
    more: object = {},
  ): Promise<{ readonly id: number; readonly token: string; readonly signing_secret: string | null }> =>
    (
      await owner.call<{ id: number; token: string; signing_secret: string | null }>(
        'automations',
        intake.createWebhookToken,
        { body: { name: 'Shop', pipeline_ids: [], signed: false, ...more } },
      )
    ).body;
  const post = (
    path: string,
    text: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer<{ run_id?: number; code?: string }>> =>
    app.request('POST', path, {
      bytes: Buffer.from(text),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const event = async (): Promise<CustomEventView> => {
    const { status, body } = await owner.call<CustomEventView>('automations', intake.createCustomEvent, {
      body: {
        name: `Event ${(names += 1)}`,
        description: '',
        fields: [
          { key: 'city', type: 'text', required: true },
          { key: 'size', type: 'number', required: false },
        ],
        fired_by: 'managers',
      },
    });
    expect(status).toBe(201);
    return body;
  };

  it('should start a pipeline once for a posted body, with a token that is shown once', async () => {
    const pipeline = await create('webhook', {});
    const path = await addressOf(pipeline.id);
    const made = await token();
    const key = { 'api-key': made.token };
    const answer = await post(path, '{"order":{"id":7}}', { ...key, 'x-delivery': 'delivery-1' });
    expect(answer.status).toBe(202);
    expect(await contextOf(answer.body.run_id!)).toEqual({ order: { id: 7 } });
    expect((await post(path, '{"order":{"id":7}}', { ...key, 'x-delivery': 'delivery-1' })).body).toEqual(answer.body);
    expect(await runs(pipeline.id)).toMatchObject([{ id: answer.body.run_id, subject: 'Shop', event: 'webhook' }]);
    const listed = await owner.call('automations', intake.listWebhookTokens);
    expect(listed.raw.toString()).not.toContain(made.token);

    expect((await post(path, '{}', { 'api-key': 'whk_wrong' })).status).toBe(401);
    expect((await post(path, '{}', {})).status).toBe(401);
    expect((await post(`/hooks/${teamId}-${'x'.repeat(24)}`, '{}', key)).status).toBe(404);
    expect((await post(path, '[]', key)).status).toBe(422);
    expect((await post(path, '{"__proto__":{"admin":true}}', key)).status).toBe(400);
    expect((await post(path, '{}', { ...key, 'content-type': 'multipart/form-data' })).status).toBe(415);
    await owner.call('automations', operations.enablePipeline, {
      params: { pipeline_id: pipeline.id },
      body: { enabled: false },
    });
    expect((await post(path, '{}', key)).status).toBe(404);
    await owner.call('automations', operations.enablePipeline, {
      params: { pipeline_id: pipeline.id },
      body: { enabled: true },
    });
    await owner.call('automations', intake.revokeWebhookToken, { params: { webhook_token_id: made.id } });
    expect((await post(path, '{}', key)).status).toBe(401);
    expect(await runs(pipeline.id)).toHaveLength(1);
  });

  it('should keep the address over versions, the token to its pipelines, and the rate to sixty', async () => {
    const [pipeline, other] = [await create('webhook', {}), await create('webhook', {})];
    const path = await addressOf(pipeline.id);
    const { name, description, graph } = pipeline;
    await owner.call('automations', operations.savePipeline, {
      params: { pipeline_id: pipeline.id },
      body: { name, description, graph, version: 1 },
    });
    expect(await addressOf(pipeline.id)).toBe(path);
    const { token: limited } = await token({ pipeline_ids: [pipeline.id] });
    expect((await post(await addressOf(other.id), '{}', { 'api-key': limited })).status).toBe(401);
    const answers = await Promise.all(
      Array.from({ length: 75 }, (_, at) =>
        post(path, '{}', { 'api-key': limited, 'x-delivery': `delivery-of-one-request-${at % 2}` }),
      ),
    );
    expect(answers.filter(each => each.status === 429).length).toBeGreaterThan(0);
    expect(await runs(pipeline.id)).toHaveLength(2);
  });

  it('should demand a signature and the fields of an event when they are asked for', async () => {
    const { id } = await event();
    const pipeline = await create('webhook', { custom_event_id: id });
    const path = await addressOf(pipeline.id);
    const { token: value, signing_secret } = await token({ signed: true });
    const signed = (text: string, secret: string): Promise<Answer<{ run_id?: number; code?: string }>> =>
      post(path, text, {
        'api-key': value,
        'x-authorization-content-sha256': createHmac('sha256', secret).update(text).digest('hex'),
      });
    expect((await signed('{"city":"Bern"}', 'another secret')).body).toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect((await signed('{"size":"large"}', signing_secret!)).body).toMatchObject({
      code: 'VALUES_INVALID',
      details: { problems: [{ key: 'city' }, { key: 'size' }] },
    });
    const { body } = await signed('{"city":"Bern"}', signing_secret!);
    expect(await contextOf(body.run_id!)).toEqual({ city: 'Bern', size: null });
  });

  it('should fire a custom event with checked values, once for a key, in its team only', async () => {
    const { id, revision } = await event();
    const pipeline = await create('Manual trigger', { custom_event_id: id });
    const fire = (by: TestPerson, body: object): Promise<Answer> =>
      by.call('automations', intake.fireCustomEvent, { params: { custom_event_id: id }, body });
    expect((await fire(owner, { values: { size: 3 } })).body).toMatchObject({ code: 'VALUES_INVALID' });
    for (const key of ['same-key', 'same-key'])
      expect((await fire(owner, { values: { city: 'Bern' }, key })).status).toBe(202);
    await vi.waitFor(async () => expect(await runs(pipeline.id)).toHaveLength(1), { timeout: 30_000 });
    const [run] = await runs(pipeline.id);
    expect(await contextOf(run!.id)).toMatchObject({ after: null, custom_event: { city: 'Bern', size: null } });
    expect((await fire(stranger, { values: { city: 'Bern' } })).status).toBe(404);

    const kept = await owner.call('automations', intake.deleteCustomEvent, { params: { custom_event_id: id } });
    expect([kept.status, kept.body]).toMatchObject([409, { code: 'IN_USE' }]);
    const saved = { name: `Event ${(names += 1)}`, description: '', fields: [], fired_by: 'viewers' };
    const save = (): Promise<Answer> =>
      owner.call('automations', intake.saveCustomEvent, {
        params: { custom_event_id: id },
        body: { ...saved, revision },
      });
    expect([(await save()).status, (await save()).status]).toEqual([200, 409]);
  });

  it('should start a pipeline by the clock once for the moments that were missed', async () => {
    const pipeline = await create('schedule', { cron: '0 * * * *', time_zone: 'Asia/Kolkata' });
    const { schedules } = await app.database.tenant<ScheduleTables>(teamId).transaction(async trx => {
      await trx
        .updateTable('automations.schedule')
        .set({ next_at: new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3 * 3_600_000 + 1_800_000) })
        .where('pipeline_id', '=', pipeline.id)
        .execute();
      return { schedules: await trx.selectFrom('automations.schedule').selectAll().execute() };
    });
    expect(schedules).toHaveLength(1);
    await vi.waitFor(async () => expect(await runs(pipeline.id)).toHaveLength(1), { timeout: 30_000 });
    const [run] = await runs(pipeline.id);
    const context = (await contextOf(run!.id)) as { readonly after: { readonly missed: number } };
    expect(context.after.missed).toBeGreaterThanOrEqual(2);
    expect(run!.subject).toContain('Asia/Kolkata');
    const next = await app.database
      .tenant<ScheduleTables>(teamId)
      .transaction(trx => trx.selectFrom('automations.schedule').select('next_at').executeTakeFirstOrThrow());
    expect(next.next_at!.getTime()).toBeGreaterThan(Date.now());
  });
});

interface ScheduleTables {
  'automations.schedule': { pipeline_id: number; next_at: Date | null };
}
