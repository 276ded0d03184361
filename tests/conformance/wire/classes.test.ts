import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface WireAttribute {
  readonly id: number;
  readonly group_id: number;
  readonly project_id: number;
  readonly name: string;
  readonly default: 0 | 1;
}
interface WireGroup {
  readonly id: number;
  readonly class_id: number;
  readonly name: string;
  readonly group_type: string;
  readonly isRequired: boolean;
  readonly default_value: unknown;
  readonly attributes: readonly WireAttribute[];
}
interface WireClass {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly type: number;
  readonly color: string;
  readonly attribute_groups: readonly WireGroup[];
}
interface WorkClass {
  readonly data: {
    readonly type: string;
    readonly attributeGroups: readonly (WireGroup & { readonly is_required: boolean })[];
  };
}

const car = {
  id: 900,
  project_id: 77,
  type: 1,
  name: 'Car',
  color: '#FF0000',
  createdAt: '2024-01-01T00:00:00.000Z',
  attribute_groups: [
    {
      id: 901,
      class_id: 900,
      name: 'Doors',
      group_type: 'radio',
      isRequired: false,
      default_value: '4',
      attributes: [{ id: 902, group_id: 901, project_id: 77, name: '2', default: 0 }, { name: '4' }],
    },
    { name: 'Extras', group_type: 'checklist', attributes: [{ name: 'Roof' }] },
    { name: 'Note', group_type: 'text' },
    { name: 'Wheels', group_type: 'numeric' },
  ],
};

eachDatabase(kind => {
  let app: TestApp;
  let script: ScriptClient;
  let project: number;
  let count = 0;
  const create = (classes: unknown): Promise<{ status: number; body: WireClass[] & { error?: string[] } }> =>
    script.call('main', 'POST', '/classes', { query: { project_id: project }, body: { classes } });
  const list = async (query: Record<string, string | boolean> = {}): Promise<WireClass[]> =>
    (
      await script.call<{ data: WireClass[] }>('main', 'GET', '/classes', {
        query: { project_id: project, offset: 0, ...query },
      })
    ).body.data;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'teams', 'classes'] });
    script = await scriptClient(app, await app.team('North'));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());
  const fresh = async (type = 1): Promise<void> =>
    void (project = await scriptProject(script, `Classes ${(count += 1)}`, type));

  describe('POST /classes', () => {
    it('should read an empty default as none, whatever the type of the group', async () => {
      await fresh();
      const groups = [
        { name: 'r', group_type: 'radio', attributes: [{ name: 'x' }], default_value: '' },
        { name: 'c', group_type: 'checklist', attributes: [{ name: 'x' }], default_value: [] },
        { name: 'rl', group_type: 'radio', attributes: [{ name: 'x' }], default_value: [] },
        { name: 't', group_type: 'text', default_value: '' },
        { name: 'n', group_type: 'numeric', default_value: '' },
      ];
      const { status, body } = await create([{ name: 'Empty', color: '#fff', attribute_groups: groups }]);
      expect(status).toBe(200);
      expect(body[0]!.attribute_groups.map(each => each.default_value)).toEqual([null, [], null, null, null]);
    });

    it('gives new ids to classes of another project and answers the bare list', async () => {
      await fresh();
      const { status, body } = await create([car]);
      expect(status).toBe(200);
      const [made] = body;
      expect(made).toMatchObject({ name: 'Car', project_id: project, type: 1, color: '#FF0000' });
      expect([made!.id, made!.attribute_groups[0]!.id]).not.toContain(900);
      const [doors, extras, note, wheels] = made!.attribute_groups;
      expect(doors).toMatchObject({
        class_id: made!.id,
        group_type: 'radio',
        default_value: '4',
        attributes: [
          { name: '2', default: 0, group_id: doors!.id, project_id: project },
          { name: '4', default: 1 },
        ],
      });
      expect(extras, 'a checklist without a default has an empty list').toMatchObject({ default_value: [] });
      expect([note, wheels]).toMatchObject([
        { group_type: 'text', attributes: [] },
        { group_type: 'numeric', attributes: [] },
      ]);
    });

    it('takes an untyped group for a radio group, and flags for its default', async () => {
      await fresh();
      const { body } = await create([
        {
          name: 'A',
          color: 'teal',
          type: 'tag',
          attribute_groups: [{ name: 'g', attributes: [{ name: 'x', default: 1 }, { name: 'y' }] }],
        },
      ]);
      expect(body[0]).toMatchObject({
        type: 2,
        color: '#008080',
        attribute_groups: [{ group_type: 'radio', default_value: 'x' }],
      });
    });

    it('reports all problems of the request at once, as a list', async () => {
      await fresh();
      // The groups have one name, as in the client's own test: that is not among the texts.
      const { status, body } = await create([
        {
          name: 'A',
          color: '#fff',
          attribute_groups: [
            { name: 't' },
            { name: 't', group_type: 'checklist', attributes: [] },
            { name: 't', group_type: 'radio', attributes: [], default_value: 4 },
          ],
        },
      ]);
      expect(status).toBe(400);
      expect(body.error).toEqual([
        '"classes[0].attribute_groups[0].attributes" is required',
        '"classes[0].attribute_groups[2].default_value" must be a string',
      ]);
      expect(await list(), 'nothing is made').toEqual([]);
    });

    it('makes the classes of a form in a Multimodal project', async () => {
      await fresh(8);
      expect(
        (
          await create([
            { name: 'r_1', color: '#fff', type: 1, attribute_groups: [{ name: 'value_r_1', group_type: 'numeric' }] },
          ])
        ).status,
      ).toBe(200);
      const refused = await create([{ name: 'Car', color: '#fff' }]);
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { error: 'This function is not supported for Multimodal projects.' },
      ]);
    });
  });

  it('GET /classes finds a part of the name in any case and sends every key', async () => {
    await fresh();
    await create([car, { name: 'Bus', color: '#fff' }]);
    const found = await list({ name: 'ca', pattern: true });
    expect(found.map(each => each.name)).toEqual(['Car']);
    expect(Object.keys(found[0]!)).toEqual(
      expect.arrayContaining([
        'id',
        'project_id',
        'type',
        'name',
        'color',
        'count',
        'createdAt',
        'updatedAt',
        'attribute_groups',
      ]),
    );
  });

  it('DELETE /class/{id} deletes it, and a second time is not found', async () => {
    await fresh();
    const { body } = await create([car]);
    const remove = (): Promise<{ status: number }> =>
      script.call('main', 'DELETE', `/class/${body[0]!.id}`, { query: { project_id: project } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });

  describe('PATCH classes/{id} of work management', () => {
    const patch = (id: number, body: unknown): Promise<{ status: number; body: WorkClass }> =>
      script.call('work-management', 'PATCH', `/api/v1/classes/${id}`, { context: { project_id: project }, body });

    it('keeps what has an id, makes what has none, deletes what is not named, and answers its own spelling', async () => {
      await fresh();
      const [before] = (await create([car])).body;
      const doors = before!.attribute_groups[0]!;
      const { status, body } = await patch(before!.id, {
        id: before!.id,
        project_id: project,
        type: 'object',
        name: 'Car',
        color: '#00FF00',
        attributeGroups: [
          {
            id: doors.id,
            group_type: 'RADIO',
            class_id: before!.id,
            name: 'Number of doors',
            is_required: true,
            default_value: '4',
            attributes: [
              { id: doors.attributes[1]!.id, group_id: doors.id, project_id: project, name: 'four', default: 1 },
              { name: 'new' },
            ],
          },
          { group_type: 'CHECKLIST', name: 'Colours', is_required: false, attributes: [{ name: 'Red' }] },
        ],
      });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        type: 'object',
        color: '#00FF00',
        attributeGroups: [
          {
            id: doors.id,
            name: 'Number of doors',
            is_required: true,
            default_value: 'four',
            attributes: [
              { id: doors.attributes[1]!.id, name: 'four', default: 1 },
              { name: 'new', default: 0 },
            ],
          },
          { name: 'Colours', is_required: false, default_value: [], attributes: [{ name: 'Red' }] },
        ],
      });
      expect((await list())[0]!.attribute_groups.map(each => [each.name, each.isRequired])).toEqual([
        ['Number of doors', true],
        ['Colours', false],
      ]);
    });

    it('takes a group without an id for a new one, whatever its name', async () => {
      await fresh();
      const [before] = (
        await create([{ name: 'A', color: '#fff', attribute_groups: [{ name: 'Doors', group_type: 'text' }] }])
      ).body;
      const doors = before!.attribute_groups[0]!;
      const { body } = await patch(before!.id, {
        type: 'object',
        name: 'A',
        color: '#fff',
        attributeGroups: [
          { name: 'Doors', group_type: 'text', is_required: false },
          { id: doors.id, name: 'Old doors', group_type: 'text', is_required: false },
        ],
      });
      expect(body.data.attributeGroups.map(each => [each.name, each.id === doors.id])).toEqual([
        ['Doors', false],
        ['Old doors', true],
      ]);
    });

    it('ignores a second group with an id it already had', async () => {
      await fresh();
      const [before] = (await create([car])).body;
      const note = before!.attribute_groups[2]!;
      const { body } = await patch(before!.id, {
        type: 'object',
        name: 'Car',
        color: '#FF0000',
        attributeGroups: [
          { id: note.id, name: 'First', group_type: 'text', is_required: false },
          { id: note.id, name: 'Second', group_type: 'text', is_required: false },
        ],
      });
      expect(body.data.attributeGroups.map(each => each.name)).toEqual(['First']);
    });

    it('lets flags win over the default of the group', async () => {
      await fresh();
      const [before] = (
        await create([
          {
            name: 'A',
            color: '#fff',
            attribute_groups: [
              { name: 'Level', group_type: 'radio', attributes: [{ name: 'Low' }, { name: 'Medium' }] },
            ],
          },
        ])
      ).body;
      const level = before!.attribute_groups[0]!;
      const { body } = await patch(before!.id, {
        type: 'object',
        name: 'A',
        color: '#fff',
        attributeGroups: [
          {
            id: level.id,
            name: 'Level',
            group_type: 'radio',
            is_required: false,
            default_value: 'Low',
            attributes: [
              { id: level.attributes[0]!.id, name: 'Low', default: 0 },
              { id: level.attributes[1]!.id, name: 'Medium', default: 1 },
            ],
          },
        ],
      });
      expect(body.data.attributeGroups[0]).toMatchObject({ default_value: 'Medium' });
    });

    it('finds nothing without the project of the class in the context', async () => {
      await fresh();
      const [before] = (await create([car])).body;
      const other = project;
      await fresh();
      expect((await patch(before!.id, { name: 'x', color: '#fff', type: 'object' })).status).toBe(404);
      project = other;
    });
  });

  it('attribute groups and values are made, changed and deleted one at a time', async () => {
    await fresh();
    const [made] = (await create([{ name: 'A', color: '#fff' }])).body;
    const query = { project_id: project };
    const group = (
      await script.call<WireGroup>('main', 'POST', '/attribute-group', {
        query,
        body: {
          class_id: made!.id,
          name: 'Size',
          group_type: 'radio',
          attributes: [{ name: 'S' }, { name: 'M', default: 1 }],
        },
      })
    ).body;
    expect(group).toMatchObject({ class_id: made!.id, default_value: 'M' });
    const large = (
      await script.call<WireAttribute>('main', 'POST', '/attribute', { query, body: { group_id: group.id, name: 'L' } })
    ).body;
    expect(
      (await script.call('main', 'PUT', `/attribute/${large.id}`, { query, body: { default: 1 } })).body,
    ).toMatchObject({ name: 'L', default: 1 });
    expect((await list())[0]!.attribute_groups[0]).toMatchObject({
      default_value: 'L',
      attributes: [
        { name: 'S', default: 0 },
        { name: 'M', default: 0 },
        { name: 'L', default: 1 },
      ],
    });
    expect((await script.call('main', 'DELETE', `/attribute/${large.id}`, { query })).status).toBe(200);
    expect((await list())[0]!.attribute_groups[0]).toMatchObject({ default_value: null });
    expect(
      (
        await script.call('main', 'PUT', `/attribute-group/${group.id}`, {
          query,
          body: { name: 'Sizes', isRequired: true },
        })
      ).body,
    ).toMatchObject({ name: 'Sizes', isRequired: true });
    expect((await script.call('main', 'DELETE', `/attribute-group/${group.id}`, { query })).status).toBe(200);
    expect(
      (await script.call('main', 'PUT', `/attribute-group/${group.id}`, { query, body: { name: 'Again' } })).status,
    ).toBe(404);
  });
});
