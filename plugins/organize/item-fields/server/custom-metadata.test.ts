import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { customMetadataApi } from '../common/api.ts';

const { countValues, createFields, deleteFields, getValues, setValues } = customMetadataApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let ana: TestPerson;
  let stranger: TestPerson;
  let project: number;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'item-fields'] });
    const team = await app.team('North');
    owner = team.owner;
    ana = await team.join('ana@north.test');
    stranger = (await app.team('South')).owner;
    project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 8 } })).body.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    const root = (await owner.request<{ id: number }>('GET', `/folder/getFolderByName?project_id=${project}&name=root`))
      .body.id;
    await owner.request('POST', '/image/ext-create', {
      body: {
        project_id: project,
        folder_id: root,
        upload_state: 3,
        images: ['a', 'b'].map(name => ({ name, path: 'custom_llm' })),
        meta: {},
      },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should count the values that go with a field', async () => {
    const query = { project_id: project };
    await owner.call('explore', createFields, {
      query,
      body: { data: { Age: { type: 'number' }, Note: { type: 'string' }, Empty: { type: 'string' } } },
    });
    await owner.call('explore', setValues, { query, body: { data: { a: { Age: 3, Note: 'x' }, b: { Age: 4 } } } });
    expect((await owner.call('explore', countValues, { query })).body).toEqual({ Age: 2, Note: 1 });
    await owner.call('explore', deleteFields, { query, body: { custom_fields: ['Age'] } });
    expect((await owner.call('explore', countValues, { query })).body).toEqual({ Note: 1 });
  });

  it('should fill a field of all items that match at once, and bring back what stood there', async () => {
    const query = { project_id: project };
    const change = (
      by: TestPerson,
      values: unknown,
    ): Promise<Answer<ItemChangeView & { readonly code: string; readonly error: string }>> =>
      by.call('main', itemChangeApi.operations.changeItems, {
        params: query,
        body: { selection: { filter: {} }, change: { kind: 'metadata', value: { values } } },
      });
    const undo = (id: number): Promise<Answer<ItemChangeView>> =>
      owner.call('main', itemChangeApi.operations.undoItemChange, { params: { ...query, change_id: id } });
    const { data } = (await owner.request<{ data: { id: number }[] }>('GET', `/api/v1/project/${project}/items`)).body;
    const values = async (): Promise<unknown> =>
      Object.values(
        (await owner.call('explore', getValues, { query, body: { item_id: data.map(each => each.id) } })).body,
      );
    await owner.call('explore', createFields, {
      query,
      body: { data: { Grade: { type: 'number', maximum: 5 }, City: { type: 'string' } } },
    });
    await owner.call('explore', setValues, {
      query,
      body: { data: { a: { Grade: 1, City: 'Ulm', Note: 'x' }, b: { Note: 'y' } } },
    });
    const filled = await change(owner, { Grade: 5, City: null });
    expect(filled.body).toMatchObject({ changed: 2, undoable: true });
    expect(await values()).toEqual([[{ Grade: 5, Note: 'x' }], [{ Grade: 5, Note: 'y' }]]);
    await owner.call('explore', setValues, { query, body: { data: { b: { Grade: 2 } } } });
    expect((await undo(filled.body.id)).body).toMatchObject({ changed: 1, since: 1 });
    expect(await values()).toEqual([[{ Grade: 1, City: 'Ulm', Note: 'x' }], [{ Grade: 2, Note: 'y' }]]);
    for (const wrong of [{ Grade: 6 }, { Grade: 'high' }, { Colour: 'red' }, { City: '\u0000' }, {}, 'x'])
      expect([wrong, (await change(owner, wrong)).body.code]).toEqual([wrong, 'INVALID_FIELD']);
    expect((await change(ana, { Grade: 1 })).status).toBe(403);
    expect((await change(stranger, { Grade: 1 })).status).toBe(404);
    await owner.call('explore', setValues, { query, body: { data: { a: { Grade: 4 } } } });
    const emptied = await change(owner, { Grade: null });
    await owner.call('explore', deleteFields, { query, body: { custom_fields: ['Grade'] } });
    expect((await undo(emptied.body.id)).body).toMatchObject({
      changed: 0,
      refused: [{ code: 'FIELD_CHANGED', count: 2 }],
    });
  });

  it('should show the counts only to those who may delete the fields', async () => {
    expect((await ana.call('explore', countValues, { query: { project_id: project } })).status).toBe(403);
    expect((await stranger.call('explore', countValues, { query: { project_id: project } })).status).toBe(404);
  });
});
