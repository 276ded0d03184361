import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CopyOrMoveReport, ItemChangeView, ListedItem } from '#plugins/workspace/items/common/index.ts';
import { copyOrMoveApi, itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const { bringItems, previewBringing } = copyOrMoveApi.operations;
const { getItemChange, undoItemChange } = itemChangeApi.operations;

interface Instance {
  readonly id: string;
  readonly classId: number;
  readonly className?: string;
  readonly creationType?: string;
  readonly attributes: readonly {
    readonly id?: number;
    readonly groupId: number;
    readonly name?: string;
    readonly groupName: string;
  }[];
}
interface Opened {
  readonly revision: number;
  readonly document: {
    readonly mask?: string;
    readonly instances: readonly Instance[];
    readonly metadata: { readonly projectId: number; readonly lastAction: { readonly email: string } };
  };
}
type Class = {
  readonly id: number;
  readonly name: string;
  readonly attribute_groups: readonly {
    readonly id: number;
    readonly name: string;
    readonly attributes: readonly { readonly id: number; readonly name: string }[];
  }[];
};

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let from: number;
  let to: number;
  let there: number;
  let made: readonly Class[];

  const project = async (type = 1): Promise<number> =>
    (await owner.request<{ id: number }>('POST', '/project', { body: { name: `Photos ${crypto.randomUUID()}`, type } }))
      .body.id;
  const folder = async (projectId: number, name: string): Promise<number> =>
    (await owner.request<{ id: number }>('POST', `/folder?project_id=${projectId}`, { body: { name } })).body.id;
  const addClasses = async (projectId: number, list: readonly object[]): Promise<readonly Class[]> => {
    const { status, body } = await owner.request<Class[]>('POST', `/classes?project_id=${projectId}`, {
      body: { classes: list },
    });
    expect(status).toBe(200);
    return body;
  };
  const classes = async (projectId: number): Promise<readonly Class[]> =>
    (await owner.request<{ data: Class[] }>('GET', `/classes?project_id=${projectId}`)).body.data;
  const attach = async (
    names: readonly string[],
    projectId = from,
    folderId?: number,
  ): Promise<readonly { id: number; name: string }[]> =>
    (
      await owner.request<{ id: number; name: string }[]>('POST', '/image/ext-create', {
        body: {
          project_id: projectId,
          ...(folderId === undefined ? {} : { folder_id: folderId }),
          upload_state: 3,
          images: names.map(name => ({ name, path: `https://files.test/${name}` })),
          meta: Object.fromEntries(names.map(name => [name, { width: 100, height: 80 }])),
        },
      })
    ).body;
  const box = (id: string, classId: number, attributes: readonly object[] = []): object => ({
    id,
    type: 'bbox',
    classId,
    attributes,
    probability: 100,
    points: { x1: 1, y1: 1, x2: 9, y2: 8 },
    createdBy: { email: 'ana@north.test', role: 'Annotator' },
    creationType: 'Manual',
  });
  const annotate = async (
    item: number,
    instances: readonly object[],
    more: object = {},
    projectId = from,
    base = 0,
  ): Promise<void> => {
    const { status, body } = await owner.request('PUT', `/api/v1/project/${projectId}/item/${item}/annotation`, {
      body: {
        op: crypto.randomUUID(),
        base,
        data: { metadata: { name: 'a' }, instances, tags: [], comments: [], ...more },
      },
    });
    expect([status, status === 200 ? '' : JSON.stringify(body)]).toEqual([200, '']);
  };
  const annotation = async (projectId: number, item: number): Promise<Opened> =>
    (await owner.request<Opened>('GET', `/api/v1/project/${projectId}/item/${item}/annotation`)).body;
  const list = async (projectId: number, query = ''): Promise<readonly ListedItem[]> =>
    (
      await owner.request<{ data: ListedItem[] }>(
        'GET',
        `/api/v1/project/${projectId}/items?limit=500&sort=name&${query}`,
      )
    ).body.data;
  const named = async (projectId: number, name: string): Promise<ListedItem> =>
    (await list(projectId)).find(each => each.name === name)!;
  const copyOrMove = (
    more: object = {},
    selection: object = { filter: {} },
    who = owner,
  ): Promise<Answer<ItemChangeView & { code: string; message: string; error: string }>> =>
    who.call('main', bringItems, {
      params: { project_id: from },
      body: { selection, folder_id: there, to_project_id: to, operation: 'copy', ...more },
    });
  const preview = (
    more: object = {},
    who = owner,
  ): Promise<Answer<CopyOrMoveReport & { code: string; error: string }>> =>
    who.call('main', previewBringing, {
      params: { project_id: from },
      body: { selection: { filter: {} }, folder_id: there, to_project_id: to, ...more },
    });
  const undo = (change: number): Promise<Answer<ItemChangeView>> =>
    owner.call('main', undoItemChange, { params: { project_id: from, change_id: change }, body: {} });
  const ended = async (id: number): Promise<ItemChangeView> => {
    const look = async (): Promise<ItemChangeView> =>
      (await owner.call<ItemChangeView>('main', getItemChange, { params: { project_id: from, change_id: id } })).body;
    await expect.poll(async () => (await look()).state, { timeout: 120_000, interval: 50 }).not.toBe('running');
    return look();
  };
  const car = {
    name: 'Car',
    color: '#aa0000',
    type: 1,
    attribute_groups: [
      { name: 'Colour', group_type: 'radio', attributes: [{ name: 'red' }, { name: 'blue' }] },
      { name: 'Plate', group_type: 'text', attributes: [] },
    ],
  };

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'workflow',
        'classes',
        'categories',
        'item-fields',
        'skeletons',
        'editor',
        'editor-vector',
        'annotation-api',
        'form',
        'explore',
      ],
    });
    team = await app.team('North');
    ({ owner } = team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);
  beforeEach(async () => {
    [from, to] = [await project(), await project()];
    there = await folder(to, 'Night');
    made = await addClasses(from, [car, { name: 'Tree', color: '#00aa00', type: 1, attribute_groups: [] }]);
  }, DATABASE_TIMEOUT_MS);

  const carOf = (list: readonly Class[]): Class => list.find(each => each.name === 'Car')!;
  const red = (of: Class): object => ({
    id: of.attribute_groups[0]!.attributes[0]!.id,
    groupId: of.attribute_groups[0]!.id,
    name: 'red',
    groupName: 'Colour',
  });

  describe('a copy to another project', () => {
    it('should take annotations along by the names of their classes, with who made them and when', async () => {
      const [item] = await attach(['a.jpg']);
      await annotate(item!.id, [box('one', carOf(made).id, [red(carOf(made))])]);
      // Ids differ, and so does the order.
      await addClasses(to, [{ name: 'House', color: '#0000aa', type: 1, attribute_groups: [] }, car]);
      expect((await preview()).body).toMatchObject({ items: 1, there: 0, taken: 0, findings: [], keeps_status: true });
      expect((await copyOrMove()).body).toMatchObject({
        kind: 'copy',
        state: 'finished',
        changed: 1,
        same: 0,
        left_out: [],
        undoable: true,
      });
      const copy = await named(to, 'a.jpg');
      const own = carOf(await classes(to));
      const { document } = await annotation(to, copy.id);
      expect(document.instances).toMatchObject([
        {
          id: 'one',
          classId: own.id,
          className: 'Car',
          creationType: 'Manual',
          createdBy: { email: 'ana@north.test' },
          attributes: [
            { id: own.attribute_groups[0]!.attributes[0]!.id, groupId: own.attribute_groups[0]!.id, name: 'red' },
          ],
        },
      ]);
      expect(document.metadata).toMatchObject({ projectId: to, lastAction: { email: owner.email } });
      expect(copy).toMatchObject({
        folder_id: there,
        annotation_status: (await named(from, 'a.jpg')).annotation_status,
      });
      // Explore of the other project finds it.
      const found = await owner.request<{ id: number }[]>(
        'POST',
        `/services/explore/api/v1/items/search?project_id=${to}`,
        { body: { query: 'instance(className = "Car")', image_index: 0 } },
      );
      expect([found.status, found.body.map(each => each.id)]).toEqual([200, [copy.id]]);
      expect((await annotation(from, item!.id)).document.instances).toHaveLength(1);
    });

    it('should not move items whose classes are missing, unless the call says what becomes of them', async () => {
      const [one, two] = await attach(['a.jpg', 'b.jpg']);
      await annotate(one!.id, [
        box('car', carOf(made).id, [red(carOf(made))]),
        box('tree', made[1]!.id),
        box('bare', -1),
      ]);
      await annotate(two!.id, [box('car', carOf(made).id)]);
      await addClasses(to, [
        { ...car, attribute_groups: [{ name: 'Colour', group_type: 'radio', attributes: [{ name: 'blue' }] }] },
      ]);
      expect((await preview()).body.findings).toEqual([
        { kind: 'Attribute value', name: 'Car ▸ Colour ▸ red', items: 1, fate: 'asked', obstacle: null },
        { kind: 'Class', name: 'Tree', items: 1, fate: 'asked', obstacle: null },
      ]);
      const refused = await copyOrMove();
      expect(refused.body).toMatchObject({
        changed: 1,
        same: 0,
        refused: [
          {
            code: 'MISSING_CLASSES',
            message: 'The other project has no attribute value “Car ▸ Colour ▸ red”.',
            count: 1,
          },
        ],
      });
      expect((await list(to)).map(each => each.name)).toEqual(['b.jpg']);

      expect((await copyOrMove({ missing: 'leave_out' })).body).toMatchObject({
        changed: 1,
        same: 1,
        refused: [],
        left_out: expect.arrayContaining([
          {
            code: 'MISSING_CLASSES',
            message: 'The other project has no class “Tree”. What was annotated with it was left out.',
            count: 1,
          },
        ]),
      });
      const left = await annotation(to, (await named(to, 'a.jpg')).id);
      expect(left.document.instances.map(each => [each.id, each.attributes.length])).toEqual([
        ['car', 0],
        ['bare', 0],
      ]);

      there = await folder(to, 'Made');
      expect((await copyOrMove({ missing: 'create' }, { item_ids: [one!.id] })).body).toMatchObject({
        changed: 1,
        refused: [],
        left_out: [],
      });
      const own = await classes(to);
      expect(
        own.map(each => [
          each.name,
          each.attribute_groups.map(group => [group.name, group.attributes.map(value => value.name)]),
        ]),
      ).toEqual([
        ['Car', [['Colour', ['blue', 'red']]]],
        ['Tree', []],
      ]);
      const whole = (await list(to, `folder_id=${there}`))[0]!;
      expect((await annotation(to, whole.id)).document.instances.map(each => [each.id, each.className])).toEqual([
        ['car', 'Car'],
        ['tree', 'Tree'],
        ['bare', undefined],
      ]);
      expect((await annotation(to, whole.id)).document.instances[0]!.attributes).toMatchObject([
        { id: own[0]!.attribute_groups[0]!.attributes[1]!.id, name: 'red' },
      ]);
    });

    it('should not make what is of another type there, and say so', async () => {
      const [item] = await attach(['a.jpg']);
      await annotate(item!.id, [box('tree', made[1]!.id)]);
      await addClasses(to, [{ name: 'Tree', color: '#00aa00', type: 2, attribute_groups: [] }]);
      expect((await preview()).body.findings).toEqual([
        { kind: 'Class', name: 'Tree', items: 1, fate: 'asked', obstacle: 'It is of another type there.' },
      ]);
      expect((await copyOrMove({ missing: 'create' })).body).toMatchObject({
        changed: 0,
        refused: [{ message: '“Tree” is of another type in the other project.' }],
      });
    });

    it('should skip, replace, or replace annotations alone where names are taken', async () => {
      await addClasses(to, [car]);
      const [one] = await attach(['a.jpg', 'b.jpg']);
      await annotate(one!.id, [box('new', carOf(made).id)]);
      const [old, bare] = await attach(['a.jpg', 'b.jpg'], to, there);
      await annotate(old!.id, [box('old', carOf(await classes(to)).id)], {}, to);
      await annotate(bare!.id, [box('old', carOf(await classes(to)).id)], {}, to);
      expect((await preview()).body).toMatchObject({ items: 2, taken: 2 });
      expect((await copyOrMove()).body).toMatchObject({ changed: 0, same: 2 });
      expect((await annotation(to, old!.id)).document.instances.map(each => each.id)).toEqual(['old']);

      expect((await copyOrMove({ duplicates: 'replace_annotation' })).body).toMatchObject({
        changed: 2,
        same: 0,
        undoable: false,
      });
      expect(await annotation(to, old!.id)).toMatchObject({
        revision: 2,
        document: { instances: [{ id: 'new', classId: carOf(await classes(to)).id }] },
      });
      expect((await annotation(to, bare!.id)).document.instances).toEqual([]);
      expect((await named(to, 'a.jpg')).id).toBe(old!.id);

      expect((await copyOrMove({ duplicates: 'replace_all', operation: 'move' })).body).toMatchObject({ changed: 2 });
      expect(await list(from)).toEqual([]);
      expect((await list(to)).map(each => each.id)).toEqual([old!.id, bare!.id]);
    });

    it('should start over in the workflow of the other project, and without people', async () => {
      const [item] = await attach(['a.jpg']);
      const change = (asked: object): Promise<Answer> =>
        owner.call('main', itemChangeApi.operations.changeItems, {
          params: { project_id: from },
          body: { selection: { item_ids: [item!.id] }, change: asked },
        });
      await change({ kind: 'status', value: 3 });
      await change({ kind: 'priority', value: 7.5 });
      await change({ kind: 'pin', value: true });
      const ana = await team.join(`ana${crypto.randomUUID().slice(0, 8)}@north.test`);
      for (const place of [from, to])
        await owner.request('POST', `/api/v1/project/${place}/share/bulk`, {
          body: { users: [{ user_id: ana.email, user_role: 1 }] },
        });
      await change({ kind: 'assign', value: ana.email });
      expect(await named(from, 'a.jpg')).toMatchObject({
        annotation_status: 3,
        entropy_value: 7.5,
        is_pinned: true,
        assignments: [{ user_id: ana.email }],
      });
      expect((await copyOrMove({ pins: true })).body).toMatchObject({ changed: 1 });
      expect(await named(to, 'a.jpg')).toMatchObject({
        annotation_status: 3,
        entropy_value: 7.5,
        is_pinned: true,
        assignments: [],
      });

      const flow = (
        await owner.request<{ id: number }>('POST', '/api/v1/workflows/submit', {
          body: {
            name: `Flow ${crypto.randomUUID()}`,
            raw_config: {
              roles: ['Annotator'],
              statuses: ['NotStarted', 'Completed'],
              start_status: 'NotStarted',
              allowed_resources_to_roles: { Annotator: { view_items: { statuses: ['NotStarted'] } } },
              transitions: [{ name: 'done', from: 'NotStarted', to: 'Completed', allowed_roles: ['Annotator'] }],
            },
          },
        })
      ).body;
      to = (
        await owner.request<{ id: number }>('POST', '/project', {
          body: { name: `Other ${crypto.randomUUID()}`, type: 1, workflow_id: flow.id },
        })
      ).body.id;
      there = await folder(to, 'Night');
      expect((await preview()).body.keeps_status).toBe(false);
      expect((await copyOrMove()).body).toMatchObject({ changed: 1 });
      expect(await named(to, 'a.jpg')).toMatchObject({ annotation_status: 1, entropy_value: 7.5, is_pinned: false });
    });

    it('should copy categories and metadata by name, and report what has no place', async () => {
      await owner.request('PUT', `/project/${from}/settings`, {
        body: { settings: [{ attribute: 'CategorizeItems', value: 2 }] },
      });
      const shelf = (
        await owner.request<{ data: { id: number }[] }>(
          'POST',
          `/services/work-management/api/v1/categories/bulk?project_id=${from}`,
          { body: { bulk: [{ name: 'Shoes' }, { name: 'Bags' }] } },
        )
      ).body.data;
      const field = (projectId: number, data: object): Promise<unknown> =>
        owner.request('POST', `/services/explore/api/v1/custom/metadata/schema?project_id=${projectId}`, {
          body: { data },
        });
      await field(from, { City: { type: 'string' }, Grade: { type: 'number' } });
      await field(to, { City: { type: 'string' } });
      const [item] = await attach(['a.jpg']);
      const change = (value: object): Promise<unknown> =>
        owner.call('main', itemChangeApi.operations.changeItems, {
          params: { project_id: from },
          body: { selection: { item_ids: [item!.id] }, change: value },
        });
      await change({ kind: 'category', value: { mode: 'add', category_ids: shelf.map(each => each.id) } });
      await change({ kind: 'metadata', value: { values: { City: 'Ulm', Grade: 4 } } });
      const held = (await owner.request<{ data: ListedItem[] }>('GET', `/api/v1/project/${from}/items?limit=1`)).body
        .data[0]! as unknown as { categories: unknown[]; custom_metadata: object };
      expect([held.categories.length, held.custom_metadata]).toEqual([2, { City: 'Ulm', Grade: 4 }]);
      expect((await preview()).body.findings).toEqual([
        { kind: 'Category', name: 'Bags', items: 1, fate: 'left_out', obstacle: 'Items have no categories there.' },
        { kind: 'Category', name: 'Shoes', items: 1, fate: 'left_out', obstacle: 'Items have no categories there.' },
        { kind: 'Item fields', name: 'Grade', items: 1, fate: 'left_out', obstacle: 'There is no such field there.' },
      ]);
      await owner.request('PUT', `/project/${to}/settings`, {
        body: { settings: [{ attribute: 'CategorizeItems', value: 2 }] },
      });
      expect((await copyOrMove()).body).toMatchObject({
        changed: 1,
        left_out: [
          {
            code: 'CUSTOM_METADATA',
            message: 'The item field “Grade” was left out. There is no such field there.',
            count: 1,
          },
        ],
      });
      expect(await named(to, 'a.jpg')).toMatchObject({
        categories: [{ category_name: 'Shoes' }, { category_name: 'Bags' }],
        custom_metadata: { City: 'Ulm' },
      });
    });

    it('should bring bare items when annotations are to stay', async () => {
      const [item] = await attach(['a.jpg']);
      await annotate(item!.id, [box('tree', made[1]!.id)]);
      expect((await preview({ annotations: false })).body.findings).toEqual([]);
      expect((await copyOrMove({ annotations: false })).body).toMatchObject({ changed: 1 });
      expect((await annotation(to, (await named(to, 'a.jpg')).id)).revision).toBe(0);
    });
  });

  describe('a move to another project', () => {
    it('should make new items there, leave the old ones among the deleted, and bring them back', async () => {
      await addClasses(to, [car]);
      const [one, two] = await attach(['a.jpg', 'b.jpg']);
      await annotate(one!.id, [box('one', carOf(made).id)]);
      const moved = (await copyOrMove({ operation: 'move' })).body;
      expect(moved).toMatchObject({ kind: 'move', changed: 2, undoable: true });
      expect(await list(from)).toEqual([]);
      expect((await list(from, 'deleted=true')).map(each => each.id)).toEqual([one!.id, two!.id]);
      const [a, b] = await list(to);
      expect([a!.id, b!.id].some(id => id === one!.id || id === two!.id)).toBe(false);

      // Somebody works on one of them before all is taken back.
      await annotate(b!.id, [box('later', carOf(await classes(to)).id)], {}, to);
      expect((await undo(moved.id)).body).toMatchObject({ undo_of: moved.id, changed: 1, since: 1 });
      expect((await list(from)).map(each => each.id)).toEqual([one!.id]);
      expect((await annotation(from, one!.id)).document.instances).toMatchObject([
        { id: 'one', classId: carOf(made).id },
      ]);
      expect((await list(to)).map(each => each.id)).toEqual([b!.id]);
    });

    it(
      'should go by a job where there are many, which stops when it is cancelled and is taken back',
      async () => {
        for (const part of [0, 1]) await attach(Array.from({ length: 450 }, (_, at) => `photo ${part} ${at}.jpg`));
        const begun = (await copyOrMove({ operation: 'move' })).body;
        expect(begun).toMatchObject({ state: 'running', total: 900 });
        await owner.request('POST', `/api/v1/jobs/${begun.job_id}/cancel`, { body: {} });
        const over = await ended(begun.id);
        const counts = async (): Promise<number[]> => [await count(from), await count(to)];
        const count = async (projectId: number): Promise<number> =>
          (await owner.request<{ count: number }>('GET', `/api/v1/project/${projectId}/items?limit=1`)).body.count;
        expect(await counts()).toEqual([900 - over.changed, over.changed]);
        const rest = over.state === 'finished' ? undefined : (await copyOrMove({ operation: 'move' })).body;
        if (rest?.state === 'running') await ended(rest.id);
        expect(await counts()).toEqual([0, 900]);
        for (const id of [begun.id, ...(rest === undefined ? [] : [rest.id])]) {
          const { body } = await undo(id);
          if (body.state === 'running') await ended(body.id);
        }
        expect(await counts()).toEqual([900, 0]);
      },
      DATABASE_TIMEOUT_MS,
    );
  });

  describe('the rights it needs', () => {
    const share = (projectId: number, email: string, role: number): Promise<Answer> =>
      owner.request('POST', `/api/v1/project/${projectId}/share/bulk`, {
        body: { users: [{ user_id: email, user_role: role }] },
      });

    it('should be those of both projects, and a refusal names the project', async () => {
      const ana = await team.join(`ana${crypto.randomUUID().slice(0, 8)}@north.test`);
      await attach(['a.jpg']);
      await share(from, ana.email, 3);
      expect((await copyOrMove({}, { filter: {} }, ana)).status).toBe(404);
      await share(to, ana.email, 1);
      const { status, body } = await copyOrMove({}, { filter: {} }, ana);
      expect([status, body.code, body.error]).toEqual([
        403,
        'FORBIDDEN',
        expect.stringContaining('add items to “Photos'),
      ]);
      expect((await preview({}, ana)).status).toBe(403);
      const quinn = await team.join(`quinn${crypto.randomUUID().slice(0, 8)}@north.test`);
      for (const place of [from, to]) await share(place, quinn.email, 2);
      expect((await copyOrMove({}, { filter: {} }, quinn)).status).toBe(403);
      expect(await list(to)).toEqual([]);
    });

    it('should end at the team, at the type of the project, and at how it keeps its files', async () => {
      await attach(['a.jpg']);
      const south = await app.team(`South${crypto.randomUUID().slice(0, 8)}`);
      const theirs = (
        await south.owner.request<{ id: number }>('POST', '/project', { body: { name: 'Theirs', type: 1 } })
      ).body.id;
      expect((await copyOrMove({ to_project_id: theirs })).status).toBe(404);
      expect((await preview({ to_project_id: theirs })).status).toBe(404);
      // The folder of another project is not found either.
      expect((await copyOrMove({ to_project_id: await project() })).status).toBe(404);
      const pixel = await project(2);
      expect(await copyOrMove({ to_project_id: pixel })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('is a Pixel project') },
      });
      await owner.request('PUT', `/api/v1/project/${to}/upload?name=own.png`, {
        bytes: await sharp({ create: { width: 4, height: 4, channels: 3, background: '#336699' } })
          .png()
          .toBuffer(),
      });
      expect(await copyOrMove()).toMatchObject({
        status: 409,
        body: { code: 'UPLOAD_STATE', error: expect.stringContaining('keeps its files here') },
      });
    });
  });
});
