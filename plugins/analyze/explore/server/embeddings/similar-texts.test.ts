import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { permissionGroups } from '#core/permissions/common/index.ts';
import { itemChangeApi, itemsApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import type { ColourService } from '#tests/support/colour-service.ts';
import { colourService } from '#tests/support/colour-service.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { searchApi } from '../../common/search-api.ts';
import type { SimilarityState } from '../../common/similarity-api.ts';
import { similarityApi } from '../../common/similarity-api.ts';

interface Found {
  readonly id: number;
  readonly name: string;
  readonly excerpt?: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let service: ColourService;
  let folder: string;

  const project = async (name: string, type: number): Promise<number> =>
    (await team.owner.request<{ id: number }>('POST', '/project', { body: { name, type } })).body.id;
  const search = (projectId: number, words: string, person: TestPerson = team.owner) =>
    person.call<readonly Found[]>('explore', searchApi.operations.search, {
      query: { project_id: projectId },
      body: { query: `semantic("${words}", 2)` },
    });
  const found = async (projectId: number, words: string, person?: TestPerson): Promise<unknown> => {
    const { body, status } = await search(projectId, words, person);
    return status === 200 ? body.map(({ name, excerpt }) => [name, excerpt]) : body;
  };
  const texts = async (projectId: number): Promise<SimilarityState['texts']> =>
    (
      await team.owner.call<SimilarityState>('explore', similarityApi.operations.similarityStatus, {
        query: { project_id: projectId },
      })
    ).body.texts;

  beforeAll(async () => {
    service = await colourService();
    folder = await mkdtemp(join(tmpdir(), 'loupe-texts-'));
    app = await openTestApp(kind, { settings: { modelsFolder: folder, egressAllow: ['127.0.0.1'] } });
    team = await app.team('North');
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }, DATABASE_TIMEOUT_MS);

  it('should find texts by their meaning, once a model is there and each was read', async () => {
    const letters = await project('Letters', 4);
    const add = (name: string, text: string) =>
      team.owner.call('main', itemsApi.operations.uploadItem, {
        params: { project_id: letters },
        query: { name: `${name}.txt` },
        bytes: Buffer.from(text),
      });
    await add('rose', 'red');
    await add('sky', 'blue');
    expect(await found(letters, 'red')).toMatchObject({ error: expect.stringContaining('models install') });
    expect(await texts(letters)).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining('models install'),
    });
    await writeFile(
      join(folder, 'embeddings.json'),
      JSON.stringify({ url: service.url, model: 'colours', dimension: 3 }),
    );
    expect(await found(letters, 'red')).toEqual([
      ['rose.txt', 'red'],
      ['sky.txt', 'blue'],
    ]);
    for (let at = 0; at < 18; at++) await add(`mist ${at}`, 'anything else');
    await add('empty', ' ');
    // The two that were read before are of a project whose other texts were never read.
    expect(await search(letters, 'blue')).toMatchObject({
      status: 409,
      body: { code: 'SIMILARITY_NOT_READY', details: { needs: 'texts' } },
    });
    await team.owner.call('explore', similarityApi.operations.syncSimilarity, { query: { project_id: letters } });
    await expect.poll(async () => (await texts(letters)).state, { timeout: 30_000, interval: 50 }).toBe('ready');
    expect(await found(letters, 'blue')).toMatchObject([
      ['sky.txt', 'blue'],
      [expect.stringMatching(/^mist/), 'anything else'],
    ]);
    // What is added later is read with the next search.
    await add('grass', 'green');
    expect(await found(letters, 'green')).toMatchObject([
      ['grass.txt', 'green'],
      [expect.stringMatching(/^mist/), 'anything else'],
    ]);
    // Notes of many writes are added up, and what came after them is still seen.
    const noted = () =>
      app.database.system('a test').transaction(async trx => {
        const { rows } = await sql<{ notes: number; writes: number }>`select (select count(*)::int from
          explore.vector_write where project_id = ${letters}) as notes, writes::int from explore.embedding_sync
          where project_id = ${letters}`.execute(trx);
        return rows[0]!;
      });
    const before = await noted();
    await app.database.system('a test').transaction(trx =>
      sql`insert into explore.vector_write (team_id, project_id, item_id)
        select ${team.id}::int, ${letters}::int, 1 from generate_series(1, 4100)`.execute(trx),
    );
    await add('poppy', 'red');
    expect(await found(letters, 'red')).toEqual(
      expect.arrayContaining([
        ['poppy.txt', 'red'],
        ['rose.txt', 'red'],
      ]),
    );
    const after = await noted();
    expect(after.notes).toBeLessThan(2100);
    expect(after.notes + after.writes).toBeGreaterThan(before.notes + before.writes + 4100);
  });

  it('should follow answers of forms, and hide those that a role does not see', async () => {
    const form = await project('Answers', 8);
    const params = { project_id: form };
    const ana = await team.join('ana@x.io');
    const components = [
      { id: 'open', type: 'input', value: '' },
      {
        id: 'box',
        type: 'container',
        permissions: [{ roles: [1], statuses: [2], visibility: 2 }],
        children: [{ id: 'verdict', type: 'input', value: '' }],
      },
    ];
    await team.owner.request('POST', `/project/${form}/custom-editor-template`, { body: { components } });
    await team.owner.call('main', contributorsApi.operations.shareProject, {
      params,
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    const { body: items } = await team.owner.request<readonly { readonly id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: form,
        team_id: team.id,
        images: ['one', 'two'].map(name => ({ name })),
        upload_state: 3,
        meta: {},
      },
    });
    const answer = (id: number, open: string, verdict: string) =>
      team.owner.request(
        'PUT',
        `/services/assets/api/v4/items/${id}/annotations/upload?team_id=${team.id}&project_id=${form}&overwrite=true`,
        { body: { metadata: { name: 'x' }, data: { open: { value: open }, verdict: { value: verdict } } } },
      );
    await answer(items[0]!.id, 'red', 'blue');
    await answer(items[1]!.id, 'green', 'green');
    await team.owner.call('main', itemChangeApi.operations.changeItems, {
      params,
      body: { selection: { item_ids: items.map(each => each.id) }, change: { kind: 'assign', value: ana.email } },
    });
    const { body: people } = await team.owner.call<{
      readonly data: readonly { readonly id: number; readonly email: string }[];
    }>('main', contributorsApi.operations.listContributors, { params });
    await team.owner.call('main', contributorsApi.operations.updateContributor, {
      params: { ...params, contributor_id: people.data.find(each => each.email === ana.email)!.id },
      body: {
        permissions: permissionGroups
          .filter(each => each.label === 'projectUser')
          .flatMap(each => each.permissions)
          .filter(each => /explore/i.test(each.name))
          .map(each => each.id),
      },
    });
    expect(await found(form, 'blue')).toMatchObject([
      ['one', 'blue'],
      ['two', 'green'],
    ]);
    expect(await found(form, 'blue', ana)).not.toContainEqual(['one', 'blue']);
    expect(await found(form, 'red', ana)).toMatchObject([
      ['one', 'red'],
      ['two', 'green'],
    ]);
    await answer(items[1]!.id, 'red', 'blue');
    await answer(items[0]!.id, 'green', 'green');
    expect(await found(form, 'red')).toMatchObject([
      ['two', 'red'],
      ['one', 'green'],
    ]);
  });
});
