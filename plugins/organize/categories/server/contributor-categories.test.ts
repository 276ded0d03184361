import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestContext } from '#core/api/server/index.ts';
import { definePlugin } from '#core/kernel/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { defineApi, id, success, z } from '#core/api/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { ContributorCategories } from './contributor-categories.ts';

/** Calls the service as the plugin of contributors will. */
const probe = defineApi({
  service: 'main',
  operations: {
    edit: {
      method: 'POST',
      path: '/probe/:project_id',
      summary: 'Edit categories of people',
      access: 'ShareProject',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      body: z.strictObject({
        action: z.enum(['add', 'remove', 'of']),
        people: z.array(z.int()),
        categories: z.array(z.int()),
      }),
      reply: success.extend({ found: z.record(z.string(), z.array(z.string())) }),
    },
  },
});
const probing = defineServerHalf(definePlugin({ id: 'probe', title: 'Probe', requires: ['categories'] }), {
  activate({ get, implement }) {
    const categories = get(ContributorCategories);
    implement(probe, {
      async edit({ params, body }, context: RequestContext) {
        const found = await (body.action === 'of'
          ? categories.of(context, params.project_id, body.people)
          : categories[body.action](context, params.project_id, body.people, body.categories));
        return {
          success: true as const,
          found: Object.fromEntries([...found].map(([person, kept]) => [String(person), kept.map(each => each.name)])),
        };
      },
    });
  },
});

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let project: number;
  let ana: number;
  let bob: number;
  let shoes: number;
  let bags: number;

  const edit = (
    action: 'add' | 'remove' | 'of',
    people: number[],
    categories: number[] = [],
  ): Promise<Answer<{ found: Record<string, string[]>; code: string }>> =>
    owner.request('POST', `/probe/${project}`, { body: { action, people, categories } });
  const create = async (...names: string[]): Promise<number[]> =>
    (
      await owner.request<{ data: { id: number }[] }>(
        'POST',
        `/services/work-management/api/v1/categories/bulk?project_id=${project}`,
        { body: { bulk: names.map(name => ({ name })) } },
      )
    ).body.data.map(each => each.id);

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'categories'], halves: [probing] });
    const team = await app.team('North');
    owner = team.owner;
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: { name: 'P', type: 8, settings: [{ attribute: 'CategorizeItems', value: 1 }] },
      })
    ).body.id;
    const people = [
      await team.join('ana@north.test'),
      await team.join('bob@north.test'),
      await team.join('boss@north.test'),
    ];
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: people.map((person, index) => ({ user_id: person.email, user_role: index + 1 })) },
    });
    const { data } = (
      await owner.request<{ data: { id: number; email: string }[] }>('GET', `/api/v1/project/${project}/contributors`)
    ).body;
    [ana, bob] = ['ana', 'bob'].map(name => data.find(each => each.email.startsWith(name))!.id) as [number, number];
    [shoes, bags] = (await create('Shoes', 'Bags')) as [number, number];
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should answer all categories of each person afterwards, in ascending order', async () => {
    expect((await edit('add', [ana], [bags])).body.found).toEqual({ [ana]: ['Bags'] });
    expect((await edit('add', [ana, bob], [shoes])).body.found).toEqual({ [ana]: ['Shoes', 'Bags'], [bob]: ['Shoes'] });
    expect((await edit('add', [ana], [shoes])).body.found).toEqual({ [ana]: ['Shoes', 'Bags'] });
    expect((await edit('remove', [ana, bob], [shoes])).body.found).toEqual({ [ana]: ['Bags'], [bob]: [] });
  });

  it('should leave out admins of the project and people of another one', async () => {
    const { data } = (
      await owner.request<{ data: { id: number; role: number }[] }>('GET', `/api/v1/project/${project}/contributors`)
    ).body;
    const boss = data.find(each => each.role === 3)!.id;
    expect((await edit('add', [boss, 99_999_999], [shoes])).body.found).toEqual({});
  });

  it('should refuse a category that is none of the project', async () => {
    expect(await edit('add', [ana], [99_999_999])).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
  });

  it('should take a removed category from people, and all from who becomes an admin', async () => {
    const [hats] = (await create('Hats')) as [number];
    await edit('add', [bob], [hats, bags]);
    await owner.request('DELETE', `/services/work-management/api/v1/categories/bulk?filter=id||$eq||${hats}`, {
      headers: {
        'x-entity-context': btoa(
          JSON.stringify({
            team_id: (await owner.request<{ team_id: number }>('GET', `/api/v1/project/${project}`)).body.team_id,
            project_id: project,
          }),
        ),
      },
    });
    expect((await edit('of', [bob])).body.found).toEqual({ [bob]: ['Bags'] });
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: [{ user_id: 'bob@north.test', user_role: 3 }] },
    });
    expect((await edit('of', [bob])).body.found).toEqual({ [bob]: [] });
  });
});
