import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationForm } from '../../support/annotated-items.ts';
import type { UploadAnswer, WireDocument } from '../../support/annotation-script.ts';
import { AnnotationScript, DELIMITER } from '../../support/annotation-script.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { Answer } from '../../support/test-app.ts';

const action = { email: 'script@north.test', timestamp: 1_700_000_000_123 };
const vector = (name: string, instances: readonly object[] = [{ type: 'point', x: 1, y: 2 }]): object => ({
  metadata: { name, lastAction: action },
  instances,
  tags: [],
  comments: [],
});

eachDatabase(kind => {
  let wire: AnnotationScript;
  const single = async (id: number, query: Record<string, string> = {}): Promise<Answer<string>> =>
    wire.script.call<string>('assets', 'GET', `/api/v4/items/${id}/annotations/download`, {
      query: {
        project_id: wire.project,
        folder_id: wire.folder,
        project_type: 8,
        transform_version: 'llmJsonV3',
        ...query,
      },
    });
  const save = (id: number, document: unknown, query: Record<string, string | boolean>): Promise<Answer> =>
    wire.script.call('assets', 'PUT', `/api/v4/items/${id}/annotations/upload`, {
      query: {
        project_id: wire.project,
        folder_id: wire.folder,
        project_type: 8,
        transform_version: 'llmJsonV3',
        ...query,
      },
      body: document,
    });

  beforeAll(async () => {
    wire = await AnnotationScript.open(kind);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => wire?.app.close());

  describe('one item of a form project', () => {
    const form = (name: string, data: object): object => ({ metadata: { name, lastAction: action }, data });

    it('says 404 before anything is annotated', async () => {
      await wire.fresh(8);
      const [id] = await wire.items('conversation');
      expect((await single(id!)).status).toBe(404);
    });

    it('answers a JSON string that holds the JSON, with an etag that every write changes', async () => {
      await wire.fresh(8);
      const [id] = await wire.items('conversation');
      expect(
        (await save(id!, form('conversation', { c1: [{ value: 5 }], c2: { value: null } }), { overwrite: false }))
          .status,
      ).toBe(200);
      const { body, headers } = await single(id!);
      expect(String(headers['content-type'])).toMatch(/^application\/json/);
      expect(typeof body).toBe('string');
      const first = JSON.parse(body) as WireDocument;
      expect(first.data).toEqual({
        c1: [{ value: 5, element_path: ['c1'] }],
        c2: [{ value: null, element_path: ['c2'] }],
      });
      expect(first.metadata).toMatchObject({ id, name: 'conversation', lastAction: action });
      await save(id!, form('conversation', { c1: [{ value: 6 }] }), {
        overwrite: false,
        etag: first.metadata['etag'] as string,
      });
      const second = JSON.parse((await single(id!)).body) as WireDocument;
      expect(second.metadata['etag']).not.toBe(first.metadata['etag']);
      expect(second.data).toEqual({ c1: [{ value: 6, element_path: ['c1'] }] });
    });

    it('refuses a write on an old etag with 412, and takes it when it overwrites', async () => {
      await wire.fresh(8);
      const [id] = await wire.items('conversation');
      await save(id!, form('conversation', { c1: [{ value: 1 }] }), { overwrite: true });
      const { etag } = (JSON.parse((await single(id!)).body) as WireDocument).metadata as { etag: string };
      await save(id!, form('conversation', { c1: [{ value: 2 }] }), { overwrite: true });
      const late = await save(id!, form('conversation', { c1: [{ value: 3 }] }), { overwrite: false, etag });
      expect(late.status).toBe(412);
      expect(late.body).toMatchObject({ errors: [{ code: 'PRECONDITION_FAILED' }] });
      expect(late.body).not.toHaveProperty('error');
      expect((await save(id!, form('conversation', { c1: [{ value: 3 }] }), { overwrite: false })).status).toBe(412);
      expect((await save(id!, form('conversation', { c1: [{ value: 4 }] }), { overwrite: true, etag })).status).toBe(
        200,
      );
      expect((JSON.parse((await single(id!)).body) as WireDocument).data).toMatchObject({ c1: [{ value: 4 }] });
    });

    it('lets one of many writes on the same etag win', async () => {
      await wire.fresh(8);
      const [id] = await wire.items('conversation');
      const answers = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(value => save(id!, form('conversation', { c1: [{ value }] }), { overwrite: false })),
      );
      expect(answers.map(each => each.status).toSorted()).toEqual([200, 412, 412, 412, 412, 412]);
    });

    it('gives one key for each component in the compact shape, and rows of groups with their paths', async () => {
      await wire.fresh(8);
      const [id] = await wire.items('conversation');
      const rows = [
        { value: 'six', element_path: ['answers', 0, 'answer'] },
        { value: 'two', element_path: ['answers', 1, 'answer'] },
      ];
      await wire.upload(
        [['conversation', form('conversation', { prompt: { value: 'how long' }, stars: 4, answer: rows })]],
        { transform_version: 'llmJsonV2' },
      );
      const [compact] = await wire.streamed([id!], { transform_version: 'llmJsonV2' });
      expect(compact!.data).toEqual({ prompt: { value: 'how long' }, stars: { value: 4 }, answer: rows });
      const [native] = await wire.streamed([id!]);
      expect(native!.data).toEqual({ prompt: { value: 'how long' }, stars: 4, answer: rows });
    });

    it('reads values from instances too', async () => {
      await wire.fresh(8);
      const [id] = await wire.items('conversation');
      const tag = (component: string, ...names: unknown[]): object => ({
        type: 'tag',
        className: component,
        component_id: component,
        element_path: [component],
        attributes: names.map(name => ({ groupName: `value_${component}`, name })),
      });
      await wire.upload([
        [
          'conversation',
          { metadata: { name: 'conversation' }, instances: [tag('prompt', 'hi'), tag('issues', 'a', 'b')] },
        ],
      ]);
      expect((await wire.streamed([id!], { transform_version: 'llmJsonV3' }))[0]!.data).toEqual({
        prompt: [{ value: 'hi', element_path: ['prompt'] }],
        issues: [{ value: ['a', 'b'], element_path: ['issues'] }],
      });
    });
  });

  describe('what a person may', () => {
    it('should let annotators read and write only what is theirs to work on', async () => {
      await wire.fresh();
      const [mine, reviewed, foreign] = await wire.items('mine.jpg', 'reviewed.jpg', 'foreign.jpg');
      const annotator = await wire.team.join(`annotator${kind}@north.test`);
      await wire.share(annotator.email, 1);
      await wire.script.call('main', 'PUT', `/project/${wire.project}/settings`, {
        body: { settings: [{ attribute: 'Download', value: 1 }] },
      });
      await wire.script.call('main', 'PUT', '/images/editAssignment/', {
        query: { project_id: wire.project },
        body: { image_names: ['mine.jpg', 'reviewed.jpg'], folder_name: 'root', assign_user_id: annotator.email },
      });
      await wire.upload([
        ['mine.jpg', vector('mine.jpg')],
        ['reviewed.jpg', vector('reviewed.jpg')],
        ['foreign.jpg', vector('foreign.jpg')],
      ]);
      await wire.script.call('main', 'PUT', '/image/updateAnnotationStatusBulk', {
        query: { project_id: wire.project },
        body: { folder_id: wire.folder, annotation_status: 3, image_names: ['reviewed.jpg'] },
      });

      const base = '/services/assets/api/v4/items/annotations';
      const read = await annotator.request('POST', `${base}/download?project_id=${wire.project}`, {
        body: { image_ids: [mine, reviewed, foreign] },
      });
      expect(
        read.raw
          .toString()
          .split(DELIMITER)
          .map(text => (JSON.parse(text) as WireDocument).metadata['name']),
      ).toEqual(['mine.jpg']);
      const { body, headers } = annotationForm([
        ['mine.jpg', vector('mine.jpg', [])],
        ['reviewed.jpg', vector('reviewed.jpg', [])],
        ['foreign.jpg', vector('foreign.jpg', [])],
      ]);
      const sent = await annotator.request<UploadAnswer>('POST', `${base}/upload?project_id=${wire.project}`, {
        bytes: body,
        headers,
      });
      expect(sent.body.failedItems.toSorted()).toEqual(['foreign.jpg', 'reviewed.jpg']);
      expect((await wire.streamed([mine!, reviewed!, foreign!])).map(each => each.instances.length)).toEqual([0, 1, 1]);
    });

    it('lets nobody delete annotations who may not take work back', async () => {
      await wire.fresh();
      await wire.items('a.jpg');
      await wire.upload([['a.jpg', vector('a.jpg')]]);
      const reviewer = await wire.team.join(`reviewer${kind}@north.test`);
      await wire.share(reviewer.email, 2);
      expect(
        (
          await reviewer.request('POST', `/annotations/remove?project_id=${wire.project}`, {
            body: { image_names: ['a.jpg'] },
          })
        ).status,
      ).toBe(403);
    });
  });
});
