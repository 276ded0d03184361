import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CopyOrMoveReport, ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let from: number;
  let to: number;
  let there: number;

  const project = async (): Promise<number> =>
    (
      await owner.request<{ id: number }>('POST', '/project', {
        body: { name: `Forms ${crypto.randomUUID()}`, type: 8 },
      })
    ).body.id;
  const give = (projectId: number, document: object): Promise<Answer> =>
    owner.request('POST', `/project/${projectId}/custom-editor-template`, { body: document });
  const copyOrMove = <T>(rest: string, more: object = {}): Promise<Answer<T>> =>
    owner.request<T>('POST', `/api/v1/project/${from}/items/bring${rest}`, {
      body: { selection: { filter: {} }, folder_id: there, to_project_id: to, operation: 'copy', ...more },
    });

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'annotation-api', 'form'],
      jobs: false,
    });
    ({ owner } = await app.team('North'));
    [from, to] = [await project(), await project()];
    await owner.request('POST', '/image/ext-create', {
      body: { project_id: from, upload_state: 3, images: [{ name: 'a' }], meta: {} },
    });
    there = (await owner.request<{ id: number }>('GET', `/folder/getFolderByName?project_id=${to}&name=root`)).body.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should let answers go to a project with the very same form only', async () => {
    const form = { components: [{ id: 'question', type: 'text' }], code: '' };
    expect((await give(from, form)).status).toBe(200);
    expect((await copyOrMove<CopyOrMoveReport>('/preview')).body.findings).toMatchObject([
      { kind: 'Form', items: 1, fate: 'refused' },
    ]);
    expect((await copyOrMove<ItemChangeView>('')).body).toMatchObject({
      changed: 0,
      refused: [{ code: 'FORM_DIFFERS', count: 1 }],
    });
    await give(to, form);
    expect((await copyOrMove<CopyOrMoveReport>('/preview')).body.findings).toEqual([]);
    expect((await copyOrMove<ItemChangeView>('')).body).toMatchObject({ changed: 1, refused: [] });
  });

  it('should let bare items go to any', async () => {
    to = await project();
    there = (await owner.request<{ id: number }>('GET', `/folder/getFolderByName?project_id=${to}&name=root`)).body.id;
    expect((await copyOrMove<ItemChangeView>('', { annotations: false })).body).toMatchObject({
      changed: 1,
      refused: [],
    });
  });
});
