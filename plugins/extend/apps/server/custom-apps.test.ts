import { describe, expect, it } from 'vitest';
import { ZipWriter } from '#core/data/server/index.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { AppView, MountedApp } from '../common/app.ts';
import { allowedOperations } from '../common/capability-operations.ts';
import { appSession, own, SCRIPT, manifestOf, filesOf } from './app-session.support.ts';
import type { Draft } from './app-session.support.ts';
import { appCallTests } from './app-calls.support.ts';

describe('what capabilities let apps call', () => {
  it(
    'should be operations that are there',
    async () => {
      const app = await openTestApp(anyDatabase(), { jobs: false });
      const there = new Set(app.app.operations.map(each => `${each.owner}.${each.name}`));
      await app.close();
      expect(allowedOperations.filter(each => !there.has(each))).toEqual([]);
    },
    DATABASE_TIMEOUT_MS,
  );
});

eachDatabase(kind => {
  const session = appSession(kind);
  const { call, make, grant, publish, published, asApp } = session;

  describe('drafts', () => {
    it('should be made of a manifest that can be read, or fail naming file and field', async () => {
      const wrong = await call(session.owner, own.createApp, {
        body: { files: filesOf({ mounts: [{ place: 'moon' }] }) },
      });
      expect(wrong).toMatchObject({
        status: 400,
        body: { code: 'INVALID_FIELD', details: { issues: [{ field: 'loupe-app.json: mounts.0.place' }] } },
      });
      const made = await call<AppView>(session.owner, own.createApp, {
        body: { files: filesOf({ name: 'Made', description: 'Says hello' }) },
      });
      expect(made.body).toMatchObject({
        name: 'Made',
        description: 'Says hello',
        icon: 'apps',
        state: 'draft',
        version: null,
        author: session.owner.email,
        errors24h: 0,
        grant: { capabilities: [], hosts: [], open: [] },
      });
      const found = await call<{ data: AppView[]; total_count: number }>(session.owner, own.searchApps, {
        body: { text: 'SAYS' },
      });
      expect(found.body).toMatchObject({ total_count: 1, data: [{ id: made.body.id }] });
    });

    it('should be kept as they are, and refuse who wrote on an older one', async () => {
      const app_id = await make();
      const saved = await call<{ revision: number; name: string }>(session.owner, own.saveApp, {
        params: { app_id },
        body: { revision: 1, files: { 'loupe-app.json': '{ broken' } },
      });
      expect(saved.body).toMatchObject({ revision: 2, name: 'Hello' });
      expect(
        await call(session.owner, own.saveApp, {
          params: { app_id },
          body: { revision: 1, files: { 'loupe-app.json': '{ broken' } },
        }),
      ).toMatchObject({ status: 200, body: { revision: 2 } });
      expect(
        await call(session.owner, own.saveApp, { params: { app_id }, body: { revision: 1, files: filesOf() } }),
      ).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { revision: 2 } } });
      expect((await call<Draft>(session.owner, own.getApp, { params: { app_id } })).body.draft).toEqual({
        files: { 'loupe-app.json': '{ broken' },
        revision: 2,
      });
      expect(
        await call(session.owner, own.publishApp, { params: { app_id }, body: { revision: 2, code: SCRIPT } }),
      ).toMatchObject({ status: 400, body: { error: expect.stringContaining('loupe-app.json') } });
    });

    it('should be no larger than 5 MiB', async () => {
      const answer = await call(session.owner, own.createApp, {
        body: { files: { ...filesOf(), 'big.ts': 'x'.repeat(5 * 1024 * 1024) } },
      });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'APP_TOO_LARGE', details: { limit: 5 * 1024 * 1024 } },
      });
    });

    it('should go out as an archive and come in again, also from within one folder', async () => {
      const app_id = await make({ name: 'Packed' });
      const given = await call(session.owner, own.exportApp, { params: { app_id } });
      expect(given.headers['content-disposition']).toContain('Packed.zip');
      const back = await call<AppView>(session.owner, own.importApp, { bytes: given.raw });
      expect(back.status, JSON.stringify(back.body)).toBe(201);
      expect(
        (await call<Draft>(session.owner, own.getApp, { params: { app_id: back.body.id } })).body.draft.files,
      ).toEqual(filesOf({ name: 'Packed' }));
      const zip = new ZipWriter(new AbortController().signal);
      const bytes = (async () => {
        const parts: Buffer[] = [];
        for await (const each of zip.stream) parts.push(each as Buffer);
        return Buffer.concat(parts);
      })();
      await zip.add('app-main/loupe-app.json', manifestOf(), new Date());
      await zip.add('app-main/main.tsx', Buffer.from([0xff, 0xfe]), new Date());
      await zip.end();
      expect(await call(session.owner, own.importApp, { bytes: await bytes })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('app-main/main.tsx is not valid: is no text') },
      });
      expect(await call(session.owner, own.importApp, { bytes: Buffer.from('no archive') })).toMatchObject({
        status: 422,
        body: { code: 'ARCHIVE_REFUSED' },
      });
    });
  });

  describe('versions', () => {
    it('should be published, listed, looked at and rolled back to', async () => {
      const app_id = await make();
      expect(await publish(app_id)).toMatchObject({ state: 'published', version: 1 });
      await call(session.owner, own.saveApp, {
        params: { app_id },
        body: { revision: 1, files: { ...filesOf({ name: 'Second' }), 'more.ts': '1' } },
      });
      expect(
        await call(session.owner, own.publishApp, { params: { app_id }, body: { revision: 1, code: SCRIPT } }),
      ).toMatchObject({ status: 409 });
      expect(await publish(app_id, 2)).toMatchObject({ version: 2, name: 'Second' });
      expect((await call<AppView>(session.owner, own.rollBack, { params: { app_id, version: 1 } })).body).toMatchObject(
        { version: 3, name: 'Hello' },
      );
      const { versions } = (
        await call<{ versions: { version: number; note: string }[] }>(session.owner, own.listVersions, {
          params: { app_id },
        })
      ).body;
      expect(versions.map(each => [each.version, each.note])).toEqual([
        [3, 'Version 1 again'],
        [2, ''],
        [1, ''],
      ]);
      expect((await call(session.owner, own.getVersion, { params: { app_id, version: 2 } })).body).toMatchObject({
        files: { 'more.ts': '1' },
        manifest: { name: 'Second' },
      });
      expect((await call(session.owner, own.appScript, { params: { app_id, version: 3 } })).raw.toString()).toBe(
        SCRIPT,
      );
    });

    it('should not be granted what they newly ask for, nor what they asked for once and dropped', async () => {
      const app_id = await published({}, { capabilities: ['projects.read'] });
      const step = async (revision: number, capabilities: string[]): Promise<AppView> => {
        await call(session.owner, own.saveApp, {
          params: { app_id },
          body: { revision, files: filesOf({ capabilities }) },
        });
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
      expect(await mounted(session.owner)).toEqual(expect.arrayContaining([closed, forAll, forAnnotators]));
      expect(await mounted(session.ana)).toEqual([forAll, forAnnotators]);
      expect(await mounted(session.ben)).toEqual([forAll]);
      expect((await call(session.ben, own.appScript, { params: { app_id: forAnnotators, version: 1 } })).status).toBe(
        404,
      );
      expect((await call(session.ana, own.appScript, { params: { app_id: forAnnotators, version: 1 } })).status).toBe(
        200,
      );
      const { body } = await session.ana.request<{ actions: string[] }>('POST', '/access', {
        body: { team_id: session.team.id },
      });
      expect(JSON.stringify(body)).toContain('UseCustomApp');
      await call(session.owner, own.setAppState, { params: { app_id: forAll }, body: { state: 'disabled' } });
      expect(await mounted(session.ben)).toEqual([]);
      expect(
        (await call(session.owner, own.setAppState, { params: { app_id: await make() }, body: { state: 'published' } }))
          .body,
      ).toMatchObject({ code: 'APP_NOT_PUBLISHED' });
      expect(
        JSON.stringify((await session.ben.request('POST', '/access', { body: { team_id: session.team.id } })).body),
      ).not.toContain('UseCustomApp');
    });

    it('should get the commands of an app only when they were allowed, and while it is on', async () => {
      const commands = [{ id: 'refresh', title: 'Refresh', place: 'team.page' }];
      const app_id = await published({ commands, capabilities: ['commands', 'storage'] }, { open: ['contributor'] });
      const offered = async (person: TestPerson): Promise<unknown> =>
        (await call<{ apps: MountedApp[] }>(person, own.mountedApps)).body.apps.find(each => each.id === app_id)
          ?.commands;
      expect((await call<Draft>(session.owner, own.getApp, { params: { app_id } })).body.asks).toEqual({
        capabilities: ['commands', 'storage'],
        hosts: [],
        commands: ['Refresh'],
      });
      expect(await offered(session.ben)).toEqual([]);
      await grant(app_id, { capabilities: ['commands'], open: ['contributor'] });
      expect(await offered(session.ben)).toEqual(commands);
      await grant(app_id, { capabilities: ['commands'] });
      expect(await offered(session.ben)).toBeUndefined();
      expect(await offered(session.owner)).toEqual(commands);
      await call(session.owner, own.setAppState, { params: { app_id }, body: { state: 'disabled' } });
      expect(await offered(session.owner)).toBeUndefined();
    });

    it('should be nobody of another team', async () => {
      const app_id = await published({}, { open: ['contributor'] });
      const answer = await session.stranger.owner.call('main', own.getApp, {
        params: { team_id: session.stranger.id, app_id },
      });
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect((await asApp(session.stranger.owner, app_id, '/api/v1/projects')).status).toBe(404);
    });
  });

  describe('data', () => {
    it('should be kept with a mark that a writer on an older one is refused by', async () => {
      const app_id = await published({}, { capabilities: ['storage'], open: ['contributor'] });
      const path = `/team/${session.team.id}/customapps/${app_id}/data`;
      expect((await asApp(session.ben, app_id, path)).body).toEqual({ value: null, etag: 'none' });
      const first = await asApp<{ etag: string }>(session.ben, app_id, path, 'PUT', {
        value: { a: ['\u0000', 1] },
        etag: 'none',
      });
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      expect((await asApp(session.owner, app_id, path)).body).toEqual({
        value: { a: ['\u0000', 1] },
        etag: first.body.etag,
      });
      expect(await asApp(session.ben, app_id, path, 'PUT', { value: 2, etag: 'none' })).toMatchObject({
        status: 409,
        body: { details: { etag: first.body.etag } },
      });
      expect((await asApp(session.ben, app_id, path, 'PUT', { value: 2 })).status).toBe(200);
      expect(await asApp(session.ben, app_id, path, 'PUT', { value: 'x'.repeat(5 * 1024 * 1024) })).toMatchObject({
        status: 422,
        body: { code: 'DATA_TOO_LARGE' },
      });
      const other = await published({}, { capabilities: ['storage'], open: ['contributor'] });
      expect(await asApp(session.ben, other, path)).toMatchObject({ status: 403, body: { code: 'CAPABILITY_DENIED' } });
    });

    it('should be kept per item for who sees the item', async () => {
      const app_id = await published({}, { capabilities: ['storage'], open: ['contributor'] });
      const path = `/team/${session.team.id}/customapps/${app_id}/items/${session.item}/data`;
      expect((await asApp(session.owner, app_id, path, 'PUT', { value: 'seen' })).status).toBe(200);
      expect((await asApp(session.owner, app_id, path)).body).toMatchObject({ value: 'seen' });
      expect((await asApp(session.ben, app_id, path)).status).toBe(404);
      expect(await asApp(session.owner, app_id, path, 'PUT', { value: 'x'.repeat(65_536) })).toMatchObject({
        status: 422,
        body: { code: 'DATA_TOO_LARGE', details: { limit: 65_536 } },
      });
    });
  });

  it('should be deleted with their versions and data', async () => {
    const app_id = await published({}, { capabilities: ['storage'] });
    await call(session.owner, own.putAppData, { params: { app_id }, body: { value: 1 } });
    expect((await call(session.owner, own.deleteApp, { params: { app_id } })).status).toBe(200);
    expect((await call(session.owner, own.getApp, { params: { app_id } })).status).toBe(404);
  });

  appCallTests(session);
});
