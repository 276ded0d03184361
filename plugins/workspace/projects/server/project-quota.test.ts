import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { projectsApi } from '../common/api.ts';

const operations = projectsApi.operations;

interface Made {
  readonly id: number;
  readonly code?: string;
  readonly error?: string;
  readonly details?: unknown;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let root: TestPerson;

  const limit = async (most: number | null, by = root): Promise<Answer> => {
    const place = `/super-admin/license/${team.organizationId}`;
    const { body } = await root.request<{ data: { organization_id: number; version: number }[] }>(
      'GET',
      '/super-admin/license',
    );
    const { version } = body.data.find(each => each.organization_id === team.organizationId)!;
    return by.request('PUT', place, {
      body: { plan: 3, trial: false, expires: null, limits: { members: null, projects: most, items: null }, version },
    });
  };
  const make = (name: string, by = owner): Promise<Answer<Made>> =>
    by.call<Made>('main', operations.createProject, { body: { name, type: 1 } });
  const clone = (id: number, name: string): Promise<Answer<Made>> =>
    owner.call<Made>('main', operations.cloneProject, {
      params: { project_id: id },
      body: { name, include: ['settings'] },
    });
  const count = async (): Promise<number> =>
    (await owner.call<{ count: number }>('main', operations.listProjects)).body.count;
  const refused = {
    status: 422,
    body: {
      code: 'PLAN_LIMIT',
      error: 'The number of projects exceeds the limit of 3 projects per plan.',
      details: { limit: 3, used: 3 },
    },
  };

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'teams', 'administration', 'items', 'billing'] });
    root = (await app.team('Root', { superAdmin: true })).owner;
    team = await app.team('Alpha');
    owner = team.owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should let a team make as many projects as it likes until its plan says otherwise, and the limit be set by super-admins only', async () => {
    for (const name of ['One', 'Two']) expect((await make(name)).status).toBeLessThan(300);
    expect((await limit(5, owner)).status).toBe(403);
    expect((await limit(-1)).status).toBe(400);
    expect(await limit(3)).toMatchObject({ status: 200, body: { limits: { projects: 3 } } });
  });

  it('should give the last place to one of several that ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => make(`Together ${at}`)));
    expect(answers.filter(each => each.status < 300)).toHaveLength(1);
    for (const each of answers.filter(one => one.status >= 300)) expect(each).toMatchObject(refused);
    expect(await count()).toBe(3);
  });

  it('should refuse copies, also at once, and projects of scripts', async () => {
    const { body } = await owner.call<{ data: readonly Made[] }>('main', operations.listProjects);
    for (const each of await Promise.all([
      clone(body.data[0]!.id, 'Copy'),
      clone(body.data[1]!.id, 'Copy too'),
      make('Another'),
    ]))
      expect(each).toMatchObject(refused);
    expect(await count()).toBe(3);
  });

  it('should give the place of a deleted project away, and then refuse to bring it back', async () => {
    const { body } = await owner.call<{ data: readonly Made[] }>('main', operations.listProjects);
    const gone = body.data[0]!.id;
    await owner.call('main', operations.deleteProject, { params: { project_id: gone } });
    expect((await make('Instead')).status).toBeLessThan(300);
    expect(await owner.call('main', operations.restoreProject, { params: { project_id: gone } })).toMatchObject(
      refused,
    );
    await limit(4);
    expect((await owner.call('main', operations.restoreProject, { params: { project_id: gone } })).status).toBe(200);
    expect(await count()).toBe(4);
  });

  it('should leave what is there when the limit becomes smaller, count other teams apart, and go with the limit', async () => {
    await limit(1);
    expect(await count()).toBe(4);
    expect((await make('One more')).body).toMatchObject({ code: 'PLAN_LIMIT', details: { limit: 1, used: 4 } });
    expect((await make('Elsewhere', (await app.team('Beta')).owner)).status).toBeLessThan(300);
    await limit(null);
    expect((await make('One more')).status).toBeLessThan(300);
  });
});
