import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationForm, bareItems } from '../../support/annotated-items.ts';
import type { UploadAnswer, WireDocument } from '../../support/annotation-script.ts';
import { AnnotationScript } from '../../support/annotation-script.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { Answer } from '../../support/test-app.ts';

const action = { email: 'script@north.test', timestamp: 1_700_000_000_123 };
const box = (more: object = {}): object => ({
  type: 'bbox',
  className: 'Car',
  points: { x1: 1, x2: 9, y1: 2, y2: 8 },
  attributes: [],
  creationType: 'Preannotation',
  probability: 100,
  ...more,
});
const vector = (name: string, instances: readonly object[] = [box()], more: object = {}): object => ({
  metadata: { name, lastAction: action },
  instances,
  tags: [],
  comments: [],
  ...more,
});

eachDatabase(kind => {
  let wire: AnnotationScript;
  const classify = (
    ids: readonly number[],
    client = wire.script,
  ): Promise<Answer<{ small: Record<string, { data: { id: number }[] }>; large: { id: number }[] }>> =>
    client.call('assets', 'POST', '/api/v4/items/annotations/download/method', {
      query: { limit: ids.length },
      body: { project_id: wire.project, item_ids: ids },
    });

  beforeAll(async () => {
    wire = await AnnotationScript.open(kind);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => wire?.app.close());

  describe('POST items/annotations/download/method', () => {
    it('puts every item into a group of small ones, also those never annotated, and leaves unknown ids out', async () => {
      await wire.fresh();
      const ids = await wire.items('a.jpg', 'b.jpg');
      const { status, body } = await classify([...ids, 2_000_000]);
      expect(status).toBe(200);
      expect(Object.values(body.small).flatMap(group => group.data)).toEqual(ids.map(id => ({ id })));
      expect(body.large).toEqual([]);
    });

    it('says 404 for a project of another team', async () => {
      await wire.fresh();
      expect((await classify(await wire.items('a.jpg'), wire.stranger)).status).toBe(404);
    });
  });

  describe('POST items/annotations/download', () => {
    it('gives exactly the known fields of items never annotated', async () => {
      await wire.fresh();
      const ids = await wire.items('a.jpg');
      expect(await wire.streamed(ids)).toEqual([
        {
          metadata: {
            name: 'a.jpg',
            id: ids[0],
            projectId: wire.project,
            height: null,
            width: null,
            status: 'NotStarted',
            pinned: false,
            annotatorEmail: null,
            qaEmail: null,
          },
          instances: [],
          tags: [],
          comments: [],
        },
      ]);
    });

    it.each([
      [3, { instances: [], tags: [] }],
      [4, { instances: [], tags: [], freeText: '' }],
      [8, { instances: [], tags: [], comments: [] }],
    ])('gives an empty document of project type %i its own keys', async (type, lists) => {
      await wire.fresh(type);
      const [id] = await wire.items('a');
      const [{ metadata, ...rest }] = (await wire.streamed([id!])) as [WireDocument];
      expect(metadata).toMatchObject({ name: 'a', id, projectId: wire.project, status: 'NotStarted' });
      expect(rest).toEqual(lists);
    });

    it('puts nothing but the six characters between two documents', async () => {
      await wire.fresh();
      const ids = await wire.items('a.jpg', 'b.jpg', 'c.jpg');
      const { raw } = await wire.script.call('assets', 'POST', '/api/v4/items/annotations/download', {
        query: { project_id: wire.project, limit: 3 },
        body: { image_ids: ids },
      });
      expect(raw.toString().match(/\}\\n;\)\\n\{/g)).toHaveLength(2);
      expect(raw.toString()).not.toMatch(/\n/);
    });

    it('leaves out items of other projects and keeps other teams out', async () => {
      await wire.fresh();
      const [other] = await wire.items('other.jpg');
      await wire.fresh();
      const [own] = await wire.items('own.jpg');
      expect((await wire.streamed([other!, own!])).map(each => each.metadata['id'])).toEqual([own]);
      expect(
        (
          await wire.stranger.call('assets', 'POST', '/api/v4/items/annotations/download', {
            query: { project_id: wire.project, limit: 1 },
            body: { image_ids: [own] },
          })
        ).status,
      ).toBe(404);
    });

    it('never has a key that reads like a failure', async () => {
      await wire.fresh(4);
      const [id] = await wire.items('a.txt');
      await wire.upload([
        ['a.txt', { metadata: { name: 'a.txt' }, instances: [], error: 'mine', errors: [], mine: 1 }],
      ]);
      const [document] = await wire.streamed([id!]);
      expect(Object.keys(document!)).toEqual(expect.arrayContaining(['mine']));
      expect(document).not.toHaveProperty('error');
      expect(document).not.toHaveProperty('errors');
    });
  });

  describe('POST items/annotations/upload', () => {
    it('stores documents and resolves classes and attributes by their names', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      const made = await wire.script.call<
        { id: number; attribute_groups: { id: number; attributes: { id: number }[] }[] }[]
      >('main', 'POST', '/classes', {
        query: { project_id: wire.project },
        body: {
          classes: [
            {
              name: 'Car',
              color: '#00AA44',
              type: 1,
              attribute_groups: [{ name: 'Doors', group_type: 'radio', attributes: [{ name: '2' }] }],
            },
          ],
        },
      });
      const [car] = made.body;
      const attributes = [
        { id: 7, groupId: 8, groupName: 'Doors', name: '2' },
        { id: 7, groupId: 8, groupName: 'Wheels', name: '3' },
      ];
      const { status, body } = await wire.upload([
        [
          'a.jpg',
          vector('a.jpg', [box({ classId: 999, attributes }), box({ className: 'Bus' })], { mine: { kept: true } }),
        ],
      ]);
      expect(status).toBe(200);
      expect(body).toEqual({
        failedItems: [],
        failures: [],
        missingResources: { class: ['Bus'], attribute: [], attributeGroup: ['Wheels'], template: [] },
      });
      const [document] = await wire.streamed([id!]);
      expect(document!.instances).toMatchObject([
        {
          classId: car!.id,
          className: 'Car',
          points: { x1: 1, x2: 9, y1: 2, y2: 8 },
          attributes: [
            {
              id: car!.attribute_groups[0]!.attributes[0]!.id,
              groupId: car!.attribute_groups[0]!.id,
              name: '2',
              groupName: 'Doors',
            },
            { id: -1, groupId: -1 },
          ],
        },
        { classId: -1, className: 'Bus' },
      ]);
      for (const instance of document!.instances) {
        expect(instance).not.toHaveProperty('createdBy');
        expect(instance).not.toHaveProperty('updatedBy');
      }
      expect(document).toMatchObject({
        mine: { kept: true },
        metadata: { name: 'a.jpg', id, projectId: wire.project, status: 'NotStarted', lastAction: action },
      });
    });

    it('resolves skeletons by the names of the team’s templates, and returns both on download', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      const name = `Hand ${wire.project}`;
      const { body: hand } = await wire.script.call<{ id: number }>('main', 'POST', '/templates', {
        body: {
          name,
          data: {
            points: [
              { x: 0, y: 0 },
              { x: 5, y: 5 },
            ],
            connections: [[0, 1]],
          },
        },
      });
      const skeleton = (templateName: string): object => ({
        type: 'template',
        className: 'Car',
        templateName,
        points: [
          { id: 1, x: 1, y: 2 },
          { id: 2, x: 6, y: 7 },
        ],
        connections: [{ id: 1, from: 1, to: 2 }],
        attributes: [],
        creationType: 'Preannotation',
        probability: 100,
      });
      const { body } = await wire.upload([['a.jpg', vector('a.jpg', [skeleton(name), skeleton('Foot')])]]);
      expect(body).toMatchObject({ failedItems: [], missingResources: { template: ['Foot'] } });
      const [document] = await wire.streamed([id!]);
      expect(document!.instances).toMatchObject([
        { type: 'template', templateId: hand.id, templateName: name },
        { type: 'template', templateId: -1 },
      ]);
    });

    it('answers with this item’s name, id, project and status, whatever was uploaded, and leaves its status alone', async () => {
      await wire.fresh();
      const [id] = await bareItems(wire.app, wire.team, wire.project, ['a.jpg'], { status: 4 });
      await wire.upload([
        [
          'a.jpg',
          { metadata: { name: 'else.jpg', id: 1, projectId: 2, status: 'Completed', mine: 'kept' }, instances: [] },
        ],
      ]);
      const [document] = await wire.streamed([id!]);
      expect(document!.metadata).toMatchObject({
        name: 'a.jpg',
        id,
        projectId: wire.project,
        status: 'Returned',
        mine: 'kept',
      });
    });

    it('replaces what is there, as a version of its own', async () => {
      await wire.fresh();
      const [id] = await wire.items('a.jpg');
      await wire.upload([['a.jpg', vector('a.jpg')]]);
      await wire.upload([['a.jpg', vector('a.jpg', [box(), box()])]]);
      expect((await wire.streamed([id!]))[0]!.instances).toHaveLength(2);
      const versions = await wire.script.call<{ data: { revision: number; instanceCount: number }[] }>(
        'main',
        'GET',
        `/api/v1/project/${wire.project}/item/${id}/annotation/versions`,
      );
      expect(versions.body.data.map(({ revision, instanceCount }) => [revision, instanceCount])).toEqual([
        [2, 2],
        [1, 1],
      ]);
    });

    it.each(['quo"te.jpg', 'both" and \\ back.jpg', '写真 №1.jpg', 'a; name="b".jpg', '%22.jpg'])(
      'finds the item %s by the unescaped name of its part',
      async name => {
        await wire.fresh();
        const [id] = await wire.items(name);
        expect((await wire.upload([[name, vector(name)]])).body.failedItems).toEqual([]);
        expect((await wire.streamed([id!]))[0]!.instances).toHaveLength(1);
      },
    );

    it('also finds it by a name with backslashes before quotes', async () => {
      await wire.fresh();
      const [id] = await wire.items('quo"te.jpg');
      const { body, headers } = annotationForm([['quo\\"te.jpg', vector('x')]]);
      await wire.script.call('assets', 'POST', '/api/v4/items/annotations/upload', {
        query: { project_id: wire.project, folder_id: wire.folder },
        body,
        headers,
      });
      expect((await wire.streamed([id!]))[0]!.instances).toHaveLength(1);
    });

    it('lists the documents that cannot be stored and stores the others, with the missing names always there', async () => {
      await wire.fresh();
      const names = ['good.jpg', 'empty.jpg', 'nan.jpg', 'nameless.jpg', 'proto.jpg', 'shape.jpg', 'list.jpg'];
      const ids = await wire.items(...names);
      const { status, body } = await wire.upload([
        ['good.jpg', vector('good.jpg')],
        ['empty.jpg', ''],
        ['nan.jpg', '{"data": {"metadata": {"name": "nan.jpg"}, "instances": [{"type": "point", "x": NaN, "y": 1}]}}'],
        ['nameless.jpg', { metadata: {}, instances: [] }],
        ['proto.jpg', '{"data": {"metadata": {"name": "x"}, "__proto__": {"polluted": true}}}'],
        ['shape.jpg', vector('shape.jpg', [{ type: 'circle' }])],
        ['list.jpg', '[1]'],
        ['nowhere.jpg', vector('nowhere.jpg')],
      ]);
      expect(status).toBe(200);
      expect(body.failedItems.toSorted()).toEqual([
        'empty.jpg',
        'list.jpg',
        'nameless.jpg',
        'nan.jpg',
        'nowhere.jpg',
        'proto.jpg',
        'shape.jpg',
      ]);
      expect(body.missingResources).toEqual({ class: ['Car'], attribute: [], attributeGroup: [], template: [] });
      expect(body.failures.find(each => each.name === 'nameless.jpg')?.message).toContain('metadata.name');
      expect((await wire.streamed(ids)).map(each => each.instances.length)).toEqual([1, 0, 0, 0, 0, 0, 0]);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    });

    it('stores nothing of a form that is cut off', async () => {
      await wire.fresh();
      const ids = await wire.items('a.jpg', 'b.jpg');
      const { body, headers } = annotationForm([
        ['a.jpg', vector('a.jpg')],
        ['b.jpg', vector('b.jpg')],
      ]);
      const answer = await wire.script.call<UploadAnswer>('assets', 'POST', '/api/v4/items/annotations/upload', {
        query: { project_id: wire.project, folder_id: wire.folder },
        body: body.subarray(0, body.length - 40),
        headers,
      });
      expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
      expect((await wire.streamed(ids)).map(each => each.instances.length)).toEqual([0, 0]);
    });

    it('asks for a form, and for a folder of the project', async () => {
      await wire.fresh();
      await wire.items('a.jpg');
      const send = (headers: Record<string, string>, query = {}): Promise<Answer> =>
        wire.script.call('assets', 'POST', '/api/v4/items/annotations/upload', {
          query: { project_id: wire.project, ...query },
          body: '{}',
          headers,
        });
      expect((await send({ 'content-type': 'application/json' })).status).toBe(415);
      expect((await send({ 'content-type': 'multipart/form-data' })).status).toBe(415);
      expect((await send(annotationForm([]).headers, { folder_id: 2_000_000 })).status).toBe(404);
    });

    it('keeps documents of a video as they came, with its comments', async () => {
      await wire.fresh(3);
      const [id] = await wire.items('a.mp4');
      const instances = [
        {
          meta: { type: 'bbox', className: 'Car', classId: 4, start: 0, end: 10, creationType: 'Preannotation' },
          parameters: [
            {
              start: 0,
              end: 10,
              timestamps: [
                { timestamp: 0, points: { x1: 1, x2: 2, y1: 1, y2: 2 }, attributes: [{ groupName: 'a', name: 'b' }] },
                { timestamp: 10, points: { x1: 1, x2: 2, y1: 1, y2: 2 }, attributes: [] },
              ],
            },
          ],
        },
        {
          meta: { type: 'comment', start: 0, end: 5, correspondence: [{ text: 'look', email: 'a@b.test' }] },
          parameters: [],
        },
      ];
      expect(
        (await wire.upload([['a.mp4', { metadata: { name: 'a.mp4', duration: 10 }, instances, tags: ['x'] }]])).body
          .missingResources['class'],
      ).toEqual(['Car']);
      const [document] = await wire.streamed([id!]);
      expect(Object.keys(document!).toSorted()).toEqual(['instances', 'metadata', 'tags']);
      expect(document!.instances[0]).toMatchObject({
        meta: { type: 'bbox', classId: -1 },
        parameters: [{ timestamps: [{ attributes: [{ id: -1, groupId: -1 }] }, {}] }],
      });
      expect(document!.instances[0]).not.toHaveProperty('classId');
      expect(document!.instances[1]).not.toHaveProperty('meta.classId');
      expect(document!.metadata).toMatchObject({ duration: 10 });
    });
  });
});
