import { afterAll, beforeAll, expect, it } from 'vitest';
import { classesApi } from '#plugins/workspace/classes/common/index.ts';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/api.ts';
import { newId } from '#plugins/annotate/annotations/common/new-id.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';

interface StoredClass {
  readonly id: number;
  readonly name: string;
  readonly attribute_groups: readonly {
    readonly id: number;
    readonly name: string;
    readonly attributes: readonly { readonly id: number; readonly name: string }[];
  }[];
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'editor', 'skeletons', 'editor-vector'],
    });
    team = await app.team('North');
    owner = team.owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close(), DATABASE_TIMEOUT_MS);

  const classInput = (name: string, group: string, values: readonly string[], type = 1): object => ({
    name,
    color: '#D7263D',
    type,
    attribute_groups: [{ name: group, group_type: 'radio', attributes: values.map(value => ({ name: value })) }],
  });

  it('should give objects of merged classes the target with their attributes, and delete the merged classes', async () => {
    const { body: project } = await owner.request<{ id: number }>('POST', '/project', {
      body: { name: 'Street', type: 1 },
    });
    const { body: made } = await owner.request<readonly StoredClass[]>('POST', `/classes?project_id=${project.id}`, {
      body: {
        classes: [
          classInput('Car', 'State', ['parked']),
          classInput('auto', 'State', ['moving']),
          classInput('bus', 'Line', ['7']),
          classInput('Day', 'Light', ['dim'], 2),
        ],
      },
    });
    const [car, auto, bus, day] = made as readonly [StoredClass, StoredClass, StoredClass, StoredClass];
    const { body: items } = await owner.request<readonly { id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: project.id,
        upload_state: 3,
        images: [{ name: 'a.jpg', path: 'https://files.test/a' }],
        meta: {},
      },
    });
    const box = (entry: StoredClass): object => ({
      id: newId(),
      type: 'bbox',
      classId: entry.id,
      attributes: entry.attribute_groups.map(({ id, name, attributes: [value] }) => ({
        id: value!.id,
        groupId: id,
        name: value!.name,
        groupName: name,
      })),
      points: { x1: 1, y1: 2, x2: 20, y2: 12 },
    });
    const ofItem = { project_id: project.id, item_id: items[0]!.id };
    const saved = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
      params: ofItem,
      body: {
        op: newId(),
        base: 0,
        data: { metadata: { name: 'a.jpg' }, instances: [car, auto, bus].map(box), tags: [], comments: [] },
      },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);

    const merge = (ids: readonly number[], by = owner): Promise<Answer<unknown>> =>
      by.call('main', classesApi.operations.merge, {
        params: { project_id: project.id },
        body: { ids: [...ids], into: car.id },
      });
    expect((await merge([day.id])).status).toBe(400);
    expect((await merge([day.id + 1000])).status).toBe(404);
    expect((await merge([auto.id, bus.id])).status).toBe(202);
    const classes = async (): Promise<readonly StoredClass[]> =>
      (await owner.request<{ readonly data: readonly StoredClass[] }>('GET', `/classes?project_id=${project.id}`)).body
        .data;
    await expect
      .poll(async () => (await classes()).map(each => each.name), { timeout: 20_000 })
      .toEqual(['Car', 'Day']);

    const [target] = await classes();
    expect(target!.attribute_groups.map(each => [each.name, each.attributes.map(value => value.name)])).toEqual([
      ['State', ['parked', 'moving']],
      ['Line', ['7']],
    ]);
    const { body } = await owner.call<{
      document: { instances: readonly { classId: number; attributes: readonly { id: number; name: string }[] }[] };
    }>('main', annotationDocumentApi.operations.getAnnotation, { params: ofItem });
    const ids = new Map(target!.attribute_groups.flatMap(each => each.attributes.map(value => [value.name, value.id])));
    expect(
      body.document.instances.map(each => [each.classId, each.attributes.map(value => [value.name, value.id])]),
    ).toEqual(['parked', 'moving', '7'].map(name => [car.id, [[name, ids.get(name)]]]));
    const annotator = await team.join('anna');
    await owner.request('POST', `/api/v1/project/${project.id}/share/bulk`, {
      body: { users: [{ user_id: annotator.email, user_role: 1 }] },
    });
    expect((await merge([day.id], annotator)).status).toBe(403);
  });
});
