import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Folder } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let count = 0;

  const fresh = async (): Promise<void> => void (project = await scriptProject(script, `Folders ${(count += 1)}`));
  const make = async (name: string): Promise<Folder> =>
    (await script.call<Folder>('main', 'POST', '/folder', { query: { project_id: project }, body: { name } })).body;
  const byName = (name: string): Promise<Answer<Folder>> =>
    script.call<Folder>('main', 'GET', '/folder/getFolderByName', { query: { project_id: project, name } });
  const list = async (query: Record<string, string | number | boolean | number[]> = {}): Promise<Folder[]> =>
    (
      await script.call<{ data: Folder[] }>('main', 'GET', '/folders', {
        query: { project_id: project, offset: 0, ...query },
      })
    ).body.data;
  const attach = (folder_id: number, names: readonly string[], status = 1): Promise<Answer> =>
    script.call('main', 'POST', '/image/ext-create', {
      body: {
        project_id: project,
        folder_id,
        upload_state: 3,
        annotation_status: status,
        images: names.map(name => ({ name, path: '' })),
        meta: {},
      },
    });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow'] });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  describe('GET /folder/getFolderByName', () => {
    it('finds the root folder, which has no status', async () => {
      await fresh();
      expect((await byName('root')).body).toMatchObject({
        name: 'root',
        is_root: true,
        status: null,
        project_id: project,
        team_id: team.id,
      });
    });

    it('finds a folder whatever the case and the blanks around its name, and by its id', async () => {
      await fresh();
      const { id } = await make('Night shots');
      expect((await byName(' NIGHT Shots ')).body.id).toBe(id);
      expect(
        (
          await script.call<Folder>('main', 'GET', '/folder/getFolderById', {
            query: { project_id: project, folder_id: id },
          })
        ).body,
      ).toMatchObject({ id, name: 'Night shots', status: 1, is_root: false });
    });

    it('answers 404 for what is not there', async () => {
      await fresh();
      expect((await byName('nothing')).status).toBe(404);
      expect(
        (
          await script.call('main', 'GET', '/folder/getFolderById', {
            query: { project_id: project, folder_id: 99_999_999 },
          })
        ).status,
      ).toBe(404);
    });
  });

  describe('POST /folder', () => {
    it('makes a folder under a changed name when the name exists in any case', async () => {
      await fresh();
      expect((await make('a')).name).toBe('a');
      expect((await make('A')).name).toBe('A (2)');
      expect((await make('a')).name).toBe('a (3)');
    });

    it('writes _ for characters no folder may have, as the client does', async () => {
      await fresh();
      expect((await make('a/b\\c:d*e?f"g<h>i|j“k')).name).toBe('a_b_c_d_e_f_g_h_i_j_k');
      expect((await make('Root')).name, 'the project has a root folder').toBe('Root_1');
    });

    it.each(['', ' ', 'x'.repeat(201)])('refuses the name %j', async name => {
      await fresh();
      expect(await make(name)).toMatchObject({ code: 'INVALID_FIELD' });
    });
  });

  describe('GET /folders', () => {
    it('lists the root first, filters by a part of the name and by several statuses', async () => {
      await fresh();
      const [one, two] = [await make('One'), await make('Two')];
      await script.call('main', 'PUT', `/folder/${two.id}`, {
        query: { project_id: project },
        body: { ...two, status: 3, contributors: [], completedCount: 0 },
      });
      expect((await list()).map(each => [each.name, each.status])).toEqual([
        ['root', null],
        ['One', 1],
        ['Two', 3],
      ]);
      expect((await list({ name: 'N' })).map(each => each.name)).toEqual(['One']);
      expect((await list({ status: [1, 3] })).map(each => each.id)).toEqual([one.id, two.id]);
      expect(await list({ offset: 3 })).toEqual([]);
    });

    it('counts completed items of every folder, the root included', async () => {
      await fresh();
      const folder = await make('One');
      await attach(folder.id, ['a', 'b'], 5);
      await attach(folder.id, ['c']);
      await attach((await byName('root')).body.id, ['d'], 5);
      expect(
        (await list({ completedImagesCount: true })).map(each => [each.name, each.completedCount, each.itemsCount]),
      ).toEqual([
        ['root', 1, 1],
        ['One', 2, 3],
      ]);
    });
  });

  describe('PUT /folder/{id}', () => {
    it('takes the whole entity with its nulls and applies name and status', async () => {
      await fresh();
      const folder = await make('Old');
      const { status } = await script.call('main', 'PUT', `/folder/${folder.id}`, {
        query: { project_id: project },
        body: { ...folder, name: 'New', status: 'OnHold', folderUsers: null, contributors: [], completedCount: null },
      });
      expect([status, (await byName('new')).body]).toMatchObject([200, { id: folder.id, name: 'New', status: 4 }]);
    });
  });

  describe('PUT /image/delete/images', () => {
    it('deletes folders with their items', async () => {
      await fresh();
      const folder = await make('Gone');
      await attach(folder.id, ['a']);
      expect(
        (
          await script.call('main', 'PUT', '/image/delete/images', {
            query: { project_id: project },
            body: { folder_ids: [folder.id] },
          })
        ).status,
      ).toBe(200);
      expect((await byName('Gone')).status).toBe(404);
      expect((await script.call('main', 'GET', `/project/${project}/imageCounts`)).body).toMatchObject({
        total: 0,
        byFolder: [{ name: 'root' }],
      });
    });
  });

  describe('POST /folder/editAssignment', () => {
    let ana: TestPerson;
    const edit = (body: object): Promise<Answer> =>
      script.call('main', 'POST', '/folder/editAssignment', {
        query: { project_id: project },
        body: { folder_name: 'Night', ...body },
      });
    const people = async (): Promise<unknown[]> =>
      (await list({ includeUsers: true })).find(each => each.name === 'Night')!.folderUsers;
    beforeAll(async () => {
      ana = await team.join('ana@north.test');
      await fresh();
      const { id } = await make('Night');
      await attach(id, ['a']);
      await script.call('main', 'POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: ana.email, user_role: 1 }] },
      });
    });

    it('gives a folder to people of the project; asking again changes nothing', async () => {
      expect((await edit({ assign_user_ids: [ana.email] })).status).toBe(200);
      expect((await edit({ assign_user_ids: [ana.email] })).status).toBe(200);
      expect(await people()).toEqual([
        {
          id: expect.any(Number),
          projectUser: { id: expect.any(Number), email: ana.email, role: 1, state: 'CONFIRMED' },
        },
      ]);
      expect(
        (await list()).flatMap(each => each.folderUsers),
        'only when they are asked for',
      ).toEqual([]);
    });

    it('assigns none of its items by itself', async () => {
      const { data } = (
        await script.call<{ data: { assignments: unknown[] }[] }>('items', 'POST', '/api/v1/items/search', {
          body: { query: { limit: 2000, offset: 0, search: {}, join: [{ field: 'assignments' }] } },
          context: { project_id: project },
        })
      ).body;
      expect(data.map(each => each.assignments)).toEqual([[]]);
    });

    it('refuses people who are not in the project, and adds nobody then', async () => {
      await edit({ remove_user_ids: ['all'] });
      expect(await edit({ assign_user_ids: [ana.email, 'nobody@north.test'] })).toMatchObject({
        status: 400,
        body: { error: 'The user does not have the required permissions for this assignment.' },
      });
      expect(await people()).toEqual([]);
    });

    it('takes all people off, or those that are named; who leaves the project leaves its folders', async () => {
      await edit({ assign_user_ids: [ana.email] });
      await edit({ remove_user_ids: ['other@north.test'] });
      expect(await people()).toHaveLength(1);
      await edit({ remove_user_ids: ['all'] });
      expect(await people()).toEqual([]);
      await edit({ assign_user_ids: [ana.email] });
      await script.call('main', 'DELETE', `/project/${project}/share/bulk`, { body: { user_id: [ana.email] } });
      expect(await people()).toEqual([]);
    });
  });

  it('should list folders and the items beside them as one list with GET /images-folders', async () => {
    await fresh();
    const folder = await make('One');
    await attach((await byName('root')).body.id, ['b', 'a']);
    await attach(folder.id, ['c']);
    const page = async (
      query: Record<string, number>,
    ): Promise<{ data: { kind: string; name: string }[]; count: number }> =>
      (
        await script.call<{ data: { kind: string; name: string }[]; count: number }>('main', 'GET', '/images-folders', {
          query: { project_id: project, ...query },
        })
      ).body;
    const whole = await page({});
    expect([whole.count, whole.data.map(each => [each.kind, each.name])]).toEqual([
      3,
      [
        ['folder', 'One'],
        ['item', 'a'],
        ['item', 'b'],
      ],
    ]);
    expect((await page({ offset: 1, limit: 1 })).data.map(each => each.name)).toEqual(['a']);
    expect((await page({ limit: 1 })).data.map(each => each.name)).toEqual(['One']);
    expect((await page({ folder_id: folder.id })).data.map(each => each.name)).toEqual(['c']);
  });
});
