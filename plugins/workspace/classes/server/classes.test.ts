import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { AnnotationClass } from '../common/annotation-class.ts';
import { classesApi } from '../common/api.ts';

const { operations } = classesApi;
const car = {
  name: 'Car',
  color: '#e4542b',
  type: 'object',
  attribute_groups: [
    {
      name: 'State',
      group_type: 'radio',
      isRequired: true,
      default_value: 'Moving',
      attributes: [{ name: 'Parked' }, { name: 'Moving' }],
    },
  ],
};

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let project = 0;
  let made = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'classes'] });
    team = await app.team('North');
    owner = team.owner;
  });
  beforeEach(async () => {
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: { team_id: String(team.id), name: `P${++made}`, type: 1 },
      })
    ).body.id;
  });
  afterAll(() => app?.close());

  const query = (): { project_id: number } => ({ project_id: project });
  const create = (classes: unknown[]) =>
    owner.call<AnnotationClass[] & Record<string, unknown>>('main', operations.create, {
      query: query(),
      body: { classes },
    });
  const list = async (): Promise<AnnotationClass[]> =>
    (await owner.call<{ data: AnnotationClass[] }>('main', operations.list, { query: query() })).body.data;

  it('should make classes with groups, canonical colours and defaults', async () => {
    const answer = await create([car, { name: 'Weather', color: 'teal', type: 2 }]);
    expect(answer.status).toBe(200);
    expect(answer.body[0]).toMatchObject({
      name: 'Car',
      color: '#E4542B',
      type: 1,
      attribute_groups: [
        {
          name: 'State',
          isRequired: true,
          default_value: 'Moving',
          attributes: [
            { name: 'Parked', default: 0 },
            { name: 'Moving', default: 1 },
          ],
        },
      ],
    });
    expect((await list()).map(each => [each.name, each.type])).toEqual([
      ['Car', 1],
      ['Weather', 2],
    ]);
  });

  it('should report all problems at once in the client’s words', async () => {
    const answer = await create([
      {
        name: 'A',
        color: '#fff',
        attribute_groups: [
          { name: 'g', group_type: 'radio' },
          { name: 'h', group_type: 'radio', attributes: [], default_value: 4 },
        ],
      },
    ]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
    expect(answer.body['error']).toEqual([
      '"classes[0].attribute_groups[0].attributes" is required',
      '"classes[0].attribute_groups[1].default_value" must be a string',
    ]);
    expect(await list()).toEqual([]);
  });

  it('should keep ids on an update, drop what is not named, and refuse a taken name', async () => {
    const [first] = (await create([car, { name: 'Bus', color: '#fff' }])).body;
    const group = first!.attribute_groups[0]!;
    const changed = await owner.call<AnnotationClass & Record<string, unknown>>('main', operations.update, {
      params: { class_id: first!.id },
      query: query(),
      body: {
        name: 'Auto',
        attribute_groups: [
          {
            id: group.id,
            name: 'Condition',
            group_type: 'radio',
            attributes: [{ id: group.attributes[1]!.id, name: 'Driving' }, { name: 'Towed' }],
          },
        ],
      },
    });
    expect(changed.body).toMatchObject({
      name: 'Auto',
      color: '#E4542B',
      attribute_groups: [
        {
          id: group.id,
          name: 'Condition',
          attributes: [{ id: group.attributes[1]!.id, name: 'Driving' }, { name: 'Towed' }],
        },
      ],
    });
    expect(
      await owner.call('main', operations.update, {
        params: { class_id: first!.id },
        query: query(),
        body: { name: 'Bus' },
      }),
    ).toMatchObject({ status: 409, body: { code: 'NAME_EXISTS' } });
  });

  it('should keep what a group depends on, follow a renamed group, and refuse one that others depend on to go', async () => {
    const damage = { name: 'Damage', group_type: 'text', shown_when: { group: 'State', values: ['Parked'] } };
    const [first] = (await create([{ ...car, attribute_groups: [...car.attribute_groups, damage] }])).body;
    const conditions = async (): Promise<unknown[]> =>
      (await list()).flatMap(each => each.attribute_groups.map(group => group.shown_when));
    expect(await conditions()).toEqual([undefined, damage.shown_when]);
    const [state] = first!.attribute_groups;
    const part = (method: 'PUT' | 'DELETE', body?: object) =>
      owner.request(method, `/attribute-group/${state!.id}?project_id=${project}`, body === undefined ? {} : { body });
    expect((await part('PUT', { name: 'Motion' })).status).toBe(200);
    expect(await conditions()).toEqual([undefined, { group: 'Motion', values: ['Parked'] }]);
    expect(await part('DELETE')).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
  });

  it('should delete and bring back, but not over a name that was taken meanwhile', async () => {
    const [first] = (await create([car])).body;
    await owner.call('main', operations.remove, { params: { class_id: first!.id }, query: query() });
    expect(await list()).toEqual([]);
    const restore = () =>
      owner.call('main', operations.restore, { params: { project_id: project, class_id: first!.id }, body: {} });
    expect((await restore()).body).toMatchObject({ id: first!.id, name: 'Car' });
    await owner.call('main', operations.remove, { params: { class_id: first!.id }, query: query() });
    await create([car]);
    expect(await restore()).toMatchObject({ status: 409, body: { code: 'NAME_EXISTS' } });
  });

  it('should order, reverse, and refuse classes of another project', async () => {
    const ids = (await create(['A', 'B', 'C'].map(name => ({ name, color: '#fff' })))).body.map(each => each.id);
    const names = (answer: { body: AnnotationClass[] }): string[] => answer.body.map(each => each.name);
    expect(
      names(
        await owner.call<AnnotationClass[] & Record<string, unknown>>('main', operations.reorder, {
          query: query(),
          body: { ids: [ids[2], ids[0]] },
        }),
      ),
    ).toEqual(['C', 'A', 'B']);
    expect(
      names(
        await owner.call<AnnotationClass[] & Record<string, unknown>>('main', operations.reverse, {
          query: query(),
          body: {},
        }),
      ),
    ).toEqual(['B', 'A', 'C']);
    expect((await owner.call('main', operations.reorder, { query: query(), body: { ids: [999_999] } })).status).toBe(
      404,
    );
  });

  it('should give the file back that it was given, names that exist skipped', async () => {
    await create([car]);
    const file = (await owner.call('main', operations.download, { params: { project_id: project } })).raw.toString();
    const again = await owner.call<{ created: unknown[]; skipped: string[] }>('main', operations.importFile, {
      params: { project_id: project },
      body: [...(JSON.parse(file) as object[]), { name: 'New', color: 'red' }],
    });
    expect(again.body).toMatchObject({ created: [{ name: 'New', color: '#FF0000' }], skipped: ['Car'] });
  });

  it('should let annotators read and not write', async () => {
    const ann = await team.join(`ann${made}.${kind}@north.test`);
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: [{ user_id: ann.email, user_role: 1 }] },
    });
    expect((await ann.call('main', operations.list, { query: query() })).status).toBe(200);
    expect((await ann.call('main', operations.create, { query: query(), body: { classes: [car] } })).status).toBe(403);
  });
});
