import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationForm, bareItems, ownFolder } from '../../support/annotated-items.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

/** Backslashes and letters, no line feeds (wire, assets-annotations 2). */
const DELIMITER = '\\n;)\\n';
const plugins = ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'editor-vector', 'annotations'];

interface Document {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly instances: readonly Readonly<Record<string, unknown>>[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}
interface Uploaded { readonly failedItems: readonly string[]; readonly failures: readonly { readonly name: string; readonly message: string }[]; readonly missingResources: Readonly<Record<string, readonly string[]>>; readonly code?: string }

const action = { email: 'script@north.test', timestamp: 1_700_000_000_123 };
const box = (more: object = {}): object => ({ type: 'bbox', className: 'Car', points: { x1: 1, x2: 9, y1: 2, y2: 8 }, attributes: [], creationType: 'Preannotation', probability: 100, ...more });
const vector = (name: string, instances: readonly object[] = [box()], more: object = {}): object => ({ metadata: { name, lastAction: action }, instances, tags: [], comments: [], ...more });

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let stranger: ScriptClient;
  let project: number;
  let folder: number;
  let count = 0;

  const fresh = async (type = 1): Promise<void> => {
    project = await scriptProject(script, `Annotations ${(count += 1)}`, type);
    folder = await ownFolder(app, team, project);
  };
  const items = (...names: string[]): Promise<readonly number[]> => bareItems(app, team, project, names);
  const upload = (documents: readonly (readonly [string, unknown])[], query: Record<string, string> = {}): Promise<Answer<Uploaded>> => {
    const { body, headers } = annotationForm(documents);
    return script.call('assets', 'POST', '/api/v4/items/annotations/upload', { query: { project_id: project, folder_id: folder, 'image_names[]': documents.map(([name]) => name), ...query }, body, headers });
  };
  const streamed = async (ids: readonly number[], query: Record<string, string> = {}, client = script): Promise<readonly Document[]> => {
    const { status, raw } = await client.call('assets', 'POST', '/api/v4/items/annotations/download', { query: { project_id: project, limit: ids.length, ...query }, body: { image_ids: ids } });
    expect(status).toBe(200);
    return raw.length === 0 ? [] : raw.toString().split(DELIMITER).map(text => JSON.parse(text) as Document);
  };
  const classify = (ids: readonly number[], client = script): Promise<Answer<{ small: Record<string, { data: { id: number }[] }>; large: { id: number }[] }>> =>
    client.call('assets', 'POST', '/api/v4/items/annotations/download/method', { query: { limit: ids.length }, body: { project_id: project, item_ids: ids } });
  const single = async (id: number, query: Record<string, string> = {}): Promise<Answer<string>> =>
    script.call<string>('assets', 'GET', `/api/v4/items/${id}/annotations/download`, { query: { project_id: project, folder_id: folder, project_type: 8, transform_version: 'llmJsonV3', ...query } });
  const save = (id: number, document: unknown, query: Record<string, string | boolean>): Promise<Answer> =>
    script.call('assets', 'PUT', `/api/v4/items/${id}/annotations/upload`, { query: { project_id: project, folder_id: folder, project_type: 8, transform_version: 'llmJsonV3', ...query }, body: document });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    script = await scriptClient(app, team);
    stranger = await scriptClient(app, await app.team('South'));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('POST items/annotations/download/method', () => {
    it('puts every item into a group of small ones, also those never annotated, and leaves unknown ids out', async () => {
      await fresh();
      const ids = await items('a.jpg', 'b.jpg');
      const { status, body } = await classify([...ids, 2_000_000]);
      expect(status).toBe(200);
      expect(Object.values(body.small).flatMap(group => group.data)).toEqual(ids.map(id => ({ id })));
      expect(body.large).toEqual([]);
    });

    it('says 404 for a project of another team', async () => {
      await fresh();
      expect((await classify(await items('a.jpg'), stranger)).status).toBe(404);
    });
  });

  describe('POST items/annotations/download', () => {
    it('gives exactly the known fields of items never annotated', async () => {
      await fresh();
      const ids = await items('a.jpg');
      expect(await streamed(ids)).toEqual([{
        metadata: { name: 'a.jpg', id: ids[0], projectId: project, height: null, width: null, status: 'NotStarted', pinned: false, annotatorEmail: null, qaEmail: null },
        instances: [], tags: [], comments: [],
      }]);
    });

    it.each([[3, { instances: [], tags: [] }], [4, { instances: [], tags: [], freeText: '' }], [8, { instances: [], tags: [], comments: [] }]])('gives an empty document of project type %i its own keys', async (type, lists) => {
      await fresh(type);
      const [id] = await items('a');
      const [{ metadata, ...rest }] = (await streamed([id!])) as [Document];
      expect(metadata).toMatchObject({ name: 'a', id, projectId: project, status: 'NotStarted' });
      expect(rest).toEqual(lists);
    });

    it('puts nothing but the six characters between two documents', async () => {
      await fresh();
      const ids = await items('a.jpg', 'b.jpg', 'c.jpg');
      const { raw } = await script.call('assets', 'POST', '/api/v4/items/annotations/download', { query: { project_id: project, limit: 3 }, body: { image_ids: ids } });
      expect(raw.toString().match(/\}\\n;\)\\n\{/g)).toHaveLength(2);
      expect(raw.toString()).not.toMatch(/\n/);
    });

    it('leaves out items of other projects and keeps other teams out', async () => {
      await fresh();
      const [other] = await items('other.jpg');
      await fresh();
      const [own] = await items('own.jpg');
      expect((await streamed([other!, own!])).map(each => each.metadata['id'])).toEqual([own]);
      expect((await stranger.call('assets', 'POST', '/api/v4/items/annotations/download', { query: { project_id: project, limit: 1 }, body: { image_ids: [own] } })).status).toBe(404);
    });

    it('never has a key that reads like a failure', async () => {
      await fresh(4);
      const [id] = await items('a.txt');
      await upload([['a.txt', { metadata: { name: 'a.txt' }, instances: [], error: 'mine', errors: [], mine: 1 }]]);
      const [document] = await streamed([id!]);
      expect(Object.keys(document!)).toEqual(expect.arrayContaining(['mine']));
      expect(document).not.toHaveProperty('error');
      expect(document).not.toHaveProperty('errors');
    });
  });

  describe('POST items/annotations/upload', () => {
    it('stores documents and resolves classes and attributes by their names', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      const made = await script.call<{ id: number; attribute_groups: { id: number; attributes: { id: number }[] }[] }[]>('main', 'POST', '/classes', { query: { project_id: project }, body: { classes: [{ name: 'Car', color: '#00AA44', type: 1, attribute_groups: [{ name: 'Doors', group_type: 'radio', attributes: [{ name: '2' }] }] }] } });
      const [car] = made.body;
      const attributes = [{ id: 7, groupId: 8, groupName: 'Doors', name: '2' }, { id: 7, groupId: 8, groupName: 'Wheels', name: '3' }];
      const { status, body } = await upload([['a.jpg', vector('a.jpg', [box({ classId: 999, attributes }), box({ className: 'Bus' })], { mine: { kept: true } })]]);
      expect(status).toBe(200);
      expect(body).toEqual({ failedItems: [], failures: [], missingResources: { class: ['Bus'], attribute: [], attributeGroup: ['Wheels'], template: [] } });
      const [document] = await streamed([id!]);
      expect(document!.instances).toMatchObject([
        { classId: car!.id, className: 'Car', points: { x1: 1, x2: 9, y1: 2, y2: 8 }, attributes: [{ id: car!.attribute_groups[0]!.attributes[0]!.id, groupId: car!.attribute_groups[0]!.id, name: '2', groupName: 'Doors' }, { id: -1, groupId: -1 }] },
        { classId: -1 },
      ]);
      expect(document).toMatchObject({ mine: { kept: true }, metadata: { name: 'a.jpg', id, projectId: project, status: 'NotStarted', lastAction: action } });
    });

    it('answers with this item’s name, id, project and status, whatever was uploaded, and leaves its status alone', async () => {
      await fresh();
      const [id] = await bareItems(app, team, project, ['a.jpg'], { status: 4 });
      await upload([['a.jpg', { metadata: { name: 'else.jpg', id: 1, projectId: 2, status: 'Completed', mine: 'kept' }, instances: [] }]]);
      const [document] = await streamed([id!]);
      expect(document!.metadata).toMatchObject({ name: 'a.jpg', id, projectId: project, status: 'Returned', mine: 'kept' });
    });

    it('replaces what is there, as a version of its own', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      await upload([['a.jpg', vector('a.jpg')]]);
      await upload([['a.jpg', vector('a.jpg', [box(), box()])]]);
      expect((await streamed([id!]))[0]!.instances).toHaveLength(2);
      const versions = await script.call<{ data: { revision: number; instanceCount: number }[] }>('main', 'GET', `/api/v1/project/${project}/item/${id}/annotation/versions`);
      expect(versions.body.data.map(({ revision, instanceCount }) => [revision, instanceCount])).toEqual([[2, 2], [1, 1]]);
    });

    it.each(['quo"te.jpg', 'both" and \\ back.jpg', '写真 №1.jpg', 'a; name="b".jpg', '%22.jpg'])('finds the item %s by the unescaped name of its part', async name => {
      await fresh();
      const [id] = await items(name);
      expect((await upload([[name, vector(name)]])).body.failedItems).toEqual([]);
      expect((await streamed([id!]))[0]!.instances).toHaveLength(1);
    });

    it('also finds it by a name with backslashes before quotes', async () => {
      await fresh();
      const [id] = await items('quo"te.jpg');
      const { body, headers } = annotationForm([['quo\\"te.jpg', vector('x')]]);
      await script.call('assets', 'POST', '/api/v4/items/annotations/upload', { query: { project_id: project, folder_id: folder }, body, headers });
      expect((await streamed([id!]))[0]!.instances).toHaveLength(1);
    });

    it('tells the documents that cannot be stored and stores the others, with the missing names always there', async () => {
      await fresh();
      const names = ['good.jpg', 'empty.jpg', 'nan.jpg', 'nameless.jpg', 'proto.jpg', 'shape.jpg', 'list.jpg'];
      const ids = await items(...names);
      const { status, body } = await upload([
        ['good.jpg', vector('good.jpg')], ['empty.jpg', ''], ['nan.jpg', '{"data": {"metadata": {"name": "nan.jpg"}, "instances": [{"type": "point", "x": NaN, "y": 1}]}}'],
        ['nameless.jpg', { metadata: {}, instances: [] }], ['proto.jpg', '{"data": {"metadata": {"name": "x"}, "__proto__": {"polluted": true}}}'], ['shape.jpg', vector('shape.jpg', [{ type: 'circle' }])],
        ['list.jpg', '[1]'], ['nowhere.jpg', vector('nowhere.jpg')],
      ]);
      expect(status).toBe(200);
      expect(body.failedItems.toSorted()).toEqual(['empty.jpg', 'list.jpg', 'nameless.jpg', 'nan.jpg', 'nowhere.jpg', 'proto.jpg', 'shape.jpg']);
      expect(body.missingResources).toEqual({ class: ['Car'], attribute: [], attributeGroup: [], template: [] });
      expect(body.failures.find(each => each.name === 'nameless.jpg')?.message).toContain('metadata.name');
      expect((await streamed(ids)).map(each => each.instances.length)).toEqual([1, 0, 0, 0, 0, 0, 0]);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    });

    it('stores nothing of a form that is cut off', async () => {
      await fresh();
      const ids = await items('a.jpg', 'b.jpg');
      const { body, headers } = annotationForm([['a.jpg', vector('a.jpg')], ['b.jpg', vector('b.jpg')]]);
      const answer = await script.call<Uploaded>('assets', 'POST', '/api/v4/items/annotations/upload', { query: { project_id: project, folder_id: folder }, body: body.subarray(0, body.length - 40), headers });
      expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
      expect((await streamed(ids)).map(each => each.instances.length)).toEqual([0, 0]);
    });

    it('asks for a form, and for a folder of the project', async () => {
      await fresh();
      await items('a.jpg');
      const send = (headers: Record<string, string>, query = {}): Promise<Answer> => script.call('assets', 'POST', '/api/v4/items/annotations/upload', { query: { project_id: project, ...query }, body: '{}', headers });
      expect((await send({ 'content-type': 'application/json' })).status).toBe(415);
      expect((await send({ 'content-type': 'multipart/form-data' })).status).toBe(415);
      expect((await send(annotationForm([]).headers, { folder_id: 2_000_000 })).status).toBe(404);
    });

    it('keeps documents of a video as they came, with its comments', async () => {
      await fresh(3);
      const [id] = await items('a.mp4');
      const instances = [
        { meta: { type: 'bbox', className: 'Car', classId: 4, start: 0, end: 10, creationType: 'Preannotation' }, parameters: [{ start: 0, end: 10, timestamps: [{ timestamp: 0, points: { x1: 1, x2: 2, y1: 1, y2: 2 }, attributes: [{ groupName: 'a', name: 'b' }] }, { timestamp: 10, points: { x1: 1, x2: 2, y1: 1, y2: 2 }, attributes: [] }] }] },
        { meta: { type: 'comment', start: 0, end: 5, correspondence: [{ text: 'look', email: 'a@b.test' }] }, parameters: [] },
      ];
      expect((await upload([['a.mp4', { metadata: { name: 'a.mp4', duration: 10 }, instances, tags: ['x'] }]])).body.missingResources['class']).toEqual(['Car']);
      const [document] = await streamed([id!]);
      expect(Object.keys(document!).toSorted()).toEqual(['instances', 'metadata', 'tags']);
      expect(document!.instances[0]).toMatchObject({ meta: { type: 'bbox', classId: -1 }, parameters: [{ timestamps: [{ attributes: [{ id: -1, groupId: -1 }] }, {}] }] });
      expect(document!.instances[0]).not.toHaveProperty('classId');
      expect(document!.instances[1]).not.toHaveProperty('meta.classId');
      expect(document!.metadata).toMatchObject({ duration: 10 });
    });
  });

  describe('one item of a form project', () => {
    const form = (name: string, data: object): object => ({ metadata: { name, lastAction: action }, data });

    it('says 404 before anything is annotated', async () => {
      await fresh(8);
      const [id] = await items('conversation');
      expect((await single(id!)).status).toBe(404);
    });

    it('answers a JSON string that holds the JSON, with an etag that every write changes', async () => {
      await fresh(8);
      const [id] = await items('conversation');
      expect((await save(id!, form('conversation', { c1: [{ value: 5 }], c2: { value: null } }), { overwrite: false })).status).toBe(200);
      const { body, headers } = await single(id!);
      expect(String(headers['content-type'])).toMatch(/^application\/json/);
      expect(typeof body).toBe('string');
      const first = JSON.parse(body) as Document;
      expect(first.data).toEqual({ c1: [{ value: 5, element_path: ['c1'] }], c2: [{ value: null, element_path: ['c2'] }] });
      expect(first.metadata).toMatchObject({ id, name: 'conversation', lastAction: action });
      await save(id!, form('conversation', { c1: [{ value: 6 }] }), { overwrite: false, etag: first.metadata['etag'] as string });
      const second = JSON.parse((await single(id!)).body) as Document;
      expect(second.metadata['etag']).not.toBe(first.metadata['etag']);
      expect(second.data).toEqual({ c1: [{ value: 6, element_path: ['c1'] }] });
    });

    it('refuses a write on an old etag with 412, and takes it when it overwrites', async () => {
      await fresh(8);
      const [id] = await items('conversation');
      await save(id!, form('conversation', { c1: [{ value: 1 }] }), { overwrite: true });
      const { etag } = (JSON.parse((await single(id!)).body) as Document).metadata as { etag: string };
      await save(id!, form('conversation', { c1: [{ value: 2 }] }), { overwrite: true });
      const late = await save(id!, form('conversation', { c1: [{ value: 3 }] }), { overwrite: false, etag });
      expect(late.status).toBe(412);
      expect(late.body).toMatchObject({ errors: [{ code: 'PRECONDITION_FAILED' }] });
      expect(late.body).not.toHaveProperty('error');
      expect((await save(id!, form('conversation', { c1: [{ value: 3 }] }), { overwrite: false })).status).toBe(412);
      expect((await save(id!, form('conversation', { c1: [{ value: 4 }] }), { overwrite: true, etag })).status).toBe(200);
      expect((JSON.parse((await single(id!)).body) as Document).data).toMatchObject({ c1: [{ value: 4 }] });
    });

    it('lets one of many writes on the same etag win', async () => {
      await fresh(8);
      const [id] = await items('conversation');
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(value => save(id!, form('conversation', { c1: [{ value }] }), { overwrite: false })));
      expect(answers.map(each => each.status).toSorted()).toEqual([200, 412, 412, 412, 412, 412]);
    });

    it('gives one key for each component in the compact shape, and rows of groups with their paths', async () => {
      await fresh(8);
      const [id] = await items('conversation');
      const rows = [{ value: 'six', element_path: ['answers', 0, 'answer'] }, { value: 'two', element_path: ['answers', 1, 'answer'] }];
      await upload([['conversation', form('conversation', { prompt: { value: 'how long' }, stars: 4, answer: rows })]], { transform_version: 'llmJsonV2' });
      const [compact] = await streamed([id!], { transform_version: 'llmJsonV2' });
      expect(compact!.data).toEqual({ prompt: { value: 'how long' }, stars: { value: 4 }, answer: rows });
      const [native] = await streamed([id!]);
      expect(native!.data).toEqual({ prompt: { value: 'how long' }, stars: 4, answer: rows });
    });

    it('reads values from instances too', async () => {
      await fresh(8);
      const [id] = await items('conversation');
      const tag = (component: string, ...names: unknown[]): object => ({ type: 'tag', className: component, component_id: component, element_path: [component], attributes: names.map(name => ({ groupName: `value_${component}`, name })) });
      await upload([['conversation', { metadata: { name: 'conversation' }, instances: [tag('prompt', 'hi'), tag('issues', 'a', 'b')] }]]);
      expect((await streamed([id!], { transform_version: 'llmJsonV3' }))[0]!.data).toEqual({ prompt: [{ value: 'hi', element_path: ['prompt'] }], issues: [{ value: ['a', 'b'], element_path: ['issues'] }] });
    });
  });
});
