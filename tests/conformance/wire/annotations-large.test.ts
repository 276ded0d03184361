import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationForm, bareItems, ownFolder } from '../../support/annotated-items.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

const plugins = ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'editor-vector', 'annotations'];

interface Addresses { readonly original: { readonly url: string; readonly headers: object }; readonly lores: { readonly url: string }; readonly annotations: { readonly MAIN: readonly { readonly annotation_json_path: { readonly url: string; readonly headers: object } }[] } }

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let stranger: ScriptClient;
  let project: number;
  let folder: number;
  let count = 0;

  const fresh = async (type = 1): Promise<void> => {
    project = await scriptProject(script, `Large ${(count += 1)}`, type);
    folder = await ownFolder(app, team, project);
  };
  const items = (...names: string[]): Promise<readonly number[]> => bareItems(app, team, project, names);
  const annotate = async (name: string, instances: readonly object[] = [{ type: 'point', className: 'Car', x: 1, y: 2 }]): Promise<void> => {
    const { body, headers } = annotationForm([[name, { metadata: { name }, instances }]]);
    expect((await script.call<{ failedItems: string[] }>('assets', 'POST', '/api/v4/items/annotations/upload', { query: { project_id: project, folder_id: folder }, body, headers })).body.failedItems).toEqual([]);
  };

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    script = await scriptClient(app, team);
    stranger = await scriptClient(app, await app.team('South'));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('reading a large annotation', () => {
    const query = (): Record<string, string | number> => ({ project_id: project, desired_transform_version: 'export', desired_version: 'V1.00', current_transform_version: 'V1.00' });

    it('is ready at the first question, and comes as plain JSON', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      await annotate('a.jpg');
      expect((await script.call('assets', 'POST', `/api/v4/items/${id}/annotations/sync`, { query: { ...query(), current_source: 'main', desired_source: 'secondary' } })).status).toBe(200);
      expect((await script.call('assets', 'GET', `/api/v4/items/${id}/annotations/sync/status`, { query: query() })).body).toEqual({ status: 'SUCCESS' });
      const { status, body } = await script.call('assets', 'POST', `/api/v3.01/items/${id}/annotations/download`, { query: { project_id: project, annotation_type: 'MAIN', version: 'V1.00' } });
      expect(status).toBe(200);
      expect(body).toMatchObject({ metadata: { name: 'a.jpg', id }, instances: [{ type: 'point', x: 1, y: 2 }] });
    });

    it('says with 404 that there is no such item', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      for (const client of [stranger, script]) {
        const item = client === script ? 2_000_000 : id;
        expect((await client.call('assets', 'GET', `/api/v4/items/${item}/annotations/sync/status`, { query: query() })).status).toBe(404);
        expect((await client.call('assets', 'POST', `/api/v3.01/items/${item}/annotations/download`, { query: { project_id: project } })).status).toBe(404);
      }
    });
  });

  describe('writing a large annotation', () => {
    const path = (id: number, rest: string, version = 'v4'): string => `/api/${version}/items/${id}/annotations/${rest}`;
    const query = (): Record<string, string | number> => ({ project_id: project, folder_id: folder });
    const start = async (id: number): Promise<{ path: string; upload_id: string }> => {
      const { status, body } = await script.call<{ path: string; upload_id: string }>('assets', 'POST', path(id, 'upload/multipart/start', 'v3.01'), { query: query() });
      expect(status).toBe(200);
      return body;
    };
    const part = (id: number, upload: { path: string; upload_id: string }, chunk: number, text: string, client = script): Promise<Answer> =>
      client.call('assets', 'POST', path(id, 'upload/multipart/part'), { query: { ...query(), path: upload.path, chunk_id: chunk }, headers: { upload_id: upload.upload_id }, body: { data_chunk: text } });
    const finish = (id: number, upload: { path: string; upload_id: string }): Promise<Answer> => script.call('assets', 'POST', path(id, 'upload/multipart/finish'), { query: { ...query(), path: upload.path }, headers: { upload_id: upload.upload_id } });
    const sync = (id: number, upload: { upload_id: string }): Promise<Answer> => script.call('assets', 'POST', path(id, 'sync'), { query: query(), headers: { upload_id: upload.upload_id } });
    const status = (id: number): Promise<Answer> => script.call('assets', 'GET', path(id, 'sync/status'), { query: query() });
    const document = (points: number): string => JSON.stringify({ metadata: { name: 'a.jpg' }, instances: Array.from({ length: points }, (_, at) => ({ type: 'point', className: 'Çar 写', x: at, y: 1 })) });
    const halves = (text: string): [string, string] => [text.slice(0, 40), text.slice(40)];

    it('stores the parts as one document, ready at the first question', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      const upload = await start(id!);
      expect(upload).toEqual({ path: expect.any(String), upload_id: expect.any(String) });
      const [one, two] = halves(document(3));
      // In any order, and one of them twice: a client that got no answer sends again.
      for (const [chunk, text] of [[2, two], [1, 'not this'], [1, one]] as const) expect((await part(id!, upload, chunk, text)).status).toBe(200);
      expect((await finish(id!, upload)).status).toBe(200);
      expect((await status(id!)).body).toEqual({ status: 'IN_PROGRESS' });
      expect((await sync(id!, upload)).status).toBe(200);
      expect((await status(id!)).body).toEqual({ status: 'SUCCESS' });
      expect((await sync(id!, upload)).body).toEqual({ status: 'SUCCESS' });
      const { body } = await script.call<{ instances: unknown[] }>('assets', 'POST', path(id!, 'download', 'v3.01'), { query: query() });
      expect(body.instances).toHaveLength(3);
    });

    it('takes one of 20 MB in parts of 5 Mi characters, and counts it among the large ones', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      const text = JSON.stringify({ metadata: { name: 'a.jpg' }, instances: [], mine: Array.from({ length: 20 }, (_, at) => String(at).repeat(1_000_000).slice(0, 1_048_576)) });
      const upload = await start(id!);
      const size = 5 * 1024 * 1024;
      for (let at = 0; at * size < text.length; at++) expect((await part(id!, upload, at + 1, text.slice(at * size, (at + 1) * size))).status).toBe(200);
      expect((await finish(id!, upload)).status).toBe(200);
      expect((await sync(id!, upload)).body).toEqual({ status: 'SUCCESS' });
      const { body } = await script.call('assets', 'POST', '/api/v4/items/annotations/download/method', { query: { limit: 1 }, body: { project_id: project, item_ids: [id] } });
      expect(body).toEqual({ small: {}, large: [{ id }] });
    });

    it('tells by a word that begins with FAILED when the whole is no annotation, and keeps what was there', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      await annotate('a.jpg');
      for (const text of ['{"metadata": {"name": "a.jpg"}, "instances": [', '{"metadata": {}}', '{"metadata": {"name": "a.jpg"}, "instances": [{"type": "circle"}]}']) {
        const upload = await start(id!);
        await part(id!, upload, 1, text);
        await finish(id!, upload);
        expect((await sync(id!, upload)).status).toBe(200);
        expect((await status(id!)).body).toMatchObject({ status: expect.stringMatching(/^FAILED/), message: expect.stringContaining('could not be stored') });
      }
      const { body } = await script.call<{ instances: unknown[] }>('assets', 'POST', path(id!, 'download', 'v3.01'), { query: query() });
      expect(body.instances).toHaveLength(1);
    });

    it('refuses to finish with a part missing, and parts after the end', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      const upload = await start(id!);
      expect((await finish(id!, upload)).body).toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
      await part(id!, upload, 2, '}');
      expect((await finish(id!, upload)).status).toBe(409);
      await part(id!, upload, 1, '{');
      expect((await finish(id!, upload)).status).toBe(200);
      expect((await part(id!, upload, 3, ' ')).body).toMatchObject({ code: 'UPLOAD_CLOSED' });
    });

    it('belongs to one item and one person', async () => {
      await fresh();
      const [id, other] = await items('a.jpg', 'b.jpg');
      const upload = await start(id!);
      expect((await part(other!, upload, 1, '{}')).status).toBe(404);
      expect((await part(id!, { ...upload, path: 'elsewhere' }, 1, '{}')).status).toBe(404);
      expect((await part(id!, { ...upload, upload_id: '00000000-0000-4000-8000-000000000000', path: upload.path }, 1, '{}')).status).toBe(404);
      expect((await part(id!, upload, 1, '{}', stranger)).status).toBe(404);
      const colleague = await team.join(`colleague${kind}@north.test`, 7);
      const url = `/services/assets/api/v4/items/${id}/annotations/upload/multipart/part?project_id=${project}&chunk_id=1`;
      expect((await colleague.request('POST', url, { headers: { upload_id: upload.upload_id }, body: { data_chunk: '{}' } })).status).toBe(404);
      expect((await part(id!, { ...upload, upload_id: 'none' }, 1, '{}')).status).toBe(400);
    });
  });

  describe('GET items/annotations/schema', () => {
    interface Schema { readonly required?: readonly string[]; readonly properties: { readonly instances?: { readonly items: { readonly oneOf?: readonly { readonly $ref?: string; readonly required: readonly string[]; readonly properties: { readonly type?: { readonly const?: string }; readonly meta?: { readonly properties: { readonly type?: { readonly const?: string } } } } }[] } } } }
    const schema = async (type: number): Promise<Schema> => {
      const { status, body } = await script.call<Schema>('assets', 'GET', '/api/v4/items/annotations/schema', { query: { project_type: type, version: 'V1.00' } });
      expect(status).toBe(200);
      return body;
    };

    it.each([1, 2, 3, 4, 5, 6, 7, 8])('answers a bare draft-7 schema for project type %i that asks for metadata', async type => {
      expect(await schema(type)).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', required: ['metadata'], properties: { metadata: { required: ['name'], properties: { name: { type: 'string' } } } } });
    });

    it.each([[1, 'type'], [3, 'meta'], [4, 'type'], [5, 'type'], [6, 'type'], [7, 'type']] as const)('has the alternatives of project type %i inline, each with a const in %s', async (type, holder) => {
      const alternatives = (await schema(type)).properties.instances?.items.oneOf ?? [];
      expect(alternatives.length).toBeGreaterThan(0);
      for (const { $ref, properties } of alternatives) {
        expect($ref).toBeUndefined();
        expect(typeof (holder === 'type' ? properties.type?.const : properties.meta?.properties.type?.const)).toBe('string');
      }
    });

    it('asks nothing but points of a box', async () => {
      const box = (await schema(1)).properties.instances!.items.oneOf!.find(each => each.properties.type?.const === 'bbox')!;
      expect(box.required.toSorted()).toEqual(['points', 'type']);
    });

    it('says that there is no other version and no other type', async () => {
      expect((await script.call('assets', 'GET', '/api/v4/items/annotations/schema', { query: { project_type: 1, version: 'V9.00' } })).status).toBe(404);
      expect((await script.call('assets', 'GET', '/api/v4/items/annotations/schema', { query: { project_type: 9, version: 'V1.00' } })).status).toBe(400);
    });
  });

  describe('POST /annotations/remove', () => {
    const remove = (body?: object, client = script): Promise<Answer<{ poll_id: number }>> => client.call('main', 'POST', '/annotations/remove', { query: { project_id: project, folder_id: folder }, ...(body === undefined ? {} : { body }) });
    const read = async (id: number): Promise<{ metadata: Record<string, unknown>; instances: unknown[] }> => (await script.call<{ metadata: Record<string, unknown>; instances: unknown[] }>('assets', 'POST', `/api/v3.01/items/${id}/annotations/download`, { query: { project_id: project } })).body;

    it('deletes the annotations of the named items, resets their status and is over at the first question', async () => {
      await fresh();
      const [one, other] = await bareItems(app, team, project, ['a.jpg', 'b.jpg'], { status: 3 });
      for (const name of ['a.jpg', 'b.jpg']) await annotate(name);
      const { status, body } = await remove({ image_names: ['a.jpg', 'unknown.jpg'] });
      expect(status).toBe(200);
      const progress = await script.call('main', 'GET', '/annotations/getRemoveStatus', { query: { project_id: project, poll_id: body.poll_id } });
      expect(progress.body).toEqual({ process: 100 });
      expect(await read(one!)).toEqual({ metadata: { name: 'a.jpg', id: one, projectId: project, height: null, width: null, status: 'NotStarted', pinned: false, annotatorEmail: null, qaEmail: null }, instances: [], tags: [], comments: [] });
      expect(await read(other!)).toMatchObject({ metadata: { status: 'QualityCheck' }, instances: [{}] });
      const versions = await script.call<{ data: unknown[] }>('main', 'GET', `/api/v1/project/${project}/item/${one}/annotation/versions`);
      expect(versions.body.data, 'what was deleted can be restored').toHaveLength(2);
    });

    it('clears the whole folder without a body', async () => {
      await fresh();
      const ids = await items('a.jpg', 'b.jpg');
      for (const name of ['a.jpg', 'b.jpg']) await annotate(name);
      expect((await remove()).status).toBe(200);
      for (const id of ids) expect((await read(id)).instances).toEqual([]);
    });

    it('fails when there is no such item, when the folder is empty, and for other teams', async () => {
      await fresh();
      expect((await remove()).status).toBe(404);
      await items('a.jpg');
      expect((await remove({ image_names: ['b.jpg'] })).status).toBe(404);
      expect((await remove({ image_names: ['a.jpg'] }, stranger)).status).toBe(404);
      expect((await script.call('main', 'GET', '/annotations/getRemoveStatus', { query: { project_id: project, poll_id: 1_999_999 } })).status).toBe(404);
    });

    it('asks nobody to wait, however often the progress is asked for', async () => {
      await fresh();
      await items('a.jpg');
      const { body } = await remove();
      const began = performance.now();
      for (let times = 0; times < 300; times++) expect((await script.call('main', 'GET', '/annotations/getRemoveStatus', { query: { project_id: project, poll_id: body.poll_id } })).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(15_000);
    });
  });

  describe('GET /image/{id}/annotation/getAnnotationDownloadToken', () => {
    let origin: string;
    beforeAll(async () => {
      await app.app.http.listen({ port: 0, host: '127.0.0.1' });
      origin = `http://127.0.0.1:${(app.app.http.server.address() as AddressInfo).port}`;
    });
    const addresses = async (id: number): Promise<Addresses> => {
      const { status, body } = await script.call<Addresses>('main', 'GET', `/image/${id}/annotation/getAnnotationDownloadToken`, { query: { project_id: project, folder_id: folder, include_original: 1 } });
      expect(status).toBe(200);
      return body;
    };
    // A plain request without any header of ours; the public address of the test is not the one it listens on.
    const plain = (url: string): Promise<Response> => fetch(url.replace('http://localhost', origin));

    it('gives addresses of the file, and of an annotation that answers without signing in', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      await annotate('a.jpg');
      const body = await addresses(id!);
      expect(body.original).toEqual({ url: 'https://files.test/a.jpg', headers: {} });
      const { url, headers } = body.annotations.MAIN[0]!.annotation_json_path;
      expect([headers, new URL(url).pathname.startsWith('/')]).toEqual([{}, true]);
      const answer = await plain(url);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ metadata: { name: 'a.jpg', id }, instances: [{ type: 'point' }] });
    });

    it('gives an address that fails as long as nothing is annotated', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      const { url } = (await addresses(id!)).annotations.MAIN[0]!.annotation_json_path;
      expect((await plain(url)).status).toBe(404);
    });

    it('gives addresses that show nothing else when they are changed', async () => {
      await fresh();
      const [id, other] = await items('a.jpg', 'b.jpg');
      for (const name of ['a.jpg', 'b.jpg']) await annotate(name);
      const { url } = (await addresses(id!)).annotations.MAIN[0]!.annotation_json_path;
      expect((await plain(url.replace(`-${id}?`, `-${other}?`))).status).toBe(404);
      expect((await plain(url.split('?')[0]!)).status).toBe(404);
      expect((await plain(`${url}0`)).status).toBe(404);
    });

    it('gives addresses that hold no longer than their person is in the team', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      await annotate('a.jpg');
      const admin = await team.join(`leaving${kind}@north.test`, 7);
      const { body } = await admin.request<Addresses>('GET', `/image/${id}/annotation/getAnnotationDownloadToken?project_id=${project}`);
      const { url } = body.annotations.MAIN[0]!.annotation_json_path;
      expect((await plain(url)).status).toBe(200);
      await app.database.system('the person leaves the team, for the test').transaction(trx => sql`delete from tenancy.member where person_id = ${admin.row.id}`.execute(trx as Kysely<unknown>));
      expect((await plain(url)).status).toBe(404);
    });

    it('says 404 for items of other teams', async () => {
      await fresh();
      const [id] = await items('a.jpg');
      for (const name of ['getAnnotationDownloadToken', 'getAnnotationUploadToken']) {
        expect((await stranger.call('main', 'GET', `/image/${id}/annotation/${name}`, { query: { project_id: project } })).status).toBe(404);
      }
    });

    it('gives an address to put an annotation at, which stores it as an upload does', async () => {
      await fresh();
      const [id, other] = await items('a.jpg', 'b.jpg');
      const { status, body } = await script.call<{ annotation_json_path: { filePath: string; url: string; headers: Record<string, string> } }>('main', 'GET', `/image/${id}/annotation/getAnnotationUploadToken`, { query: { project_id: project } });
      expect(status).toBe(200);
      const { filePath, url, headers } = body.annotation_json_path;
      expect(filePath).toEqual(expect.stringContaining(String(id)));
      const put = (address: string): Promise<Response> => fetch(address.replace('http://localhost', origin), { method: 'PUT', headers, body: JSON.stringify({ metadata: { name: 'a.jpg' }, instances: [{ type: 'point', className: 'Car', x: 1, y: 2 }] }) });
      expect((await put(url.replace(`-${id}?`, `-${other}?`))).status).toBe(404);
      const reading = (await addresses(id!)).annotations.MAIN[0]!.annotation_json_path.url;
      expect((await put(reading)).status, 'an address to read is none to write').toBe(404);
      expect((await put(url)).status).toBe(200);
      expect(await (await plain(reading)).json()).toMatchObject({ instances: [{ type: 'point', creationType: 'Preannotation' }] });
    });
  });
});
