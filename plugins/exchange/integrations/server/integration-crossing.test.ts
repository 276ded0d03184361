import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CopyOrMoveReport, ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  readonly source?: number;
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let folder: string;
  let integration: number;
  let from: number;
  let to: number;
  let there: number;

  const project = async (): Promise<number> =>
    (await owner.request<Named>('POST', '/project', { body: { name: `Photos ${crypto.randomUUID()}`, type: 1 } })).body
      .id;
  const copyOrMove = <T>(rest: string, more: object = {}): Promise<Answer<T>> =>
    owner.request<T>('POST', `/api/v1/project/${from}/items/bring${rest}`, {
      body: { selection: { filter: {} }, folder_id: there, to_project_id: to, operation: 'copy', ...more },
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-crossing-'));
    await writeFile(join(folder, 'a.jpg'), 'aaaa');
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'integrations'],
      settings: { integrationFolders: [folder] },
    });
    ({ owner } = await app.team('North'));
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await rm(folder, { recursive: true });
  }, DATABASE_TIMEOUT_MS);
  beforeEach(async () => {
    [from, to] = [await project(), await project()];
    integration = (
      await owner.request<Named>('POST', '/integrations', {
        body: { name: `Shelf ${crypto.randomUUID()}`, type: 4, config: { folder } },
      })
    ).body.id;
    await owner.request('POST', '/image/ext-create', {
      body: {
        project_id: from,
        upload_state: 3,
        images: [
          { name: 'a.jpg', path: 'a.jpg', integration_id: integration },
          { name: 'b.jpg', path: 'https://files.test/b.jpg' },
        ],
        meta: {},
      },
    });
    there = (await owner.request<Named>('GET', `/folder/getFolderByName?project_id=${to}&name=root`)).body.id;
  }, DATABASE_TIMEOUT_MS);

  it('should let items keep their integration in another project', async () => {
    expect((await copyOrMove<CopyOrMoveReport>('/preview')).body).toMatchObject({ items: 2, findings: [] });
    expect((await copyOrMove<ItemChangeView>('')).body).toMatchObject({ changed: 2 });
    // The first items decide how a project keeps its files.
    expect((await owner.request('GET', `/api/v1/project/${to}`)).body).toMatchObject({ upload_state: 3 });
    const { data } = (await owner.request<{ data: Named[] }>('GET', `/api/v1/project/${to}/items?sort=name`)).body;
    expect(data.map(each => [each.name, each.source])).toEqual([
      ['a.jpg', 3],
      ['b.jpg', 2],
    ]);
  });

  it('should leave items where they are whose integration is gone, and name it before', async () => {
    const { name } = (await owner.request<{ integrations: Named[] }>('GET', '/integrations')).body.integrations.find(
      each => each.id === integration,
    )!;
    expect((await owner.request('DELETE', `/integrations/${integration}`)).status).toBe(200);
    expect((await copyOrMove<CopyOrMoveReport>('/preview')).body.findings).toEqual([
      { kind: 'Integration', name, items: 1, fate: 'refused', obstacle: 'It was deleted.' },
    ]);
    expect((await copyOrMove<ItemChangeView>('', { operation: 'move' })).body).toMatchObject({
      changed: 1,
      refused: [
        { code: 'INTEGRATION', message: `The file lies in the integration “${name}”. It was deleted.`, count: 1 },
      ],
    });
    expect(
      (await owner.request<{ data: Named[] }>('GET', `/api/v1/project/${from}/items`)).body.data.map(each => each.name),
    ).toEqual(['a.jpg']);
  });
});
