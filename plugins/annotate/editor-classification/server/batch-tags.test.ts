import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { itemChangeApi, itemsApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ItemTags, TagResult } from '../common/api.ts';
import { classificationApi } from '../common/api.ts';

interface Made {
  readonly id: number;
  readonly attribute_groups: readonly {
    readonly id: number;
    readonly attributes: readonly { readonly id: number }[];
  }[];
}
interface Failed {
  readonly code?: string;
  readonly error?: string;
}
const operations = classificationApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;
  let blurred: Made;
  let paper: Made;
  let names = 0;

  const items = async (count: number): Promise<number[]> => {
    const images = Array.from({ length: count }, () => ({
      name: `item ${String(++names).padStart(5, '0')}.bin`,
      path: `https://files.test/${names}`,
    }));
    return (
      await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
        body: { project_id: projectId, team_id: team.id, upload_state: 3, images, meta: {} },
      })
    ).body.map(each => each.id);
  };
  const change = (
    ids: readonly number[],
    asked: object,
    { op = newId(), person = owner } = {},
  ): Promise<Answer<TagResult & Failed>> =>
    person.call('main', operations.changeTags, {
      params: { project_id: projectId },
      body: { op, item_ids: ids, change: asked },
    });
  const stepBack = (result: TagResult, op = newId()): Promise<Answer<TagResult & Failed>> =>
    owner.call('main', operations.stepBackTags, {
      params: { project_id: projectId },
      body: { op, items: result.changed.map(({ item_id, revision }) => ({ item_id, revision, to: revision - 1 })) },
    });
  const list = async (ids: readonly number[]): Promise<readonly ItemTags[]> =>
    (
      await owner.call<{ data: ItemTags[] }>('main', operations.listTags, {
        params: { project_id: projectId },
        body: { item_ids: ids },
      })
    ).body.data;
  const save = (
    itemId: number,
    base: number,
    instances: readonly object[],
    comments: readonly object[] = [],
  ): Promise<Answer> =>
    owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
      params: { project_id: projectId, item_id: itemId },
      body: { op: newId(), base, data: { metadata: { name: 'a' }, instances, tags: [], comments } },
    });
  const found = async (...where: readonly string[]): Promise<number> =>
    (
      await owner.call<{ count: number }>('main', itemsApi.operations.listItemIds, {
        params: { project_id: projectId },
        query: { where },
      })
    ).body.count;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'classes',
        'workflow',
        'editor',
        'editor-classification',
        'annotation-api',
      ],
      jobs: false,
    });
    team = await app.team('North');
    owner = team.owner;
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Many', type: 6 },
      })
    ).body.id;
    [blurred, paper] = (
      await owner.request<[Made, Made]>('POST', `/classes?project_id=${projectId}`, {
        body: {
          classes: [
            { name: 'Blurred', color: '#D7263D', type: 2, attribute_groups: [] },
            {
              name: 'Paper',
              color: '#1B998B',
              type: 2,
              attribute_groups: [
                { name: 'Kind', group_type: 'radio', attributes: [{ name: 'Invoice' }, { name: 'Letter' }] },
                { name: 'Sure', group_type: 'numeric', attributes: [] },
              ],
            },
            { name: 'Car', color: '#2E86AB', type: 1, attribute_groups: [] },
          ],
        },
      })
    ).body;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('classes of many items', () => {
    it('should be given to a thousand in one call, and answered and taken back in one each', async () => {
      const ids = await items(1000);
      const given = await change(ids, { kind: 'add', class_id: blurred.id });
      expect([given.status, given.body.changed.length, given.body.refused]).toEqual([200, 1000, []]);
      expect(given.body.changed[0]).toMatchObject({ revision: 1, tags: [{ class_id: blurred.id, attributes: [] }] });
      const some = ids.slice(0, 10);
      expect((await change(some, { kind: 'add', class_id: blurred.id })).body).toMatchObject({
        changed: [],
        refused: [],
      });
      const [kindGroup] = paper.attribute_groups;
      const answered = await change(some, {
        kind: 'set',
        class_id: paper.id,
        group_id: kindGroup!.id,
        value: [kindGroup!.attributes[1]!.id],
        adding: true,
      });
      expect(answered.body.changed).toHaveLength(10);
      expect((await list([some[0]!]))[0]!.tags).toMatchObject([
        { class_id: blurred.id },
        { class_id: paper.id, attributes: [{ name: 'Letter', groupName: 'Kind' }] },
      ]);
      expect(await found(`tag_class||$in||${paper.id}`)).toBe(10);
      expect(await found(`answered_group||$eq||${kindGroup!.id}`)).toBe(10);
      expect(await found(`answered_group||$ne||${kindGroup!.id}`)).toBe(990);
      expect(await found(`tag_class||$notin||${blurred.id}`)).toBe(0);
      // Back again, the last first.
      const back = await stepBack(answered.body);
      expect([back.body.changed.length, back.body.refused]).toEqual([10, []]);
      expect((await list([some[0]!]))[0]!.tags).toMatchObject([{ class_id: blurred.id }]);
      const others = given.body.changed.filter(each => !some.includes(each.item_id)).slice(0, 90);
      const gone = await stepBack({ ...given.body, changed: others });
      expect(gone.body.changed).toHaveLength(90);
      expect(await found(`tag_class||$in||${blurred.id}`)).toBe(910);
      // What was taken back comes again in the same way.
      expect((await stepBack(gone.body)).body.changed).toHaveLength(90);
      expect(await found(`tag_class||$in||${blurred.id}`)).toBe(1000);
    });

    it('should be written once, however often a call is sent', async () => {
      const ids = await items(3);
      const op = newId();
      const first = await change(ids, { kind: 'add', class_id: blurred.id }, { op });
      const again = await change(ids, { kind: 'add', class_id: blurred.id }, { op });
      expect(again.body).toEqual(first.body);
      expect((await list(ids)).map(each => each.revision)).toEqual([1, 1, 1]);
    });

    it('should leave out what is locked, gone or would be said twice, and say why', async () => {
      const [locked, twice, free] = (await items(3)) as [number, number, number];
      const tag = (owner: Made, more: object = {}): object => ({
        id: newId(),
        type: 'tag',
        classId: owner.id,
        attributes: [],
        ...more,
      });
      expect((await save(locked, 0, [tag(blurred, { locked: true })])).status).toBe(200);
      const sure = (name: number): object => ({ groupId: paper.attribute_groups[1]!.id, groupName: 'Sure', name });
      expect(
        (await save(twice, 0, [tag(paper, { attributes: [sure(1)] }), tag(paper, { attributes: [sure(2)] })])).status,
      ).toBe(200);
      const removed = await change([locked, free, 2_000_000_000], { kind: 'remove', class_id: blurred.id });
      expect(removed.body).toMatchObject({ changed: [], same: [free] });
      expect(
        removed.body.refused
          .map(each => `${each.item_id === locked ? 'locked' : 'gone'}: ${each.code} ${each.message}`)
          .toSorted(),
      ).toEqual(['gone: NOT_FOUND It is no longer there.', 'locked: LOCKED The answer is locked.']);
      const set = await change([twice], {
        kind: 'set',
        class_id: paper.id,
        group_id: paper.attribute_groups[1]!.id,
        value: 2,
      });
      expect(set.body.refused).toMatchObject([
        { code: 'ANNOTATION_INVALID', message: 'Paper would be there twice with the same answers.' },
      ]);
    });

    it('should not take back what somebody changed since, and keep comments that came since', async () => {
      const [kept, talked] = (await items(2)) as [number, number];
      const given = await change([kept, talked], { kind: 'add', class_id: blurred.id });
      expect((await save(kept, 1, [])).status).toBe(200);
      const back = await stepBack(given.body);
      expect([back.body.changed.map(each => each.item_id), back.body.refused]).toEqual([
        [talked],
        [{ item_id: kept, code: 'CONFLICT', message: 'It was changed since.' }],
      ]);
      const more = await change([talked], { kind: 'add', class_id: paper.id });
      const comments = [{ id: newId(), resolved: false, correspondence: [{ text: 'Why?', email: owner.email }] }];
      const {
        body: { document },
      } = await owner.call<{ document: { instances: object[] } }>('main', annotationDocumentApi.operations.openItem, {
        params: { project_id: projectId, item_id: talked },
      });
      expect((await save(talked, more.body.changed[0]!.revision, document.instances, comments)).status).toBe(200);
      expect((await change([talked], { kind: 'remove', class_id: paper.id })).body.changed).toHaveLength(1);
      const { body } = await owner.call<{ document: { comments: object[] } }>(
        'main',
        annotationDocumentApi.operations.openItem,
        { params: { project_id: projectId, item_id: talked } },
      );
      expect(body.document.comments).toHaveLength(1);
    });

    it.for([
      ['a class of another type', () => ({ kind: 'add', class_id: paper.id + 1 }), 'change.class_id'],
      [
        'a value of no such question',
        () => ({ kind: 'set', class_id: paper.id, group_id: paper.attribute_groups[0]!.id, value: [999_999] }),
        'change.value',
      ],
      [
        'a text for a number',
        () => ({ kind: 'set', class_id: paper.id, group_id: paper.attribute_groups[1]!.id, value: 'x' }),
        'change.value',
      ],
      [
        'two values of one',
        () => ({
          kind: 'set',
          class_id: paper.id,
          group_id: paper.attribute_groups[0]!.id,
          value: paper.attribute_groups[0]!.attributes.map(each => each.id),
        }),
        'change.value',
      ],
    ] as const)('should refuse %s', async ([, asked, field]) => {
      const { status, body } = await change(await items(1), asked());
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
    });
  });

  describe('the rights of a batch', () => {
    it('should be those of each item: what a member does not see or may not write stays as it is', async () => {
      const member = await team.join(`member-${kind}@north.test`);
      const [mine, done, others] = (await items(3)) as [number, number, number];
      expect((await change([mine], { kind: 'add', class_id: blurred.id }, { person: member })).status).toBe(404);
      await owner.call('main', contributorsApi.operations.shareProject, {
        params: { project_id: projectId },
        body: { users: [{ user_id: member.email, user_role: 1 }] },
      });
      const assigned = await owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: projectId },
        body: { selection: { item_ids: [mine, done] }, change: { kind: 'assign', value: member.email } },
      });
      expect(assigned.status).toBe(200);
      // Pinned, so that it is seen in a status that is not the member's.
      for (const [name, value] of [
        ['pin', true],
        ['status', 3],
      ] as const)
        await owner.call('main', itemChangeApi.operations.changeItems, {
          params: { project_id: projectId },
          body: { selection: { item_ids: [done] }, change: { kind: name, value } },
        });
      const given = await change([mine, done, others], { kind: 'add', class_id: blurred.id }, { person: member });
      expect(given.status, JSON.stringify(given.body)).toBe(200);
      expect(given.body.changed.map(each => each.item_id)).toEqual([mine]);
      expect(given.body.refused).toEqual([
        { item_id: others, code: 'NOT_FOUND', message: 'It is no longer there.' },
        { item_id: done, code: 'FORBIDDEN', message: expect.stringMatching(/are read-only for your role/) },
      ]);
      // A stranger does not even see the project.
      const stranger = (await app.team(`South${kind}`)).owner;
      expect((await change([mine], { kind: 'remove', class_id: blurred.id }, { person: stranger })).status).toBe(404);
      expect((await list([mine]))[0]!.tags).toHaveLength(1);
    });
  });
});
