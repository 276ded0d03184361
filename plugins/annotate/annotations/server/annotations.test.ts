import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classesApi } from '#plugins/workspace/classes/common/index.ts';
import { itemChangeApi, itemsApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { annotationDocumentApi } from '../common/api.ts';
import { newId } from '../common/new-id.ts';

const plugins = ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'skeletons', 'editor-vector'];
const operations = annotationDocumentApi.operations;

interface Opened {
  readonly revision: number;
  readonly document: {
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly instances: readonly {
      readonly classId: number;
      readonly className?: string;
      readonly points: { readonly x1: number };
    }[];
  };
  readonly status: { readonly available: readonly number[] };
}

interface Saved {
  readonly revision: number;
  readonly replayed?: boolean;
  readonly status: number;
  readonly code?: string;
  readonly details?: {
    readonly revision?: number;
    readonly updatedBy?: string;
    readonly issues?: readonly { readonly path: string; readonly message: string }[];
  };
}

const box = (id: string, x = 1, classId = -1): object => ({
  id,
  type: 'bbox',
  classId,
  attributes: [],
  points: { x1: x, y1: 2, x2: x + 10, y2: 12 },
});
const holding = (...instances: readonly object[]): object => ({
  metadata: { name: 'a.png' },
  instances,
  tags: [],
  comments: [],
});

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;
  let names = 0;

  const upload = async (): Promise<number> => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const answer = await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
      params: { project_id: projectId },
      query: { name: `${++names}.png` },
      bytes,
    });
    expect(answer.status).toBe(200);
    return answer.body.item.id;
  };
  const save = (
    itemId: number,
    body: { op?: string; base: number; data: unknown },
    person = owner,
  ): Promise<Answer<Saved>> =>
    person.call<Saved>('main', operations.saveAnnotation, {
      params: { project_id: projectId, item_id: itemId },
      body: { op: newId(), ...body },
    });
  const open = (itemId: number, person = owner): Promise<Answer<Opened>> =>
    person.call('main', operations.openItem, { params: { project_id: projectId, item_id: itemId } });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    owner = team.owner;
    const project = await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
      body: { name: 'Photos', type: 1 },
    });
    projectId = project.body.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('opening an item', () => {
    it('should give all that the editor needs, with an empty document at first', async () => {
      const { status, body } = await open(await upload());
      expect(status).toBe(200);
      expect(body).toMatchObject({
        revision: 0,
        readOnly: null,
        project: { id: projectId, type: 1 },
        asset: { width: 64, height: 48 },
        flags: { applyStatus: true },
        status: { current: { value: 1 } },
      });
      expect(body.document).toMatchObject({
        metadata: { width: 64, height: 48, status: 'NotStarted' },
        instances: [],
        comments: [],
      });
      expect(body.status.available).toContain(5);
    });

    it('should give a document of more than a megabyte as it was stored', async () => {
      const id = await upload();
      const note = 'ж"\n'.repeat(100);
      const instances = Array.from({ length: 4_000 }, (_, at) => ({
        id: `point ${at}`,
        type: 'point',
        classId: -1,
        attributes: [],
        x: at % 64,
        y: 1,
        note: `${at} ${note}`,
      }));
      const data = { metadata: { name: 'a.png' }, instances, tags: [], comments: [] };
      expect((await save(id, { base: 0, data })).status).toBe(200);
      const opened = (await open(id)).body;
      expect(opened.revision).toBe(1);
      expect(opened.document.instances).toEqual(instances);
      const { body } = await owner.call<{ document: Opened['document'] }>('main', operations.getAnnotation, {
        params: { project_id: projectId, item_id: id },
      });
      expect(body.document).toEqual(opened.document);
    });

    it('should say 404 for items of another team and for none', async () => {
      const item = await upload();
      const stranger = (await app.team(`South${kind}`)).owner;
      expect((await open(item, stranger)).status).toBe(404);
      expect((await open(999_999)).status).toBe(404);
      expect((await save(item, { base: 0, data: holding() }, stranger)).status).toBe(404);
    });
  });

  describe('the review in a document', () => {
    const commented = (instances: readonly object[], comments: readonly object[]): object => ({
      metadata: { name: 'a.png' },
      instances,
      tags: [],
      comments,
    });
    const thread = (id: string, email: string, change: object = {}): object => ({
      id,
      x: 1,
      y: 2,
      resolved: false,
      correspondence: [{ text: 'Look here', email, createdAt: '2026-01-01T00:00:00.000Z' }],
      ...change,
    });
    const ofAnnotator = async (): Promise<{
      readonly ana: TestPerson;
      readonly item: number;
      readonly author: string;
    }> => {
      const ana = await team.join(`ana-${newId()}@north.test`);
      await owner.call('main', contributorsApi.operations.shareProject, {
        params: { project_id: projectId },
        body: { users: [{ user_id: ana.email, user_role: 1 }] },
      });
      const item = await upload();
      await owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: projectId },
        body: { selection: { item_ids: [item] }, change: { kind: 'assign', value: ana.email } },
      });
      expect(
        (await save(item, { base: 0, data: commented([{ ...box('a'), error: false }], [thread('1', owner.email)]) }))
          .status,
      ).toBe(200);
      return { ana, item, author: owner.email };
    };

    it('should not be changed by who has no right to, and say what', async () => {
      const { ana, item, author } = await ofAnnotator();
      const refused = async (data: object): Promise<readonly string[]> => {
        const { status, body } = await save(item, { base: 1, data }, ana);
        expect(status).toBe(403);
        return body.details!.issues!.map(each => each.path);
      };
      expect(await refused(commented([{ ...box('a'), error: true }], [thread('1', author)]))).toEqual([
        'instances[0].error',
      ]);
      expect(await refused(commented([{ ...box('a'), error: false }], []))).toEqual(['comments']);
      expect(
        await refused(commented([{ ...box('a'), error: false }], [thread('1', author, { resolved: true })])),
      ).toEqual(['comments[0].resolved']);
      expect(
        await refused(
          commented(
            [{ ...box('a'), error: false }],
            [thread('1', author), thread('2', author, { correspondence: [{ text: 'Never said', email: author }] })],
          ),
        ),
      ).toEqual(['comments[1].correspondence[0].email']);
    });

    it('should leave annotators their own comments and edits, and no approved copies', async () => {
      const { ana, item, author } = await ofAnnotator();
      expect(
        (
          await save(
            item,
            {
              base: 1,
              data: commented(
                [
                  { ...box('a', 9), error: null },
                  { ...box('copy'), error: false },
                ],
                [thread('1', author), thread('2', ana.email)],
              ),
            },
            ana,
          )
        ).status,
      ).toBe(200);
      const { body } = await open(item);
      expect(body.document.instances.map(each => (each as { error?: unknown }).error)).toEqual([null, null]);
    });

    it('should be restored by undo and stay through a restored version', async () => {
      const { ana, item, author } = await ofAnnotator();
      expect((await save(item, { base: 1, data: commented([{ ...box('a'), error: false }], []) })).status).toBe(200);
      expect(
        (await save(item, { base: 2, data: commented([{ ...box('a'), error: false }], [thread('1', author)]) })).status,
      ).toBe(200);
      expect(
        (
          await save(item, {
            base: 3,
            data: commented([{ ...box('a'), error: true }], [thread('1', author), thread('late', author)]),
          })
        ).status,
      ).toBe(200);
      const restored = await ana.call('main', operations.restoreVersion, {
        params: { project_id: projectId, item_id: item, revision: 2 },
        body: { op: newId(), base: 4 },
      });
      expect(restored.status).toBe(200);
      const { body } = await open(item);
      expect(body.document).toMatchObject({ instances: [{ error: true }], comments: [{ id: '1' }, { id: 'late' }] });
    });

    it('should not stop a save that was made on an older revision from saying so', async () => {
      const { ana, item } = await ofAnnotator();
      await save(item, { base: 1, data: commented([], []) });
      expect((await save(item, { base: 1, data: commented([], []) }, ana)).status).toBe(409);
    });
  });

  describe('saving', () => {
    it('should store the document, and start the item with its first edit', async () => {
      const item = await upload();
      const answer = await save(item, { base: 0, data: holding(box('a')) });
      expect(answer.body).toEqual({ revision: 1, status: 2, status_before: 1 });
      const { body } = await open(item);
      expect(body.document.instances).toMatchObject([{ id: 'a', points: { x1: 1, x2: 11 } }]);
      expect(body.document.metadata.lastAction).toMatchObject({ email: owner.email });
      expect(body).toMatchObject({ revision: 1, updatedBy: owner.email, status: { current: { value: 2 } } });
    });

    it('should answer the same operation again the same way, without a second effect', async () => {
      const item = await upload();
      const op = newId();
      expect((await save(item, { op, base: 0, data: holding(box('a')) })).body.revision).toBe(1);
      const again = await save(item, { op, base: 0, data: holding(box('a')) });
      expect(again.status).toBe(200);
      expect(again.body).toMatchObject({ revision: 1, replayed: true });
      expect((await open(item)).body.revision).toBe(1);
    });

    it('should do an operation once when it arrives many times at once', async () => {
      const item = await upload();
      const op = newId();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => save(item, { op, base: 0, data: holding(box('a')) })),
      );
      expect(answers.map(answer => [answer.status, answer.body.revision])).toEqual(
        Array.from({ length: 8 }, () => [200, 1]),
      );
      expect(answers.filter(answer => answer.body.replayed !== true)).toHaveLength(1);
    });

    it('should let exactly one of twenty saves on the same revision win', async () => {
      const item = await upload();
      await save(item, { base: 0, data: holding() });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => save(item, { base: 1, data: holding(box('a', at)) })),
      );
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(1);
      const losers = answers.filter(answer => answer.status === 409);
      expect(losers).toHaveLength(19);
      expect(
        losers.every(
          answer =>
            answer.body.code === 'CONFLICT' &&
            answer.body.details?.revision === 2 &&
            answer.body.details.updatedBy === owner.email,
        ),
      ).toBe(true);
    });

    it('should refuse a bad document with every finding, and keep what was there', async () => {
      const item = await upload();
      await save(item, { base: 0, data: holding(box('a')) });
      const bad = await save(item, {
        base: 1,
        data: holding(
          { id: 'b', type: 'bbox', classId: -1, attributes: [] },
          { id: 'c', type: 'polygon', points: [1, 2], classId: -1 },
        ),
      });
      expect(bad.status).toBe(422);
      expect(bad.body.code).toBe('ANNOTATION_INVALID');
      expect(bad.body.details?.issues?.map(issue => issue.path)).toEqual(
        expect.arrayContaining(['instances[0]', 'instances[1].points']),
      );
      for (const data of ['text', 7, null, [1], { metadata: 3 }, { metadata: {}, instances: 'x' }])
        expect((await save(item, { base: 1, data })).status).toBe(422);
      expect((await open(item)).body).toMatchObject({ revision: 1, document: { instances: [{ id: 'a' }] } });
    });

    it('should refuse text that no database can hold, and say where it is', async () => {
      const item = await upload();
      const answer = await save(item, {
        base: 0,
        data: {
          ...holding(),
          comments: [{ id: 'c', x: 1, y: 1, correspondence: [{ text: 'a\0b', email: owner.email }] }],
        },
      });
      expect(answer.status).toBe(422);
      expect(answer.body.details?.issues?.[0]?.path).toBe('comments[0].correspondence[0].text');
    });

    it('should take a document of 15 MiB', async () => {
      const item = await upload();
      const data = holding(
        ...Array.from({ length: 60_000 }, (_, at) => ({ ...box(`shape-${at}`, at), note: 'x'.repeat(160) })),
      );
      expect(JSON.stringify(data).length).toBeGreaterThan(15 * 1024 * 1024);
      expect((await save(item, { base: 0, data })).status).toBe(200);
      expect((await open(item)).body.document.instances).toHaveLength(60_000);
    });

    it('should refuse an operation id that was used for another item, and one that is none', async () => {
      const [one, other] = [await upload(), await upload()];
      const op = newId();
      await save(one, { op, base: 0, data: holding() });
      expect((await save(other, { op, base: 0, data: holding() })).status).toBe(400);
      expect((await save(other, { op: 'no', base: 0, data: holding() })).status).toBe(400);
    });

    it('should keep unknown fields', async () => {
      const item = await upload();
      await save(item, { base: 0, data: { ...holding({ ...box('a'), mine: { deep: [1] } }), extra: 'kept' } });
      expect((await open(item)).body.document).toMatchObject({ extra: 'kept', instances: [{ mine: { deep: [1] } }] });
    });
  });

  describe('rights', () => {
    it('should hide items from members who are not assigned, and refuse writes in a status or project that is not theirs to work in', async () => {
      const item = await upload();
      const ana = await team.join(`ana-${newId()}@north.test`);
      expect((await open(item, ana)).status).toBe(404);
      await owner.call('main', contributorsApi.operations.shareProject, {
        params: { project_id: projectId },
        body: { users: [{ user_id: ana.email, user_role: 1 }] },
      });
      expect((await open(item, ana)).status).toBe(404);
      await owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: projectId },
        body: { selection: { item_ids: [item] }, change: { kind: 'assign', value: ana.email } },
      });
      expect((await open(item, ana)).body).toMatchObject({ readOnly: null, role: { name: 'Annotator' } });
      expect((await save(item, { base: 0, data: holding(box('a')) }, ana)).status).toBe(200);

      const hold = (status: number): Promise<unknown> =>
        owner.call('main', projectsApi.operations.updateProject, {
          params: { project_id: projectId },
          body: { status },
        });
      await hold(4);
      expect((await open(item, ana)).body).toMatchObject({
        readOnly: 'The project is on hold, so its items are read-only.',
      });
      expect(await save(item, { base: 1, data: holding(box('b')) }, ana)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
      expect((await save(item, { base: 1, data: holding(box('b')) })).status).toBe(200);
      await hold(2);

      const change = (kind: string, value: unknown): Promise<unknown> =>
        owner.call('main', itemChangeApi.operations.changeItems, {
          params: { project_id: projectId },
          body: { selection: { item_ids: [item] }, change: { kind, value } },
        });
      await change('status', 3);
      expect((await save(item, { base: 2, data: holding(box('c')) }, ana)).status).toBe(404);
      await change('pin', true);
      expect(await save(item, { base: 2, data: holding(box('c')) }, ana)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });

      // Whoever sees an item goes on talking about it: comments alone are taken, once, on the newest revision, and move
      // nothing on.
      const seen = (await open(item, ana)).body;
      expect(seen).toMatchObject({
        readOnly: 'Items in “Quality check” are read-only for your role.',
        mayComment: true,
        revision: 2,
      });
      const talk = {
        id: 'talk',
        x: 1,
        y: 2,
        resolved: false,
        correspondence: [{ text: 'Is this one?', email: ana.email, role: 'Annotator' }],
      };
      const op = newId();
      const said = { op, base: 2, data: { ...seen.document, comments: [talk] } };
      expect(await save(item, said, ana)).toMatchObject({ status: 200, body: { revision: 3, status: 3 } });
      expect(await save(item, said, ana)).toMatchObject({ status: 200, body: { revision: 3, replayed: true } });
      expect(await save(item, { base: 2, data: said.data }, ana)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      });
      expect(await save(item, { base: 3, data: { ...said.data, instances: [] } }, ana)).toMatchObject({ status: 403 });
      expect(await save(item, { base: 3, data: { ...said.data, tags: ['x'] } }, ana)).toMatchObject({ status: 403 });
      expect((await open(item, ana)).body.document).toMatchObject({
        instances: seen.document.instances,
        comments: [{ id: 'talk', correspondence: [{ text: 'Is this one?' }] }],
      });
      await hold(4);
      expect((await open(item, ana)).body).toMatchObject({ mayComment: false });
      expect(await save(item, { base: 3, data: { ...said.data, comments: [] } }, ana)).toMatchObject({ status: 403 });
      await hold(2);
    });
  });

  describe('classes', () => {
    it('should leave instances of a deleted class without one, and still store them', async () => {
      const made = await owner.call<{ id: number }[]>('main', classesApi.operations.create, {
        query: { project_id: projectId },
        body: { classes: [{ name: `Car ${newId()}`, color: '#FF0000', type: 1, attribute_groups: [] }] },
      });
      const [car] = made.body;
      const item = await upload();
      await save(item, { base: 0, data: holding(box('a', 1, car!.id)) });
      expect((await open(item)).body.document.instances[0]).toMatchObject({
        classId: car!.id,
        className: expect.stringContaining('Car'),
      });
      await owner.call('main', classesApi.operations.remove, {
        params: { class_id: car!.id },
        query: { project_id: projectId },
      });
      const { body } = await open(item);
      expect(body.document.instances[0]?.classId).toBe(-1);
      expect(body.document.instances[0]?.className).toBeUndefined();
      expect((await save(item, { base: 1, data: holding(box('a', 5, car!.id)) })).status).toBe(200);
      expect((await open(item)).body.document.instances[0]).toMatchObject({ classId: -1, points: { x1: 5 } });
    });
  });

  describe('required attributes', () => {
    it('should hold up a hand-over until they have values, and name what is missing', async () => {
      const made = await owner.call<{ id: number }[]>('main', classesApi.operations.create, {
        query: { project_id: projectId },
        body: {
          classes: [
            {
              name: `Van ${newId()}`,
              color: '#FF0000',
              type: 1,
              attribute_groups: [
                { name: 'State', group_type: 'radio', isRequired: true, attributes: [{ name: 'Parked' }] },
              ],
            },
          ],
        },
      });
      const ben = await team.join(`ben-${newId()}@north.test`);
      await owner.call('main', contributorsApi.operations.shareProject, {
        params: { project_id: projectId },
        body: { users: [{ user_id: ben.email, user_role: 1 }] },
      });
      const item = await upload();
      await owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: projectId },
        body: { selection: { item_ids: [item] }, change: { kind: 'assign', value: ben.email } },
      });
      const bare = box('a', 1, made.body[0]!.id) as { attributes: object[] };
      await save(item, { base: 0, data: holding(bare) }, ben);
      const handOver = () =>
        ben.call<{ items: { success: number[]; failed: { code: string; message: string }[] } }>(
          'main',
          itemChangeApi.operations.changeItems,
          {
            params: { project_id: projectId },
            body: { selection: { item_ids: [item] }, change: { kind: 'status', value: 3 } },
          },
        );
      expect((await handOver()).body.items).toMatchObject({
        success: [],
        failed: [{ code: 'CONSTRAINT_FAILED', message: expect.stringContaining('“State” of a Van') }],
      });
      expect(
        (
          await save(
            item,
            { base: 1, data: holding({ ...bare, attributes: [{ groupName: 'State', name: 'Parked' }] }) },
            ben,
          )
        ).status,
      ).toBe(200);
      expect((await handOver()).body.items).toMatchObject({ success: [item], failed: [] });
    });
  });

  describe('versions', () => {
    it('should keep the last twenty, and restore one as the newest', async () => {
      const item = await upload();
      for (let base = 0; base < 22; base++) await save(item, { base, data: holding(box('a', base)) });
      const params = { project_id: projectId, item_id: item };
      const { body } = await owner.call<{ data: { revision: number; instanceCount: number }[] }>(
        'main',
        operations.listVersions,
        { params },
      );
      expect(body.data.map(each => each.revision)).toEqual(Array.from({ length: 20 }, (_, at) => 22 - at));
      const restored = await owner.call<Saved>('main', operations.restoreVersion, {
        params: { ...params, revision: 5 },
        body: { op: newId(), base: 22 },
      });
      expect(restored.body.revision).toBe(23);
      expect((await open(item)).body.document.instances[0]?.points.x1).toBe(4);
      expect((await owner.call('main', operations.getVersion, { params: { ...params, revision: 1 } })).status).toBe(
        404,
      );
      expect((await owner.call('main', operations.getVersion, { params: { ...params, revision: 22 } })).status).toBe(
        200,
      );
    });
  });
});
