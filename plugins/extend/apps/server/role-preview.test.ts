import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionNames } from '#core/permissions/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { customAppsApi } from '../common/api.ts';
import type { AppView } from '../common/app.ts';

const capabilities = ['projects.read', 'items.read', 'items.status', 'storage', 'people.read'];
const files = {
  'main.tsx': '',
  'loupe-app.json': JSON.stringify({ name: 'Tried', sdk: '1.1', entry: 'main.tsx', mounts: [], capabilities }),
};

let app: TestApp;
let team: TestTeam;
let owner: TestPerson;
let ana: TestPerson;
let project: number;
let items: readonly number[];
let draft: number;
/** Actions that the gate was asked for, by call: the rights it left. */
const seen: ReadonlySet<string>[] = [];

const ask = <T = Record<string, unknown>>(
  person: TestPerson,
  role: number | string | undefined,
  url: string,
  method = 'GET',
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Answer<T>> =>
  person.request<T>(method, url, {
    headers: {
      'x-loupe-app': String(draft),
      ...(role === undefined ? {} : { 'x-loupe-as-role': String(role) }),
      ...more,
    },
    ...(body === undefined ? {} : { body }),
  });
const move = (role: number | undefined): Promise<Answer> =>
  ask(owner, role, `/api/v1/project/${project}/items/change`, 'POST', {
    selection: { item_ids: [items[0]] },
    change: { kind: 'status', value: 2 },
  });
const list = async (role: number | undefined): Promise<readonly string[]> =>
  (await ask<{ data: { name: string }[] }>(owner, role, `/api/v1/project/${project}/items`)).body.data.map(
    each => each.name,
  );

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), { jobs: false });
  team = await app.team('North');
  ({ owner } = team);
  ana = await team.join('ana@north.test');
  project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Cars', type: 1 } })).body.id;
  await owner.call('main', contributorsApi.operations.shareProject, {
    params: { project_id: project },
    body: { users: [{ user_id: ana.email, user_role: 1 }] },
  });
  items = (
    await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: { project_id: project, upload_state: 3, images: [{ name: 'one' }, { name: 'two' }], meta: {} },
    })
  ).body.map(each => each.id);
  draft = (
    await owner.call<AppView>('main', customAppsApi.operations.createApp, {
      params: { team_id: team.id },
      body: { files },
    })
  ).body.id;
  await owner.call('main', customAppsApi.operations.grantApp, {
    params: { team_id: team.id, app_id: draft },
    body: { capabilities, hosts: [], open: [] },
  });
}, DATABASE_TIMEOUT_MS);
afterAll(() => app?.close());

describe('an app that is tried as another role', () => {
  it('should be let see and do what the role may, of what the person may', async () => {
    expect(await list(undefined)).toEqual(['one', 'two']);
    expect(await list(3)).toEqual(['one', 'two']);
    // Nothing is assigned to who tries it.
    expect(await list(1)).toEqual([]);
    expect((await ask<{ data: unknown[] }>(owner, 1, '/api/v1/projects')).body.data).toHaveLength(1);
    expect(await ask(owner, 1, `/api/v1/project/${project}/item/${items[0]}`)).toMatchObject({ status: 404 });
    // Those who do not see the item do not learn that it exists.
    expect(await move(1)).toMatchObject({
      status: 200,
      body: { changed: 0, refused: [{ code: 'NOT_FOUND', count: 1 }] },
    });
    expect(await move(3)).toMatchObject({ status: 200, body: { changed: 1 } });
  });

  it('should still be refused what it was not allowed', async () => {
    expect(await ask(owner, 3, `/project/${project}`, 'DELETE')).toMatchObject({
      status: 403,
      body: { code: 'CAPABILITY_DENIED' },
    });
  });

  it('should reach its own data though it is a draft', async () => {
    const path = `/team/${team.id}/customapps/${draft}/data`;
    expect((await ask(owner, 1, path, 'PUT', { value: 1 })).status).toBe(200);
    expect((await ask(owner, 1, path)).body).toMatchObject({ value: 1 });
    expect(await ask(owner, 1, `/team/${team.id}/customapps/${draft}/items/${items[0]}/data`)).toMatchObject({
      status: 404,
    });
    expect(await ask(owner, 2, `/api/v1/project/${project}/contributors`)).toMatchObject({
      status: 200,
      body: { count: 1, data: [{ email: ana.email }] },
    });
  });

  it('should be tried by who manages apps only, in a role that there is, and as an app', async () => {
    expect(await ask(ana, 1, '/api/v1/projects')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await ask(ana, 12, '/api/v1/projects')).toMatchObject({ status: 403 });
    for (const role of ['', 'x', 0, 4, 15, 50])
      expect(await ask(owner, role, '/api/v1/projects')).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('x-loupe-as-role') },
      });
  });

  it('should narrow what the page itself asks for an app, too', async () => {
    const asRole = (person: TestPerson, role: number, path: string): Promise<Answer> =>
      person.request('GET', path, { headers: { 'x-loupe-as-role': String(role) } });
    const item = `/api/v1/project/${project}/item/${items[0]}`;
    expect((await owner.request('GET', item)).status).toBe(200);
    expect([(await asRole(owner, 1, item)).status, (await asRole(owner, 3, item)).status]).toEqual([404, 200]);
    expect(await asRole(ana, 1, '/api/v1/projects')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await asRole(owner, 4, '/api/v1/projects')).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('x-loupe-as-role') },
    });
    expect(
      await owner.request('GET', '/api/v1/plugins', {
        headers: { 'x-loupe-as-role': '1', 'x-entity-context': btoa('{}') },
      }),
    ).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('x-loupe-as-role is not valid: goes with calls that name a team') },
    });
  });

  it('should never have a right that the person has not, whatever the role', async () => {
    app.app.services.hooks.granting.tap(
      'core',
      (_context, actions) => {
        seen.push(actions);
      },
      { stage: 2000 },
    );
    await ask(owner, undefined, `/api/v1/project/${project}/items`);
    const own = new Set(seen.flatMap(each => [...each]));
    expect(own.size).toBeGreaterThan(20);
    for (const role of [1, 2, 3, 101, 999, 7, 12]) {
      seen.length = 0;
      await ask(owner, role, `/api/v1/project/${project}/items`);
      expect(seen.length).toBeGreaterThan(0);
      expect([role, actionNames.filter(each => seen.some(actions => actions.has(each)) && !own.has(each))]).toEqual([
        role,
        [],
      ]);
    }
  });
});
