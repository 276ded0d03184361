import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { customAppsApi } from '../common/api.ts';
import type { AppView } from '../common/app.ts';

export const { operations: own } = customAppsApi;

export const SCRIPT = 'export default () => null';

export const manifestOf = (more: object = {}): string =>
  JSON.stringify({
    name: 'Hello',
    sdk: '1.0',
    entry: 'main.tsx',
    mounts: [{ place: 'team.page' }],
    capabilities: ['projects.read', 'storage'],
    ...more,
  });

export const filesOf = (more: object = {}): Record<string, string> => ({
  'main.tsx': SCRIPT,
  'loupe-app.json': manifestOf(more),
});

export type Draft = AppView & { draft: { files: Record<string, string>; revision: number } };

/** Makes apps, publishes and grants them, and calls the server as an app. */
export function appSession(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let ben: TestPerson;
  let stranger: TestTeam;
  let project: number;
  let item: number;
  let outside: ReturnType<typeof createServer>;
  let origin: string;

  const call = <T = Record<string, unknown>>(
    person: TestPerson,
    operation: (typeof own)[keyof typeof own],
    args: object = {},
  ): Promise<Answer<T>> => {
    const given = args as { params?: object };
    return person.call<T>('main', operation, { ...args, params: { team_id: team.id, ...given.params } });
  };
  const make = async (more: object = {}): Promise<number> => {
    const made = await call<AppView>(owner, own.createApp, { body: { files: filesOf(more) } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };
  const publish = async (app_id: number, revision = 1): Promise<AppView> =>
    (await call<AppView>(owner, own.publishApp, { params: { app_id }, body: { revision, code: SCRIPT } })).body;
  const grant = (app_id: number, body: object): Promise<Answer> =>
    call(owner, own.grantApp, { params: { app_id }, body: { capabilities: [], hosts: [], open: [], ...body } });
  const published = async (more: object = {}, granted: object = {}): Promise<number> => {
    const id = await make(more);
    await publish(id);
    expect((await grant(id, granted)).status).toBe(200);
    return id;
  };
  const asApp = <T = Record<string, unknown>>(
    person: TestPerson,
    id: number | string,
    url: string,
    method = 'GET',
    body?: unknown,
  ): Promise<Answer<T>> =>
    person.request<T>(method, url, { headers: { 'x-loupe-app': String(id) }, ...(body === undefined ? {} : { body }) });
  const lines = async (
    app_id: number,
    query: object = {},
  ): Promise<{ call: string; outcome: string; code: string | null; user: string; milliseconds: number | null }[]> =>
    (await call<{ data: never[] }>(owner, own.appCalls, { params: { app_id }, query })).body.data;

  beforeAll(async () => {
    outside = createServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end();
      else
        response
          .setHeader('set-cookie', 'a=b')
          .setHeader('content-type', 'text/plain')
          .end(
            `${request.method} ${request.headers['x-mine'] ?? 'nothing'} ${request.headers.authorization ?? 'nobody'}`,
          );
    });
    await new Promise<void>(resolve => outside.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    app = await openTestApp(kind, { jobs: false, settings: { egressAllow: ['127.0.0.1'] } });
    team = await app.team('North');
    ({ owner } = team);
    ana = await team.join('ana@north.test');
    ben = await team.join('ben@north.test');
    stranger = await app.team('South');
    project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Cars', type: 1 } })).body.id;
    await owner.call('main', contributorsApi.operations.shareProject, {
      params: { project_id: project },
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    item = (
      await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
        body: { project_id: project, upload_state: 3, images: [{ name: 'one' }], meta: {} },
      })
    ).body[0]!.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    outside?.close();
  }, DATABASE_TIMEOUT_MS);

  return {
    get team() {
      return team;
    },
    get owner() {
      return owner;
    },
    get ana() {
      return ana;
    },
    get ben() {
      return ben;
    },
    get stranger() {
      return stranger;
    },
    get project() {
      return project;
    },
    get item() {
      return item;
    },
    get origin() {
      return origin;
    },
    call,
    make,
    publish,
    grant,
    published,
    asApp,
    lines,
  };
}

export type AppSession = ReturnType<typeof appSession>;
