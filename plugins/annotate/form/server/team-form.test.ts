import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const FORM = { components: [{ id: 'title', type: 'input', label: 'Title' }] };

eachDatabase(kind => {
  let app: TestApp;
  let north: TestTeam;
  let south: TestTeam;
  const store = (team: TestTeam, by: TestPerson): Promise<Answer> =>
    by.request('POST', `/team/${team.id}/custom-editor-template`, { body: FORM });
  const begin = async (team: TestTeam, name: string, type: number): Promise<object> => {
    const { id } = (await team.owner.request<{ id: number }>('POST', '/project', { body: { name, type } })).body;
    return (await team.owner.request('GET', `/project/${id}/custom-editor-template`)).body;
  };

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'classes', 'items', 'editor', 'workflow', 'annotation-api', 'form'],
      jobs: false,
      settings: { providerDomain: 'north.test' },
    });
    north = await app.team('North');
    south = await app.team('South');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should let admins on the domain of the provider store the form of their team, and nobody else', async () => {
    const ana = await north.join('ana@north.test');
    expect([
      (await store(south, south.owner)).status,
      (await store(north, ana)).status,
      (await store(north, north.owner)).status,
    ]).toEqual([403, 403, 200]);
  });

  it('should begin new multimodal projects with the form of the team', async () => {
    await store(north, north.owner);
    expect(await begin(north, 'Answers', 8)).toMatchObject(FORM);
    expect(await begin(north, 'Boxes', 1)).toEqual({});
    expect(await begin(south, 'Answers', 8)).toEqual({});
  });
});
