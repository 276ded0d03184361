import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Container } from 'inversify';
import { NoticeHook, token } from '#core/base/common/index.ts';
import { defineApi, defineEvents, z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { definePlugin } from '#core/kernel/common/index.ts';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { defineServerHalf, JobsToken } from '#core/kernel/server/index.ts';
import { anyDatabase, eachDatabase } from '../../support/database.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

class BaseHooks {
  readonly rung = new NoticeHook<[context: RequestContext, text: string]>('bell.rung');
}
const Bell = token<BaseHooks>('bell/hooks');

const bellApi = defineApi({
  service: 'main',
  operations: {
    ring: {
      method: 'POST',
      path: '/test/ring',
      summary: 'Ring',
      access: 'team-member',
      body: z.strictObject({ text: z.string().max(20) }),
      reply: z.object({ text: z.string() }),
    },
    rename: {
      method: 'PUT',
      path: '/test/bell',
      summary: 'Rename',
      access: 'UpdateTeam',
      body: z.strictObject({}),
      reply: z.object({}),
    },
  },
});
const listenerApi = defineApi({
  service: 'main',
  operations: {
    received: {
      method: 'GET',
      path: '/test/received',
      summary: 'List the received texts',
      access: 'team-member',
      reply: z.object({ received: z.array(z.string()) }),
    },
  },
});
const bellEvents = defineEvents('bell', { rang: z.object({}) });
const received: string[] = [];
const worked = vi.fn();

const bell = defineServerHalf(definePlugin({ id: 'bell', title: 'Bell' }), {
  provides: [Bell],
  bindings: (container: Container) => void container.bind(Bell as never).toConstantValue(new BaseHooks() as never),
  activate({ get, implement }) {
    implement(bellApi, {
      async ring({ body }, context) {
        get(Bell).rung.call(context, body.text);
        await context.transaction(async () => context.publish(bellEvents.rang, {}));
        return { text: body.text };
      },
      rename: () => ({}),
    });
  },
});
const listener = defineServerHalf(
  definePlugin({ id: 'listener', title: 'Listener', requires: ['bell'], jobs: { work: { title: 'Work' } } }),
  {
    activate({ get, implement, tap, job }) {
      tap(get(Bell).rung, (_, text) => void received.push(text));
      job('work', async run => {
        worked(run.subject);
        return 'done';
      });
      implement(listenerApi, { received: () => ({ received: [...received] }) });
    },
  },
);

eachDatabase(kind => {
  let app: TestApp;
  let north: TestTeam;
  let south: TestTeam;

  beforeAll(async () => {
    received.length = 0;
    app = await openTestApp(kind, {
      plugins: [],
      halves: [bell as unknown as AnyServerHalf, listener as unknown as AnyServerHalf],
    });
    north = await app.team('North', { superAdmin: true });
    south = await app.team('South');
  });
  afterAll(() => app?.close());

  const switchListener = async (choice: 'off' | undefined): Promise<void> => {
    await app.app.services.organizations.setSwitch(north.organizationId, 'listener', choice, {
      id: north.owner.row.id,
      operator: false,
    });
    app.app.gate.forget();
  };

  it('should answer a plugin’s operation and deliver its hook to a plugin that requires it', async () => {
    expect((await north.owner.request('POST', '/test/ring', { body: { text: 'ding' } })).status).toBe(200);
    expect((await north.owner.request('GET', '/test/received')).body).toEqual({ received: ['ding'] });
  });

  it('should take a plugin away from one organization at the next call, and give it back, without a restart', async () => {
    await switchListener('off');
    expect(await north.owner.request('GET', '/test/received')).toMatchObject({
      status: 404,
      body: { code: 'PLUGIN_DISABLED' },
    });
    await north.owner.request('POST', '/test/ring', { body: { text: 'unheard' } });
    expect((await south.owner.request('GET', '/test/received')).body).toEqual({ received: ['ding'] });
    await south.owner.request('POST', '/test/ring', { body: { text: 'dong' } });
    await switchListener(undefined);
    expect((await north.owner.request('GET', '/test/received')).body).toEqual({ received: ['ding', 'dong'] });
  });

  it('should hold back a job while its plugin is off and run it afterwards', async () => {
    const jobs = app.app.services.jobs;
    expect(app.app.plugins.service('listener', JobsToken)).toBe(jobs);
    await switchListener('off');
    const made = await jobs.enqueue(undefined, {
      teamId: north.id,
      plugin: 'listener',
      name: 'work',
      subject: 7,
      creatorId: north.owner.row.id,
    });
    await new Promise(resolve => setTimeout(resolve, 400));
    expect((await north.owner.request<{ state: string }>('GET', `/api/v1/jobs/${made.id}`)).body.state).toBe(
      'NOT_STARTED',
    );
    expect(worked).not.toHaveBeenCalled();
    await switchListener(undefined);
    await jobs.recheck();
    await vi.waitFor(
      async () =>
        expect((await north.owner.request('GET', `/api/v1/jobs/${made.id}`)).body).toMatchObject({
          state: 'COMPLETED',
          result: 'done',
          title: 'Work',
        }),
      { timeout: 120_000 },
    );
    expect(worked).toHaveBeenCalledWith(7);
    worked.mockClear();
  });

  it('should refuse strangers, people of other teams and missing rights, each in its own words', async () => {
    expect(await app.request('POST', '/test/ring', { body: { text: 'x' } })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    });
    expect(await south.owner.request('POST', `/test/ring?team_id=${north.id}`, { body: { text: 'x' } })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    const contributor = await north.join(`c.${kind}@north.test`);
    expect(await contributor.request('PUT', '/test/bell', { body: {} })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', details: { action: 'UpdateTeam' } },
    });
    expect((await north.owner.request('PUT', '/test/bell', { body: {} })).status).toBe(200);
  });

  it('should name the field of bad input and the cure', async () => {
    for (const [body, field] of [
      [{ text: 3 }, 'body.text'],
      [{ text: 'x'.repeat(21) }, 'body.text'],
      [{ text: 'x', more: 1 }, 'body.more'],
      [[], 'body'],
      [undefined, 'body'],
    ] as const) {
      expect(await north.owner.request('POST', '/test/ring', { body })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_FIELD', details: { issues: [{ field }] } },
      });
    }
    expect(await north.owner.request('GET', '/test/received?colour=red')).toMatchObject({
      status: 400,
      body: { details: { issues: [{ field: 'query.colour' }] } },
    });
    expect((await north.owner.request('POST', '/test/ring', { bytes: Buffer.from('PK') })).status).toBe(415);
    expect(
      (
        await north.owner.request('POST', '/test/ring', {
          headers: { 'content-type': 'application/json' },
          body: JSON.parse('{"__proto__x": 1}'),
        })
      ).status,
    ).toBe(400);
  });

  it('should take an SDK token of its team and no other, and none while the SDK is switched off', async () => {
    const token = await app.app.services.sdkTokens.generate(north.id, north.owner.row.id);
    expect(token).toMatch(new RegExp(`^[-.@_A-Za-z0-9]+=${north.id}$`));
    const headers = { authorization: token, authtype: 'sdk' };
    expect((await app.request('GET', '/test/received', { headers })).status).toBe(200);
    expect((await app.request('GET', `/test/received?team_id=${south.id}`, { headers })).status).toBe(404);
    expect(
      (await app.request('GET', '/test/received', { headers: { ...headers, authorization: `x${token}` } })).status,
    ).toBe(401);
    const { organizations } = app.app.services;
    await organizations.setFeature(north.organizationId, 'sdk', false);
    expect(await app.request('GET', '/test/received', { headers })).toMatchObject({
      status: 403,
      body: { code: 'FEATURE_DISABLED', details: { feature: 'sdk' } },
    });
    expect((await north.owner.request('GET', '/test/received')).status).toBe(200);
    await organizations.setFeature(north.organizationId, 'sdk', true);
    await app.app.services.sdkTokens.revoke(north.id, north.owner.row.id);
    expect((await app.request('GET', '/test/received', { headers })).status).toBe(401);
  });

  it('should number events per team and catch a reader up', async () => {
    const { eventsSince, newestEvent } = await import('#core/kernel/server/index.ts');
    const { DatabaseToken } = await import('#core/kernel/server/index.ts');
    const database = app.app.plugins.service('bell', DatabaseToken);
    const head = await database.tenant(north.id).transaction(trx => newestEvent(trx, north.id));
    await Promise.all(['a', 'b', 'c'].map(text => north.owner.request('POST', '/test/ring', { body: { text } })));
    const events = await database.tenant(north.id).transaction(trx => eventsSince(trx, north.id, head));
    expect(events?.map(each => [each.seq, each.name, each.by])).toEqual(
      [1, 2, 3].map(step => [head + step, 'bell.rang', north.owner.email]),
    );
    expect(await database.tenant(south.id).transaction(trx => eventsSince(trx, north.id, 0))).toEqual([]);
  });
});

it('should refuse a half that contributes other than it declares, by name', async () => {
  const idle = defineServerHalf(definePlugin({ id: 'idle', title: 'Idle', jobs: { nap: { title: 'Nap' } } }), {
    activate: () => undefined,
  });
  await expect(openTestApp(anyDatabase(), { plugins: [], halves: [idle as unknown as AnyServerHalf] })).rejects.toThrow(
    'idle declares job nap but implements none',
  );
});
