import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

interface Listed {
  readonly data: readonly {
    readonly id: number;
    readonly email: string;
    readonly userPermissions: readonly { readonly id: number }[];
  }[];
  readonly count: number;
}

const WM = '/services/work-management/api/v1';
const QUERY = 'entity=Contributor&parentEntity=Project';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let ana: TestPerson;
  let project: number;
  const headers = (): Record<string, string> => ({
    'x-entity-context': btoa(JSON.stringify({ team_id: team.id, project_id: project })),
  });
  const people = (by: TestPerson): Promise<{ status: number; body: Listed }> =>
    by.request<Listed>('POST', `${WM}/projectusers/search?${QUERY}`, {
      body: { query: { limit: 100, offset: 0, search: {} } },
      headers: headers(),
    });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'teams', 'items', 'groups', 'custom-fields'], jobs: false });
    team = await app.team('North');
    ana = await team.join('ana@x.org');
    for (const name of ['bo', 'cy']) await team.join(`${name}@x.org`);
    project = (await team.owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 1 } })).body.id;
    await team.owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: ['ana', 'bo', 'cy'].map(name => ({ user_id: `${name}@x.org`, user_role: 2 })) },
    });
    const group = (
      await team.owner.request<{ id: number }>('POST', `/api/v1/teams/${team.id}/groups`, { body: { name: 'Two' } })
    ).body.id;
    await team.owner.request('POST', `/api/v1/teams/${team.id}/groups/${group}/members/bulk`, {
      body: { data: [{ email: 'ana@x.org' }, { email: 'bo@x.org' }] },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should show who is in a group only its own people', async () => {
    const contributors = await ana.request<Listed>('GET', `/api/v1/project/${project}/contributors`);
    expect([contributors.body.data.map(each => each.email), contributors.body.count]).toEqual([
      ['ana@x.org', 'bo@x.org'],
      2,
    ]);
    expect((await people(ana)).body.data.map(each => each.email)).toEqual(['ana@x.org', 'bo@x.org']);
    expect((await people(team.owner)).body.count).toBe(3);
  });

  it('should lose none of two permissions that are given at once', async () => {
    await team.join('di@x.org');
    await team.owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: [{ user_id: 'di@x.org', user_role: 3 }] },
    });
    const { id } = (await people(team.owner)).body.data.find(each => each.email === 'di@x.org')!;
    const give = (permission: number): Promise<{ status: number }> =>
      team.owner.request('POST', `${WM}/customentities/edit?${QUERY}&action=editpermissions`, {
        headers: headers(),
        body: {
          query: { limit: null, offset: null, search: { id: { $in: [id] } } },
          body: { add: { userPermissions: [{ id: permission }] } },
        },
      });
    expect((await Promise.all([give(28), give(35)])).map(each => each.status)).toEqual([200, 200]);
    expect(
      (await people(team.owner)).body.data
        .find(each => each.id === id)!
        .userPermissions.map(each => each.id)
        .toSorted(),
    ).toEqual([28, 35]);
  });
});
