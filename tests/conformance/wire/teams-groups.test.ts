import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Group {
  readonly id: number;
  readonly name: string;
  readonly members: string[];
  readonly memberCount: number;
  readonly projects: { project_id: number; role: number; scope: string; folder_ids: number[] }[];
}
interface Done {
  readonly success: (string | number)[];
  readonly failed: { readonly code: string; readonly message: string }[];
  readonly skipped: (string | number)[];
}
interface Contributor {
  readonly email: string;
  readonly role: number;
  readonly group_id: number | null;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let ana: TestPerson;
  let bo: TestPerson;
  let group: Group;
  let project: number;
  let count = 0;

  const groups = <T = Group>(
    method: string,
    path = '',
    call: Parameters<ScriptClient['call']>[3] = {},
  ): Promise<Answer<T>> => script.call<T>('main', method, `/api/v1/teams/${team.id}/groups${path}`, call);
  const people = (method: string, emails: string[], id = group.id): Promise<Answer<Done>> =>
    groups<Done>(method, `/${id}/members/bulk`, { body: { data: emails.map(email => ({ email })) } });
  const scopes = (method: string, data: object[]): Promise<Answer<Done>> =>
    groups<Done>(method, `/${group.id}/scopes/bulk`, { body: { data } });
  const contributors = async (): Promise<Record<string, Contributor>> =>
    Object.fromEntries(
      (
        await script.call<{ data: Contributor[] }>('main', 'GET', `/api/v1/project/${project}/contributors`)
      ).body.data.map(each => [each.email, each]),
    );
  const fresh = async (): Promise<void> => {
    count += 1;
    group = (await groups('POST', '', { body: { name: `Group ${count}` } })).body;
    project = await scriptProject(script, `Project ${count}`);
  };

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'teams', 'items', 'workflow', 'groups'] });
    team = await app.team('North');
    script = await scriptClient(app, team);
    ana = await team.join('ana@x.org');
    bo = await team.join('bo@x.org');
    await team.join('adam@x.org', 7);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('groups', () => {
    it('are made, read, renamed, listed and deleted', async () => {
      const made = await groups('POST', '', { body: { name: 'Night shift', description: 'Vendors' } });
      expect(made).toMatchObject({
        status: 201,
        body: { name: 'Night shift', description: 'Vendors', members: [], memberCount: 0, projects: [] },
      });
      const { id } = made.body;
      expect((await groups('GET', `/${id}`)).body).toEqual(made.body);
      expect((await groups('PUT', `/${id}`, { body: { name: 'Day shift' } })).body).toMatchObject({
        name: 'Day shift',
        description: 'Vendors',
      });
      expect(
        (await groups<{ data: Group[]; count: number }>('GET', '', { query: { offset: 0, name: 'SHIFT' } })).body,
      ).toMatchObject({ count: 1, data: [{ id }] });
      expect((await groups<{ count: number }>('GET', '', { query: { filter: 'non_empty_members' } })).body.count).toBe(
        0,
      );
      expect((await groups('DELETE', `/${id}`)).body).toEqual({ success: true });
      expect((await groups('GET', `/${id}`)).status).toBe(404);
    });

    it('have a name of their own, whatever the case', async () => {
      await groups('POST', '', { body: { name: 'Twice' } });
      expect(await groups('POST', '', { body: { name: 'TWICE' } })).toMatchObject({
        status: 409,
        body: { code: 'NAME_EXISTS' },
      });
    });

    it('are kept by admins of the team, and not seen from another', async () => {
      await fresh();
      expect((await ana.request('GET', `/api/v1/teams/${team.id}/groups`)).status).toBe(403);
      const other = await app.team(`South ${count}`.replace(' ', ''));
      expect((await other.owner.request('GET', `/api/v1/teams/${other.id}/groups/${group.id}`)).status).toBe(404);
    });
  });

  describe('members', () => {
    it('are contributors of the team, in one group at most', async () => {
      await fresh();
      const { body } = await people('POST', ['ana@x.org', 'adam@x.org', 'nobody@x.org']);
      expect(body.success).toEqual(['ana@x.org']);
      expect(body.failed).toMatchObject([
        { email: 'adam@x.org', code: 'CONFLICT' },
        { email: 'nobody@x.org', code: 'NOT_FOUND' },
      ]);
      expect((await people('POST', ['ana@x.org'])).body.skipped).toEqual(['ana@x.org']);
      const first = group;
      await fresh();
      expect((await people('POST', ['ana@x.org'])).body.failed).toMatchObject([
        { code: 'CONFLICT', message: expect.stringContaining('another group') },
      ]);
      expect((await people('DELETE', ['ana@x.org', 'bo@x.org'], first.id)).body).toMatchObject({
        success: ['ana@x.org'],
        skipped: ['bo@x.org'],
      });
    });

    it('see only each other in the team', async () => {
      await fresh();
      const seen = async (): Promise<string[]> =>
        (await ana.request<{ data: { email: string }[] }>('GET', '/users')).body.data.map(each => each.email);
      expect(await seen()).toContain('adam@x.org');
      await people('POST', ['ana@x.org', 'bo@x.org']);
      expect(await seen()).toEqual(['ana@x.org', 'bo@x.org']);
      expect((await ana.request('GET', '/user/adam@x.org')).status).toBe(404);
      await groups('DELETE', `/${group.id}`);
      expect(await seen()).toContain('adam@x.org');
    });
  });

  describe('scopes', () => {
    it('bring members into the project with their role, and later members too', async () => {
      await fresh();
      await people('POST', ['ana@x.org']);
      expect((await scopes('POST', [{ project_id: project, role: 2 }])).body.success).toEqual([project]);
      expect(await contributors()).toMatchObject({ 'ana@x.org': { role: 2, group_id: group.id } });
      await people('POST', ['bo@x.org']);
      expect(await contributors()).toMatchObject({ 'bo@x.org': { role: 2, group_id: group.id } });
      expect((await groups('GET', `/${group.id}`)).body.projects).toEqual([
        { project_id: project, role: 2, scope: 'all', folder_ids: [] },
      ]);
      expect((await bo.request('GET', `/api/v1/project/${project}`)).status).toBe(200);
      await groups('DELETE', `/${group.id}`);
      expect(await contributors()).toEqual({});
      expect((await bo.request('GET', `/api/v1/project/${project}`)).status).toBe(404);
    });

    it('leave what somebody has by themselves as it is', async () => {
      await fresh();
      await script.call('main', 'POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: 'ana@x.org', user_role: 1 }] },
      });
      await people('POST', ['ana@x.org', 'bo@x.org']);
      await scopes('POST', [{ project_id: project, role: 2 }]);
      expect(await contributors()).toMatchObject({
        'ana@x.org': { role: 1, group_id: null },
        'bo@x.org': { role: 2, group_id: group.id },
      });
      await people('DELETE', ['ana@x.org', 'bo@x.org']);
      expect(Object.keys(await contributors())).toEqual(['ana@x.org']);
    });

    it('change their role when they are given again, and are taken away', async () => {
      await fresh();
      await people('POST', ['ana@x.org']);
      await scopes('POST', [{ project_id: project, role: 1 }]);
      await scopes('POST', [{ project_id: project, role: 2 }]);
      expect(await contributors()).toMatchObject({ 'ana@x.org': { role: 2 } });
      expect((await scopes('DELETE', [{ project_id: project }, { project_id: 2_000_000_000 }])).body).toMatchObject({
        success: [project],
        skipped: [2_000_000_000],
      });
      expect(await contributors()).toEqual({});
      await groups('DELETE', `/${group.id}`);
    });

    it('of folders give the folders to the members', async () => {
      await fresh();
      const folder = (
        await script.call<{ id: number }>('main', 'POST', '/folder', {
          query: { project_id: project },
          body: { name: 'Batch' },
        })
      ).body.id;
      await people('POST', ['ana@x.org']);
      await scopes('POST', [{ project_id: project, role: 1, scope: 'folders', folder_ids: [folder] }]);
      const found = async (): Promise<unknown> =>
        (
          await script.call<{ data: unknown[] }>('work-management', 'POST', '/api/v1/folders/search', {
            context: { project_id: project },
            body: {
              query: {
                search: { id: { $eq: folder } },
                join: [{ field: 'folderUsers' }, { field: 'folderUsers.projectUser' }],
              },
            },
          })
        ).body.data;
      expect(await found()).toMatchObject([{ folderUsers: [{ projectUser: { email: 'ana@x.org', role: 1 } }] }]);
      await scopes('POST', [{ project_id: project, role: 1, scope: 'all' }]);
      expect(await found()).toMatchObject([{ folderUsers: [] }]);
      await groups('DELETE', `/${group.id}`);
    });

    it('of folders let a Project Admin of the group into these folders only', async () => {
      await fresh();
      const root = (await script.call<{ folder_id: number }>('main', 'GET', `/api/v1/project/${project}`)).body
        .folder_id;
      const made: number[] = [];
      for (const name of ['Ours', 'Theirs'])
        made.push(
          (
            await script.call<{ id: number }>('main', 'POST', '/folder', {
              query: { project_id: project },
              body: { name },
            })
          ).body.id,
        );
      const [ours = 0, theirs = 0] = made;
      for (const folder_id of [root, ours, theirs])
        await script.call('main', 'POST', '/image/ext-create', {
          query: { project_id: project },
          body: {
            project_id: project,
            folder_id,
            team_id: team.id,
            images: [{ name: `in-${folder_id}`, path: 'https://x.test/a.png' }],
            upload_state: 3,
            meta: {},
          },
        });
      await people('POST', ['ana@x.org']);
      const names = async (path: string): Promise<string[]> =>
        (await ana.request<{ data: { name: string }[] }>('GET', path)).body.data.map(each => each.name).toSorted();
      await scopes('POST', [{ project_id: project, role: 3, folder_ids: [ours] }]);
      expect(await names(`/folders?project_id=${project}`)).toEqual(['Ours', 'root']);
      expect((await ana.request('GET', `/folder/getFolderById?project_id=${project}&folder_id=${theirs}`)).status).toBe(
        404,
      );
      const headers = { 'x-entity-context': btoa(JSON.stringify({ team_id: team.id, project_id: project })) };
      const items = async (): Promise<string[]> =>
        (
          await ana.request<{ data: { name: string }[] }>('GET', '/services/items/api/v1/items', { headers })
        ).body.data.map(each => each.name);
      expect(await items()).toEqual([`in-${ours}`]);
      await scopes('POST', [{ project_id: project, role: 3, scope: 'all' }]);
      expect((await items()).length).toBe(3);
      await groups('DELETE', `/${group.id}`);
    });

    it('are refused one by one: no such project, role or folder', async () => {
      await fresh();
      const { body } = await scopes('POST', [{ project_id: 2_000_000_000, role: 1 }]);
      expect(body.failed).toMatchObject([{ project_id: 2_000_000_000, code: 'NOT_FOUND' }]);
      expect((await scopes('POST', [{ project_id: project, role: 77 }])).body.failed).toMatchObject([
        { code: 'INVALID_FIELD' },
      ]);
      expect(
        (await scopes('POST', [{ project_id: project, role: 1, folder_ids: [2_000_000_000] }])).body.failed,
      ).toMatchObject([{ code: 'NOT_FOUND' }]);
    });
  });

  it('who leaves the team or becomes its admin leaves the group', async () => {
    await fresh();
    await team.join('kim@x.org');
    await team.join('lou@x.org');
    await people('POST', ['kim@x.org', 'lou@x.org']);
    await scopes('POST', [{ project_id: project, role: 1 }]);
    await script.call('main', 'DELETE', `/team/${team.id}/member`, { body: { e_mail: 'kim@x.org' } });
    await script.call('main', 'PUT', `/team/${team.id}/member`, { body: { e_mail: 'lou@x.org', role: 7 } });
    expect((await groups('GET', `/${group.id}`)).body.members).toEqual([]);
    expect(await contributors()).toEqual({});
  });
});
