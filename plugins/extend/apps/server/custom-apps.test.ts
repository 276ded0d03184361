import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipWriter } from '#core/data/server/index.ts';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { customAppsApi } from '../common/api.ts';
import type { AppView, MountedApp } from '../common/app.ts';
import { allowedOperations } from '../common/capability-operations.ts';

const { operations: own } = customAppsApi;
const SCRIPT = 'export default () => null';
const manifestOf = (more: object = {}): string =>
  JSON.stringify({
    name: 'Hello',
    sdk: '1.0',
    entry: 'main.tsx',
    mounts: [{ place: 'team.page' }],
    capabilities: ['projects.read', 'storage'],
    ...more,
  });
const filesOf = (more: object = {}): Record<string, string> => ({
  'main.tsx': SCRIPT,
  'loupe-app.json': manifestOf(more),
});

type Draft = AppView & { draft: { files: Record<string, string>; revision: number } };

describe('what capabilities let apps call', () => {
  it(
    'should be operations that are there',
    async () => {
      const app = await openTestApp('pglite', { jobs: false });
      const there = new Set(app.app.operations.map(each => `${each.owner}.${each.name}`));
      await app.close();
      expect(allowedOperations.filter(each => !there.has(each))).toEqual([]);
    },
    DATABASE_TIMEOUT_MS,
  );
});

eachDatabase(kind => {
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

  describe('drafts', () => {
    it('should be made of a manifest that can be read, or fail naming file and field', async () => {
      const wrong = await call(owner, own.createApp, { body: { files: filesOf({ mounts: [{ place: 'moon' }] }) } });
      expect(wrong).toMatchObject({
        status: 400,
        body: { code: 'INVALID_FIELD', details: { issues: [{ field: 'loupe-app.json: mounts.0.place' }] } },
      });
      const made = await call<AppView>(owner, own.createApp, {
        body: { files: filesOf({ name: 'Made', description: 'Says hello' }) },
      });
      expect(made.body).toMatchObject({
        name: 'Made',
        description: 'Says hello',
        icon: 'apps',
        state: 'draft',
        version: null,
        author: owner.email,
        errors24h: 0,
        grant: { capabilities: [], hosts: [], open: [] },
      });
      const found = await call<{ data: AppView[]; total_count: number }>(owner, own.searchApps, {
        body: { text: 'SAYS' },
      });
      expect(found.body).toMatchObject({ total_count: 1, data: [{ id: made.body.id }] });
    });

    it('should be kept as they are, and refuse who wrote on an older one', async () => {
      const app_id = await make();
      const saved = await call<{ revision: number; name: string }>(owner, own.saveApp, {
        params: { app_id },
        body: { revision: 1, files: { 'loupe-app.json': '{ broken' } },
      });
      expect(saved.body).toMatchObject({ revision: 2, name: 'Hello' });
      expect(
        await call(owner, own.saveApp, {
          params: { app_id },
          body: { revision: 1, files: { 'loupe-app.json': '{ broken' } },
        }),
      ).toMatchObject({ status: 200, body: { revision: 2 } });
      expect(
        await call(owner, own.saveApp, { params: { app_id }, body: { revision: 1, files: filesOf() } }),
      ).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { revision: 2 } } });
      expect((await call<Draft>(owner, own.getApp, { params: { app_id } })).body.draft).toEqual({
        files: { 'loupe-app.json': '{ broken' },
        revision: 2,
      });
      expect(
        await call(owner, own.publishApp, { params: { app_id }, body: { revision: 2, code: SCRIPT } }),
      ).toMatchObject({ status: 400, body: { error: expect.stringContaining('loupe-app.json') } });
    });

    it('should be no larger than 5 MiB', async () => {
      const answer = await call(owner, own.createApp, {
        body: { files: { ...filesOf(), 'big.ts': 'x'.repeat(5 * 1024 * 1024) } },
      });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'APP_TOO_LARGE', details: { limit: 5 * 1024 * 1024 } },
      });
    });

    it('should go out as an archive and come in again, also from within one folder', async () => {
      const app_id = await make({ name: 'Packed' });
      const given = await call(owner, own.exportApp, { params: { app_id } });
      expect(given.headers['content-disposition']).toContain('Packed.zip');
      const back = await call<AppView>(owner, own.importApp, { bytes: given.raw });
      expect(back.status, JSON.stringify(back.body)).toBe(201);
      expect((await call<Draft>(owner, own.getApp, { params: { app_id: back.body.id } })).body.draft.files).toEqual(
        filesOf({ name: 'Packed' }),
      );
      const zip = new ZipWriter(new AbortController().signal);
      const bytes = (async () => {
        const parts: Buffer[] = [];
        for await (const each of zip.stream) parts.push(each as Buffer);
        return Buffer.concat(parts);
      })();
      await zip.add('app-main/loupe-app.json', manifestOf(), new Date());
      await zip.add('app-main/main.tsx', Buffer.from([0xff, 0xfe]), new Date());
      await zip.end();
      expect(await call(owner, own.importApp, { bytes: await bytes })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('app-main/main.tsx is not valid: is no text') },
      });
      expect(await call(owner, own.importApp, { bytes: Buffer.from('no archive') })).toMatchObject({
        status: 422,
        body: { code: 'ARCHIVE_REFUSED' },
      });
    });
  });

  describe('versions', () => {
    it('should be published, listed, looked at and rolled back to', async () => {
      const app_id = await make();
      expect(await publish(app_id)).toMatchObject({ state: 'published', version: 1 });
      await call(owner, own.saveApp, {
        params: { app_id },
        body: { revision: 1, files: { ...filesOf({ name: 'Second' }), 'more.ts': '1' } },
      });
      expect(
        await call(owner, own.publishApp, { params: { app_id }, body: { revision: 1, code: SCRIPT } }),
      ).toMatchObject({ status: 409 });
      expect(await publish(app_id, 2)).toMatchObject({ version: 2, name: 'Second' });
      expect((await call<AppView>(owner, own.rollBack, { params: { app_id, version: 1 } })).body).toMatchObject({
        version: 3,
        name: 'Hello',
      });
      const { versions } = (
        await call<{ versions: { version: number; note: string }[] }>(owner, own.listVersions, { params: { app_id } })
      ).body;
      expect(versions.map(each => [each.version, each.note])).toEqual([
        [3, 'Version 1 again'],
        [2, ''],
        [1, ''],
      ]);
      expect((await call(owner, own.getVersion, { params: { app_id, version: 2 } })).body).toMatchObject({
        files: { 'more.ts': '1' },
        manifest: { name: 'Second' },
      });
      expect((await call(owner, own.appScript, { params: { app_id, version: 3 } })).raw.toString()).toBe(SCRIPT);
    });

    it('should not be granted what they newly ask for, nor what they asked for once and dropped', async () => {
      const app_id = await published({}, { capabilities: ['projects.read'] });
      const step = async (revision: number, capabilities: string[]): Promise<AppView> => {
        await call(owner, own.saveApp, { params: { app_id }, body: { revision, files: filesOf({ capabilities }) } });
        return publish(app_id, revision + 1);
      };
      expect(await step(1, ['projects.read', 'items.read'])).toMatchObject({
        grant: { capabilities: ['projects.read'] },
        asks: { capabilities: ['projects.read', 'items.read'] },
      });
      expect(await step(2, ['items.read'])).toMatchObject({ grant: { capabilities: [] } });
      expect(await step(3, ['projects.read'])).toMatchObject({ grant: { capabilities: [] } });
    });

    it('should not be granted what they do not ask for', async () => {
      const app_id = await make();
      expect(await grant(app_id, { capabilities: ['language_models.run'] })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('capabilities.0') },
      });
      expect(await grant(app_id, { hosts: ['a.test'] })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('hosts.0') },
      });
    });
  });

  describe('who may open them', () => {
    const mounted = async (person: TestPerson): Promise<readonly number[]> =>
      (await call<{ apps: MountedApp[] }>(person, own.mountedApps)).body.apps.map(each => each.id);

    it('should be admins, and the roles that were named', async () => {
      const [closed, forAll, forAnnotators] = [
        await published(),
        await published({}, { open: ['contributor'] }),
        await published({}, { open: [1] }),
      ];
      expect(await mounted(owner)).toEqual(expect.arrayContaining([closed, forAll, forAnnotators]));
      expect(await mounted(ana)).toEqual([forAll, forAnnotators]);
      expect(await mounted(ben)).toEqual([forAll]);
      expect((await call(ben, own.appScript, { params: { app_id: forAnnotators, version: 1 } })).status).toBe(404);
      expect((await call(ana, own.appScript, { params: { app_id: forAnnotators, version: 1 } })).status).toBe(200);
      const { body } = await ana.request<{ actions: string[] }>('POST', '/access', { body: { team_id: team.id } });
      expect(JSON.stringify(body)).toContain('UseCustomApp');
      await call(owner, own.setAppState, { params: { app_id: forAll }, body: { state: 'disabled' } });
      expect(await mounted(ben)).toEqual([]);
      expect(
        (await call(owner, own.setAppState, { params: { app_id: await make() }, body: { state: 'published' } })).body,
      ).toMatchObject({ code: 'APP_NOT_PUBLISHED' });
      expect(JSON.stringify((await ben.request('POST', '/access', { body: { team_id: team.id } })).body)).not.toContain(
        'UseCustomApp',
      );
    });

    it('should get the commands of an app only when they were allowed, and while it is on', async () => {
      const commands = [{ id: 'refresh', title: 'Refresh', place: 'team.page' }];
      const app_id = await published({ commands, capabilities: ['commands', 'storage'] }, { open: ['contributor'] });
      const offered = async (person: TestPerson): Promise<unknown> =>
        (await call<{ apps: MountedApp[] }>(person, own.mountedApps)).body.apps.find(each => each.id === app_id)
          ?.commands;
      expect((await call<Draft>(owner, own.getApp, { params: { app_id } })).body.asks).toEqual({
        capabilities: ['commands', 'storage'],
        hosts: [],
        commands: ['Refresh'],
      });
      expect(await offered(ben)).toEqual([]);
      await grant(app_id, { capabilities: ['commands'], open: ['contributor'] });
      expect(await offered(ben)).toEqual(commands);
      await grant(app_id, { capabilities: ['commands'] });
      expect(await offered(ben)).toBeUndefined();
      expect(await offered(owner)).toEqual(commands);
      await call(owner, own.setAppState, { params: { app_id }, body: { state: 'disabled' } });
      expect(await offered(owner)).toBeUndefined();
    });

    it('should be nobody of another team', async () => {
      const app_id = await published({}, { open: ['contributor'] });
      const answer = await stranger.owner.call('main', own.getApp, { params: { team_id: stranger.id, app_id } });
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect((await asApp(stranger.owner, app_id, '/api/v1/projects')).status).toBe(404);
    });
  });

  describe('calls', () => {
    it('should pass only with a capability that was granted, within the rights of the person, and be noted', async () => {
      const app_id = await published(
        { capabilities: ['projects.read', 'items.read'] },
        { capabilities: ['projects.read'], open: ['contributor'] },
      );
      expect((await asApp<{ data: unknown[] }>(owner, app_id, '/api/v1/projects')).body.data).toHaveLength(1);
      expect((await asApp<{ data: unknown[] }>(ben, app_id, '/api/v1/projects')).body.data).toHaveLength(0);
      expect(await asApp(owner, app_id, `/api/v1/project/${project}/items`)).toMatchObject({
        status: 403,
        body: {
          code: 'CAPABILITY_DENIED',
          details: { capability: 'items.read', operation: 'items.listItems' },
          error: expect.stringContaining('See items'),
        },
      });
      expect(await asApp(owner, app_id, `/project/${project}`, 'DELETE')).toMatchObject({
        status: 403,
        body: { code: 'CAPABILITY_DENIED' },
      });
      expect(await asApp(ben, app_id, `/api/v1/project/${project}`)).toMatchObject({ status: 404 });
      expect(
        (await owner.call('main', projectsApi.operations.getProject, { params: { project_id: project } })).status,
      ).toBe(200);
      expect((await lines(app_id)).map(each => [each.call, each.outcome, each.code, each.user])).toEqual([
        ['projects.getProject', 'failed', 'NOT_FOUND', ben.email],
        ['projects.deleteProject', 'refused', 'CAPABILITY_DENIED', owner.email],
        ['items.listItems', 'refused', 'CAPABILITY_DENIED', owner.email],
        ['projects.listProjects', 'done', null, ben.email],
        ['projects.listProjects', 'done', null, owner.email],
      ]);
      expect((await lines(app_id, { outcome: 'done' }))[0]!.milliseconds).toBeGreaterThanOrEqual(0);
      expect((await call<Draft>(owner, own.getApp, { params: { app_id } })).body.errors24h).toBe(3);
    });

    it('should be refused with a header that names no app of the caller', async () => {
      expect(await asApp(owner, 'one', '/api/v1/projects')).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('x-loupe-app') },
      });
      expect(await asApp(owner, 2_000_000_000, '/api/v1/projects')).toMatchObject({ status: 404 });
      const closed = await published({}, { capabilities: ['projects.read'] });
      expect(await asApp(ben, closed, '/api/v1/projects')).toMatchObject({ status: 404 });
    });

    it('should be so many in a second', async () => {
      const app_id = await published({}, { capabilities: ['projects.read'] });
      const answers = await Promise.all(Array.from({ length: 160 }, () => asApp(owner, app_id, '/api/v1/projects')));
      expect(answers.some(each => each.status === 429 && each.body['code'] === 'RATE_LIMITED')).toBe(true);
      expect((await lines(app_id, { outcome: 'refused' })).map(each => each.code)).toEqual(['RATE_LIMITED']);
    });

    it('should write nothing but comments when only comments may be written', async () => {
      const app_id = await published(
        { capabilities: ['comments.write', 'annotations.read', 'annotations.write'] },
        { capabilities: ['comments.write', 'annotations.read'] },
      );
      const { operations } = annotationDocumentApi;
      const read = await asApp<{ revision: number; document: object }>(
        owner,
        app_id,
        `/api/v1/project/${project}/item/${item}/annotation`,
      );
      expect(read.status, JSON.stringify(read.body)).toBe(200);
      const put = (data: object): Promise<Answer> =>
        asApp(
          owner,
          app_id,
          operations.saveAnnotation.path.replace(':project_id', String(project)).replace(':item_id', String(item)),
          'PUT',
          { op: crypto.randomUUID(), base: read.body.revision, data },
        );
      const instance = { id: 1, type: 'bbox', classId: -1, className: 'Car', points: { x1: 1, x2: 9, y1: 1, y2: 9 } };
      expect(await put({ ...read.body.document, instances: [instance] })).toMatchObject({
        status: 403,
        body: { code: 'CAPABILITY_DENIED', details: { capability: 'annotations.write' } },
      });
      expect(await put({ instances: 5 })).toMatchObject({ status: 403, body: { code: 'CAPABILITY_DENIED' } });
      const commented = await put({
        ...read.body.document,
        comments: [{ x: 1, y: 2, resolved: false, correspondence: [{ text: 'Look', email: owner.email }] }],
      });
      expect(commented.status, JSON.stringify(commented.body)).toBe(200);
    });

    it('should be reported by the host as well', async () => {
      const app_id = await published({}, { open: ['contributor'] });
      expect(
        (
          await call(ben, own.tellOfApp, {
            params: { app_id },
            body: { entries: [{ call: 'items.get', outcome: 'refused', code: 'CAPABILITY_DENIED', item_id: item }] },
          })
        ).status,
      ).toBe(200);
      expect((await lines(app_id))[0]).toMatchObject({ call: 'items.get', outcome: 'refused', user: ben.email });
    });
  });

  describe('data', () => {
    it('should be kept with a mark that a writer on an older one is refused by', async () => {
      const app_id = await published({}, { capabilities: ['storage'], open: ['contributor'] });
      const path = `/team/${team.id}/customapps/${app_id}/data`;
      expect((await asApp(ben, app_id, path)).body).toEqual({ value: null, etag: 'none' });
      const first = await asApp<{ etag: string }>(ben, app_id, path, 'PUT', {
        value: { a: ['\u0000', 1] },
        etag: 'none',
      });
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      expect((await asApp(owner, app_id, path)).body).toEqual({ value: { a: ['\u0000', 1] }, etag: first.body.etag });
      expect(await asApp(ben, app_id, path, 'PUT', { value: 2, etag: 'none' })).toMatchObject({
        status: 409,
        body: { details: { etag: first.body.etag } },
      });
      expect((await asApp(ben, app_id, path, 'PUT', { value: 2 })).status).toBe(200);
      expect(await asApp(ben, app_id, path, 'PUT', { value: 'x'.repeat(5 * 1024 * 1024) })).toMatchObject({
        status: 422,
        body: { code: 'DATA_TOO_LARGE' },
      });
      const other = await published({}, { capabilities: ['storage'], open: ['contributor'] });
      expect(await asApp(ben, other, path)).toMatchObject({ status: 403, body: { code: 'CAPABILITY_DENIED' } });
    });

    it('should be kept per item for who sees the item', async () => {
      const app_id = await published({}, { capabilities: ['storage'], open: ['contributor'] });
      const path = `/team/${team.id}/customapps/${app_id}/items/${item}/data`;
      expect((await asApp(owner, app_id, path, 'PUT', { value: 'seen' })).status).toBe(200);
      expect((await asApp(owner, app_id, path)).body).toMatchObject({ value: 'seen' });
      expect((await asApp(ben, app_id, path)).status).toBe(404);
      expect(await asApp(owner, app_id, path, 'PUT', { value: 'x'.repeat(65_536) })).toMatchObject({
        status: 422,
        body: { code: 'DATA_TOO_LARGE', details: { limit: 65_536 } },
      });
    });
  });

  describe('requests to other hosts', () => {
    it('should go to hosts that were allowed, and to no other', async () => {
      const app_id = await published({ hosts: [origin, 'a.test'] }, { hosts: [origin] });
      const send = (body: object): Promise<Answer> => call(owner, own.appFetch, { params: { app_id }, body });
      const answer = await send({ url: `${origin}/x`, method: 'POST', headers: { 'x-mine': 'yes' }, body: 'text' });
      expect(answer).toMatchObject({
        status: 200,
        body: { status: 200, body: 'POST yes nobody', headers: { 'content-type': 'text/plain' } },
      });
      expect(JSON.stringify(answer.body)).not.toContain('a=b');
      expect(await send({ url: 'https://a.test/' })).toMatchObject({
        status: 403,
        body: { code: 'HOST_DENIED', details: { host: 'https://a.test' } },
      });
      expect(await send({ url: `${origin}/away` })).toMatchObject({ status: 422, body: { code: 'EGRESS_REFUSED' } });
      expect(await send({ url: `${origin}/`, headers: { Cookie: 'a' } })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('headers.Cookie') },
      });
      expect(await send({ url: 'file:///etc/passwd' })).toMatchObject({ status: 400 });
      expect((await lines(app_id)).map(each => [each.call, each.outcome])).toEqual([
        ['GET no address', 'refused'],
        [`GET ${origin}`, 'refused'],
        [`GET ${origin}`, 'refused'],
        ['GET https://a.test', 'refused'],
        [`POST ${origin}`, 'done'],
      ]);
    });
  });

  it('should be deleted with their versions and data', async () => {
    const app_id = await published({}, { capabilities: ['storage'] });
    await call(owner, own.putAppData, { params: { app_id }, body: { value: 1 } });
    expect((await call(owner, own.deleteApp, { params: { app_id } })).status).toBe(200);
    expect((await call(owner, own.getApp, { params: { app_id } })).status).toBe(404);
  });
});
