import { afterAll, beforeAll, expect, it } from 'vitest';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import type { ObjectChange } from '../../common/object-change.ts';

const PLUGINS = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'skeletons',
  'editor-vector',
  'workflow',
  'annotation-api',
  'form',
  'categories',
  'item-fields',
  'explore',
];

interface Group {
  readonly id: number;
  readonly attributes: readonly { readonly id: number }[];
}
interface MadeClass {
  readonly id: number;
  readonly attribute_groups: readonly Group[];
}
interface Outcome {
  readonly id: number;
  readonly changed: number;
  readonly same: number;
  readonly undoable: boolean;
  readonly refused: readonly { readonly code: string; readonly count: number }[];
}
interface Preview {
  readonly changes: number;
  readonly refused: readonly { readonly code: string; readonly count: number }[];
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;
  let car: MadeClass;
  let truck: MadeClass;
  let day: MadeClass;
  let items: readonly { readonly id: number }[];
  /** Ids of the objects of each item. */
  const ids: string[][] = [];

  const post = <T>(path: string, body: unknown, by = owner) =>
    by.request<T>('POST', `/api/v1/project/${projectId}/items/${path}`, { body: body as object });
  const asked = (change: Omit<ObjectChange, 'objects'>, at: readonly number[] = [0, 1]) => ({
    selection: { item_ids: at.map(each => items[each]!.id) },
    change: {
      kind: 'objects',
      value: { objects: at.map(each => ({ item_id: items[each]!.id, ids: [ids[each]![0]!] })), ...change },
    },
  });
  const counted = async (query: string): Promise<number> =>
    (
      await owner.request<{ count: number }>(
        'POST',
        `/services/explore/api/v1/instances/count?project_id=${projectId}`,
        { body: { query } },
      )
    ).body.count;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: PLUGINS });
    team = await app.team('North');
    owner = team.owner;
    projectId = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Streets', type: 1 } })).body
      .id;
    const color = { name: 'Color', group_type: 'radio', attributes: [{ name: 'Red' }, { name: 'Blue' }] };
    const made = await owner.request<readonly MadeClass[]>('POST', `/classes?project_id=${projectId}`, {
      body: {
        classes: [
          { name: 'Car', color: '#D7263D', type: 1, attribute_groups: [{ ...color, default_value: 'Red' }] },
          { name: 'Truck', color: '#1B998B', type: 1, attribute_groups: [] },
          { name: 'Day', color: '#1B998B', type: 2, attribute_groups: [] },
        ],
      },
    });
    [car, truck, day] = made.body as [MadeClass, MadeClass, MadeClass];
    items = (
      await owner.request<readonly { id: number }[]>('POST', '/image/ext-create', {
        body: {
          project_id: projectId,
          upload_state: 3,
          images: ['a', 'b'].map(name => ({ name: `${name}.jpg`, path: `https://files.test/${name}` })),
          meta: {},
        },
      })
    ).body;
    for (const [at, { id }] of items.entries()) {
      const [group] = car.attribute_groups;
      const instances = [0, 1].map(() => ({
        id: newId(),
        type: 'bbox',
        classId: car.id,
        attributes: [{ groupId: group!.id, id: group!.attributes[1]!.id }],
        locked: false,
        points: { x1: 1, y1: 2, x2: 20, y2: 12 },
      }));
      ids[at] = instances.map(each => each.id);
      const saved = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
        params: { project_id: projectId, item_id: id },
        body: { op: newId(), base: 0, data: { metadata: { name: 'a' }, instances, tags: [], comments: [] } },
      });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    }
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close(), DATABASE_TIMEOUT_MS);

  it('should give objects of several items a class and take that back with their attributes', async () => {
    const preview = await post<Preview>('change/preview', asked({ class_id: truck.id }));
    expect(preview.body).toMatchObject({ changes: 2, refused: [] });
    expect(await counted('instance(className = Truck)')).toBe(0);
    const { body } = await post<Outcome>('change', asked({ class_id: truck.id }));
    expect(body).toMatchObject({ changed: 2, undoable: true, refused: [] });
    expect(await counted('instance(className = Truck)')).toBe(2);
    expect((await post<Outcome>(`changes/${body.id}/undo`, {})).body).toMatchObject({ changed: 2 });
    expect(await counted('instance(className = Car AND attribute.Color = Blue)')).toBe(4);
  });

  it('should set an attribute, and leave objects alone that were changed since when that is undone', async () => {
    const [group] = car.attribute_groups;
    const change = { attribute: { group_id: group!.id, value: [group!.attributes[0]!.id] } };
    const { body } = await post<Outcome>('change', asked(change));
    expect(body).toMatchObject({ changed: 2 });
    expect(await counted('instance(attribute.Color = Red)')).toBe(2);
    expect((await post<Outcome>('change', asked(change))).body).toMatchObject({ changed: 0, same: 2 });
    const other = await post<Outcome>('change', asked({ class_id: truck.id }, [0]));
    expect((await post<Outcome>(`changes/${body.id}/undo`, {})).body).toMatchObject({ changed: 1, since: 1 });
    expect((await post<Outcome>(`changes/${other.body.id}/undo`, {})).body).toMatchObject({ changed: 1 });
  });

  it('should delete objects and restore them', async () => {
    const { body } = await post<Outcome>('change', asked({ remove: true }));
    expect(body).toMatchObject({ changed: 2 });
    expect(await counted('')).toBe(2);
    expect((await post<Outcome>(`changes/${body.id}/undo`, {})).body).toMatchObject({ changed: 2 });
    expect(await counted('')).toBe(4);
  });

  it('should say before which items it skips, and why', async () => {
    const { body } = await post<Preview>('change/preview', asked({ class_id: day.id }));
    expect(body).toMatchObject({ changes: 0, refused: [{ code: 'CLASS_KIND', count: 2 }] });
    const refused = await post<{ error: string }>('change/preview', asked({ class_id: 999_999 }));
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('change.value.class_id') } });
  });

  it('should be refused to people who may not act in Explore', async () => {
    const ana = await team.join('ana');
    await owner.request('POST', `/api/v1/project/${projectId}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    for (const path of ['change', 'change/preview'])
      expect((await post(path, asked({ remove: true }), ana)).status).toBe(403);
  });
});
