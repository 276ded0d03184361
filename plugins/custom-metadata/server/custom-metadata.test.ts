import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { customMetadataApi } from '../common/api.ts';

const { countValues, createFields, deleteFields, setValues } = customMetadataApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let ana: TestPerson;
  let stranger: TestPerson;
  let project: number;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'custom-metadata'] });
    const team = await app.team('North');
    owner = team.owner;
    ana = await team.join('ana@north.test');
    stranger = (await app.team('South')).owner;
    project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 8 } })).body.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, { body: { users: [{ user_id: ana.email, user_role: 1 }] } });
    const root = (await owner.request<{ id: number }>('GET', `/folder/getFolderByName?project_id=${project}&name=root`)).body.id;
    await owner.request('POST', '/image/ext-create', { body: { project_id: project, folder_id: root, upload_state: 3, images: ['a', 'b'].map(name => ({ name, path: 'custom_llm' })), meta: {} } });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should count the values that go with a field', async () => {
    const query = { project_id: project };
    await owner.call('explore', createFields, { query, body: { data: { Age: { type: 'number' }, Note: { type: 'string' }, Empty: { type: 'string' } } } });
    await owner.call('explore', setValues, { query, body: { data: { a: { Age: 3, Note: 'x' }, b: { Age: 4 } } } });
    expect((await owner.call('explore', countValues, { query })).body).toEqual({ Age: 2, Note: 1 });
    await owner.call('explore', deleteFields, { query, body: { custom_fields: ['Age'] } });
    expect((await owner.call('explore', countValues, { query })).body).toEqual({ Note: 1 });
  });

  it('should tell the counts only to who may delete the fields', async () => {
    expect((await ana.call('explore', countValues, { query: { project_id: project } })).status).toBe(403);
    expect((await stranger.call('explore', countValues, { query: { project_id: project } })).status).toBe(404);
  });
});
