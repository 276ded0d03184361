import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp, TestPerson, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Access {
  readonly actions: string[];
  readonly action_groups: string[];
}
interface Template {
  readonly id: number;
  readonly name: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let otherScript: ScriptClient;
  let ana: TestPerson;
  let project: number;
  let hidden: number;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow', 'skeletons', 's3-ingest'] });
    team = await app.team('North');
    script = await scriptClient(app, team);
    otherScript = await scriptClient(app, await app.team('South'));
    ana = await team.join('ana@north.test');
    project = await scriptProject(script, 'Seen');
    hidden = await scriptProject(script, 'Hidden');
    await script.call('main', 'POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: [{ user_id: 'ana@north.test', user_role: 1 }] },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('action/accessCheck', () => {
    it('reports for each action whether the caller holds it, unknown ones and hostile names too', async () => {
      const { body } = await ana.request('POST', '/action/accessCheck', {
        body: { actions: ['ViewItem', 'ListFolders', 'NoSuchThing', 'constructor'], project_id: project },
      });
      expect(body).toEqual({ allowed: { ViewItem: true, ListFolders: false, NoSuchThing: false, constructor: false } });
      expect(
        (await script.call('main', 'POST', '/action/accessCheck', { body: { actions: ['CreateProject'] } })).body,
      ).toEqual({ allowed: { CreateProject: true } });
    });

    it('does not find a project the caller has no part in', async () => {
      expect(
        (await ana.request('POST', '/action/accessCheck', { body: { actions: ['ViewItem'], project_id: hidden } }))
          .status,
      ).toBe(404);
    });
  });

  it('resources are the projects in which all the actions are held', async () => {
    const resources = async (by: { request: TestPerson['request'] }, actions: string[]): Promise<unknown> =>
      (await by.request<{ resources: { id: number }[] }>('POST', '/resources', { body: { type: 'project', actions } }))
        .body.resources;
    expect(await resources(ana, ['ViewItem'])).toEqual([{ type: 'project', id: project }]);
    expect(await resources(ana, ['ViewItem', 'ListFolders'])).toEqual([]);
    expect(await resources(team.owner, ['ListFolders'])).toEqual([
      { type: 'project', id: project },
      { type: 'project', id: hidden },
    ]);
  });

  it('access is all that is held, in the team or a project; in bulk without what is not seen', async () => {
    expect((await ana.request<{ access: Access }>('POST', '/access', { body: {} })).body.access.actions).not.toContain(
      'CreateProject',
    );
    expect(
      (await ana.request<{ access: Access }>('POST', '/access', { body: { project_id: project } })).body.access,
    ).toMatchObject({
      actions: expect.arrayContaining(['AnnotateItem']),
      action_groups: expect.arrayContaining(['Labeling']),
    });
    expect((await ana.request('POST', '/access', { body: { project_id: hidden } })).status).toBe(404);
    const { access } = (
      await ana.request<{ access: Record<string, Access> }>('POST', '/access/bulk', {
        body: { project_ids: [project, hidden, 2_000_000_000] },
      })
    ).body;
    expect(Object.keys(access)).toEqual([String(project)]);
    expect((await otherScript.call('main', 'POST', '/access/bulk', { body: { project_ids: [project] } })).body).toEqual(
      { access: {} },
    );
  });

  describe('GET provider', () => {
    it('gives upload credentials of a project for an hour, and where files go', async () => {
      const { status, body } = await script.call<{ credentials: { kind: string; expiresAt: string }; root: string }>(
        'main',
        'GET',
        '/provider',
        { query: { project_id: project } },
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({
        credentials: {
          kind: 's3',
          accessKeyId: expect.any(String),
          secretAccessKey: expect.any(String),
          sessionToken: expect.any(String),
          endpoint: 'http://localhost',
        },
        root: expect.stringMatching(/^[\w-]+\/p\d+-f\d+-\w+\/$/),
      });
      expect(Math.round((Date.parse(body.credentials.expiresAt) - Date.now()) / 60_000)).toBe(60);
    });

    it('needs a project, and the right to upload', async () => {
      expect(await script.call('main', 'GET', '/provider')).toMatchObject({
        status: 400,
        body: { code: 'INVALID_FIELD' },
      });
      expect((await ana.request('GET', `/provider?project_id=${project}`)).status).toBe(403);
      expect((await ana.request('GET', `/provider?project_id=${hidden}`)).status).toBe(404);
    });
  });

  describe('templates', () => {
    const data = {
      points: [
        { x: 0, y: 0 },
        { x: 10, y: 5 },
      ],
      connections: [[0, 1]],
      labels: ['wrist', 'thumb'],
    };

    it('are an empty list at first, as the client reads it before every upload', async () => {
      expect((await script.call('main', 'GET', '/templates')).body).toEqual({ data: [] });
    });

    it('are made, changed, listed and deleted by admins', async () => {
      const made = await script.call<Template>('main', 'POST', '/templates', { body: { name: 'hand', type: 1, data } });
      expect(made).toMatchObject({
        status: 201,
        body: { name: 'hand', team_id: team.id, type: 1, data, isPublic: true },
      });
      expect(
        (await script.call<Template>('main', 'PUT', `/templates/${made.body.id}`, { body: { name: 'left hand' } }))
          .body,
      ).toMatchObject({ name: 'left hand', data });
      expect((await ana.request<{ data: Template[] }>('GET', '/templates')).body.data.map(each => each.name)).toEqual([
        'left hand',
      ]);
      await script.call('main', 'PUT', `/templates/${made.body.id}`, { body: { isPublic: false } });
      expect((await ana.request('GET', '/templates')).body).toEqual({ data: [] });
      expect((await otherScript.call('main', 'DELETE', `/templates/${made.body.id}`)).status).toBe(404);
      expect((await script.call('main', 'DELETE', `/templates/${made.body.id}`)).body).toEqual({ success: true });
      expect((await script.call('main', 'DELETE', `/templates/${made.body.id}`)).status).toBe(404);
    });

    it('are refused with what is wrong', async () => {
      const make = (body: object): Promise<{ status: number; body: Record<string, unknown> }> =>
        script.call('main', 'POST', '/templates', { body });
      await make({ name: 'foot', data });
      expect(await make({ name: 'FOOT', data })).toMatchObject({ status: 409, body: { code: 'NAME_EXISTS' } });
      expect(await make({ name: 'arm', data: { ...data, connections: [[0, 2]] } })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('connections') },
      });
      expect(await make({ name: 'wing', data: { ...data, labels: ['\uD83D'] } }), 'half a character').toMatchObject({
        status: 400,
        body: { code: 'INVALID_FIELD' },
      });
      expect((await ana.request('POST', '/templates', { body: { name: 'leg', data } })).status).toBe(403);
    });
  });

  describe('folders/search of work management', () => {
    const search = async (
      query: object,
    ): Promise<{ data: { name: string; status: number | null; folderUsers: unknown[] }[]; count: number }> =>
      (
        await script.call<{ data: { name: string; status: number | null; folderUsers: unknown[] }[]; count: number }>(
          'work-management',
          'POST',
          '/api/v1/folders/search',
          { context: { project_id: project }, body: { query: { limit: 100, offset: 0, ...query } } },
        )
      ).body;

    it('finds by the query, the root among all folders and with the alternative of a missing status', async () => {
      for (const name of ['a', 'b'])
        await script.call('main', 'POST', '/folder', { query: { project_id: project }, body: { name } });
      const all = await search({ search: {} });
      expect([all.count, all.data.map(each => each.name)]).toEqual([3, ['root', 'a', 'b']]);
      expect((await search({ search: { $and: [{ name: { $eq: 'b' } }] } })).data.map(each => each.name)).toEqual(['b']);
      expect((await search({ search: { $and: [{ status: { $eq: 1 } }] } })).data.map(each => each.name)).toEqual([
        'a',
        'b',
      ]);
      expect(
        (
          await search({ search: { $and: [{ $or: [{ status: { $notin: [1] } }, { status: { $isnull: true } }] }] } })
        ).data.map(each => each.name),
      ).toEqual(['root']);
      expect((await search({ search: {}, limit: 1, offset: 1 })).data.map(each => each.name)).toEqual(['a']);
    });

    it('joins the people of folders, with role and state', async () => {
      await script.call('main', 'POST', '/folder/editAssignment', {
        query: { project_id: project },
        body: { folder_name: 'a', assign_user_ids: ['ana@north.test'] },
      });
      const { data } = await search({
        search: { name: { $eq: 'a' } },
        join: [
          { field: 'folderUsers', select: ['id'] },
          { field: 'folderUsers.projectUser', select: ['id', 'email', 'role', 'state'] },
        ],
      });
      expect(data).toMatchObject([
        {
          folderUsers: [
            { id: expect.any(Number), projectUser: { email: 'ana@north.test', role: 1, state: 'CONFIRMED' } },
          ],
        },
      ]);
      expect((await search({ search: { name: { $eq: 'a' } } })).data, 'an empty list without the join').toMatchObject([
        { folderUsers: [] },
      ]);
    });

    it('refuses fields it does not know', async () => {
      const columns = ['id', 'project_id', 'name', 'status', 'team_id', 'createdAt', 'updatedAt', 'folderUsers'];
      expect(await search({ fields: columns }), 'the columns the client asks for').toMatchObject({
        count: expect.any(Number),
      });
      expect(
        await script.call('work-management', 'POST', '/api/v1/folders/search', {
          context: { project_id: project },
          body: { query: { search: { deleted_at: { $eq: 1 } } } },
        }),
      ).toMatchObject({ status: 400, body: { code: 'INVALID_CONDITION' } });
    });
  });

  it('GET items of the items service takes the grammar of query strings', async () => {
    const context = { project_id: project };
    const { folder_id } = (await script.call<{ folder_id: number }>('main', 'GET', `/api/v1/project/${project}`)).body;
    await script.call('main', 'POST', '/image/ext-create', {
      query: { project_id: project },
      body: {
        project_id: project,
        folder_id,
        team_id: team.id,
        images: ['one', 'two', 'three'].map(name => ({ name, path: `https://x.test/${name}.png` })),
        annotation_status: 1,
        upload_state: 3,
        meta: {},
      },
    });
    const list = async (query: Record<string, string | string[]>): Promise<string[]> =>
      (
        await script.call<{ data: { name: string }[] }>('items', 'GET', '/api/v1/items', { context, query })
      ).body.data.map(each => each.name);
    expect(await list({ filter: 'name||$cont||t', sort: 'name,DESC' })).toEqual(['two', 'three']);
    expect(await list({ filter: 'name||$in||one,two', limit: '1', offset: '1' })).toEqual(['two']);
    expect(
      (await script.call('items', 'GET', '/api/v1/items', { context, query: { filter: 'path||$eq||x' } })).status,
    ).toBe(400);
  });
});
