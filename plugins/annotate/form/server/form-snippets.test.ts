import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { FormSnippet } from '../common/builder-api.ts';

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let second: TestPerson;
  let stranger: TestPerson;
  let project: number;
  let strange: number;
  const call = <T = Record<string, unknown>>(
    method: string,
    rest: string,
    body?: object,
    by = owner,
    at = project,
  ): Promise<Answer<T>> =>
    by.request<T>(method, `/api/v1/project/${at}/form/snippets${rest}`, body === undefined ? {} : { body });
  const names = async (by = owner, at = project): Promise<readonly string[]> =>
    (await call<{ data: readonly FormSnippet[] }>('GET', '', undefined, by, at)).body.data.map(each => each.name);
  const components = [{ id: 'box', type: 'container', children: [{ id: 'stars', type: 'rating', numberOfStars: 3 }] }];

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'classes', 'items', 'editor', 'workflow', 'annotation-api', 'form'],
      jobs: false,
    });
    const team = await app.team('North');
    ({ owner } = team);
    second = await team.join('second@north.test', 7);
    stranger = (await app.team('South')).owner;
    project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Snippets', type: 8 } })).body
      .id;
    strange = (await stranger.request<{ id: number }>('POST', '/project', { body: { name: 'Snippets', type: 8 } })).body
      .id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  it('should keep components for their maker, or for the team', async () => {
    expect((await call('POST', '', { name: 'Mine', components })).status).toBe(201);
    expect((await call('POST', '', { name: 'Ours', components, shared: true })).body).toMatchObject({
      name: 'Ours',
      components,
      shared: true,
      own: true,
      created_by: owner.email,
    });
    expect([await names(), await names(second), await names(stranger, strange)]).toEqual([
      ['Mine', 'Ours'],
      ['Ours'],
      [],
    ]);
    expect((await call('GET', '', undefined, stranger)).status).toBe(404);
  });

  it('should refuse a name twice, and what are no components', async () => {
    expect((await call('POST', '', { name: 'mine', components })).body).toMatchObject({ code: 'NAME_EXISTS' });
    expect((await call('POST', '', { name: 'Mine', components }, second)).status).toBe(201);
    expect((await call('POST', '', { name: 'Odd', components: [{ id: 'x' }] })).status).toBe(400);
    expect((await call('POST', '', { name: ' ', components })).status).toBe(400);
  });

  it('should be deleted by their maker only', async () => {
    const {
      body: { id },
    } = await call<{ id: number }>('POST', '', { name: 'Gone', components, shared: true });
    expect((await call('DELETE', `/${id}`, undefined, second)).status).toBe(404);
    expect((await call('DELETE', `/${id}`)).status).toBe(200);
    expect(await names()).not.toContain('Gone');
  });
});
