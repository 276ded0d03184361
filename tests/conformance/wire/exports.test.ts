import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Export {
  readonly id: number;
  readonly name: string;
  readonly status: number;
  readonly download: string | null;
  readonly user_id: string;
  readonly createdAt: string;
  readonly integration_id: number | null;
  readonly error: { readonly message: string } | null;
}

const plugins = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'skeletons',
  'editor-vector',
  'annotation-api',
  'categories',
  'item-fields',
  'form',
  'integrations',
  'exchange',
  'form-rows',
];
const TIME = 'Nov 20 2026 03:52';
const form = {
  components: [
    { id: 'prompt', type: 'textarea' },
    { id: 'answers', type: 'group', children: [{ id: 'answer', type: 'markdown' }] },
    { id: 'better', type: 'radio', options: [] },
  ],
};

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let folder: string;
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-exports-'));
    app = await openTestApp(kind, { plugins, settings: { integrationFolders: [folder] } });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await rm(folder, { recursive: true });
  }, DATABASE_TIMEOUT_MS);

  const project = (type = 1): Promise<number> => scriptProject(script, `Street ${(count += 1)}`, type);
  const makeFolder = async (project_id: number, name: string): Promise<number> =>
    (
      await script.call<{ id: number }>('main', 'POST', '/folder', {
        query: { project_id },
        body: { name, project_id, team_id: String(team.id) },
      })
    ).body.id;
  const root = async (project_id: number): Promise<number> =>
    (
      await script.call<{ id: number }>('main', 'GET', '/folder/getFolderByName', {
        query: { project_id, name: 'root' },
      })
    ).body.id;
  const attach = async (
    project_id: number,
    folder_id: number,
    names: readonly string[],
    path: (name: string) => string = name => `https://images.test/${name}`,
  ): Promise<void> => {
    const answer = await script.call('main', 'POST', '/image/ext-create', {
      body: {
        project_id,
        folder_id,
        team_id: team.id,
        upload_state: 3,
        images: names.map(name => ({ name, path: path(name) })),
        meta: {},
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const upload = async (project_id: number, name: string): Promise<number> => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#ffffff' } })
      .jpeg()
      .toBuffer();
    return (
      await team.owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
        params: { project_id },
        query: { name },
        bytes,
      })
    ).body.item.id;
  };
  const itemIds = async (project_id: number): Promise<ReadonlyMap<string, number>> =>
    new Map(
      (
        await script.call<{ data: { id: number; name: string }[] }>('items', 'POST', '/api/v1/items/search', {
          body: { query: { limit: 2000, offset: 0, search: {} } },
          context: { project_id },
        })
      ).body.data.map(each => [each.name, each.id]),
    );
  const annotate = async (project_id: number, item: number, document: object, transform?: string): Promise<void> => {
    const answer = await script.call('assets', 'PUT', `/api/v4/items/${item}/annotations/upload`, {
      query: { project_id, ...(transform === undefined ? {} : { transform_version: transform }), overwrite: true },
      body: document,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  };
  const prepare = (project_id: number, body: object = {}): Promise<Answer<Export & { readonly error: unknown }>> =>
    script.call('main', 'POST', '/export', {
      query: { project_id },
      body: { fuse: 0, is_pinned: 0, coco: 0, time: TIME, ...body },
    });
  const polled = async (project_id: number, id: number): Promise<Export> => {
    for (let waited = 0; waited < 600; waited++) {
      const { body } = await script.call<Export>('main', 'GET', `/export/${id}`, { query: { project_id } });
      if (body.status !== 1) return body;
      await pause(50);
    }
    throw new Error('the export did not end');
  };
  /** Fetches the way the client does: a plain GET with none of its headers. */
  const files = async ({ download }: Export): Promise<ReadonlyMap<string, Buffer>> => {
    const { pathname, search } = new URL(download!);
    const answer = await app.app.http.inject({ method: 'GET', url: `${pathname}${search}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    return readAll(await fromBufferPromise(answer.rawPayload));
  };
  const exported = async (
    project_id: number,
    body: object = {},
  ): Promise<{ readonly made: Export; readonly content: ReadonlyMap<string, Buffer> }> => {
    const begun = await prepare(project_id, body);
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    const made = await polled(project_id, begun.body.id);
    expect(made.status, JSON.stringify(made.error)).toBe(2);
    return { made, content: await files(made) };
  };
  const text = (content: ReadonlyMap<string, Buffer>, path: string): string => content.get(path)!.toString();
  const forms = async (): Promise<number> => {
    const id = await project(8);
    expect(
      (await script.call('main', 'POST', `/project/${id}/custom-editor-template`, { body: form })).status,
    ).toBeLessThan(300);
    const place = await makeFolder(id, 'batch');
    await attach(id, await root(id), ['one'], () => 'custom_llm');
    await attach(id, place, ['two, "quoted"'], () => 'custom_llm');
    const ids = await itemIds(id);
    await annotate(
      id,
      ids.get('one')!,
      {
        metadata: { name: 'one' },
        data: { prompt: { value: 'Hello,\nworld' }, answer: [{ value: 'x', element_path: ['answers', 0, 'answer'] }] },
      },
      'llmJsonV2',
    );
    await annotate(
      id,
      ids.get('two, "quoted"')!,
      { metadata: { name: 'two, "quoted"' }, data: { better: { value: 'A' }, prompt: { value: '' } } },
      'llmJsonV2',
    );
    return id;
  };

  describe('POST /export', () => {
    it('answers the bare export in progress, named by the time of the client and ending in .zip', async () => {
      const id = await project();
      const { body } = await prepare(id);
      expect(body).toMatchObject({
        id: expect.any(Number) as number,
        name: `Street ${count}_Nov_20_2026_03_52.zip`,
        user_id: team.owner.email,
        createdAt: expect.stringMatching(/Z$/) as string,
      });
      expect([1, 2]).toContain(body.status);
      const again = await prepare(id);
      expect(again.body.name).not.toBe(body.name);
      expect(again.body.name).toMatch(/\.zip$/);
    });

    it('gives an empty project a zip with nothing but the classes', async () => {
      const { content } = await exported(await project());
      expect([...content.keys()]).toEqual(['classes/classes.json']);
      expect(JSON.parse(text(content, 'classes/classes.json'))).toEqual([]);
    });

    it('writes items of the root on top, others in the directory of their folder, and nothing else', async () => {
      const id = await project();
      await attach(id, await root(id), ['a.jpg']);
      await attach(id, await makeFolder(id, 'night'), ['a.jpg', 'b.jpg']);
      const { content } = await exported(id);
      expect([...content.keys()].toSorted()).toEqual([
        'a.jpg.json',
        'classes/classes.json',
        'night/a.jpg.json',
        'night/b.jpg.json',
      ]);
      expect(JSON.parse(text(content, 'night/b.jpg.json'))).toMatchObject({
        metadata: { name: 'b.jpg', status: 'NotStarted' },
        instances: [],
        tags: [],
        comments: [],
      });
      expect([...(await exported(id, { folder_names: ['night'] })).content.keys()].toSorted()).toEqual([
        'classes/classes.json',
        'night/a.jpg.json',
        'night/b.jpg.json',
      ]);
    });

    it('takes statuses as codes with commas, and pinned items alone', async () => {
      const id = await project();
      await attach(id, await root(id), ['a.jpg', 'b.jpg', 'c.jpg']);
      const ids = await itemIds(id);
      await script.call('main', 'PUT', '/image/updateAnnotationStatusBulk', {
        query: { project_id: id },
        body: { folder_id: await root(id), annotation_status: 5, image_names: ['b.jpg'] },
      });
      expect([...(await exported(id, { include: '4,5' })).content.keys()]).toEqual([
        'classes/classes.json',
        'b.jpg.json',
      ]);
      await script.call('main', 'PUT', `/image/${ids.get('c.jpg')}`, {
        query: { project_id: id },
        body: { is_pinned: 1 },
      });
      expect([...(await exported(id, { is_pinned: 1 })).content.keys()]).toEqual([
        'classes/classes.json',
        'c.jpg.json',
      ]);
      expect((await prepare(id, { include: 'Completed' })).status).toBe(400);
    });

    it('puts the original and a picture with the shapes beside each annotation with fuse', async () => {
      const id = await project();
      const item = await upload(id, 'photo.jpg');
      await script.call('main', 'POST', '/classes', {
        query: { project_id: id },
        body: { classes: [{ name: 'Car', color: '#FF0000', type: 1, attribute_groups: [] }] },
      });
      await annotate(id, item, {
        metadata: { name: 'photo.jpg', width: 64, height: 48 },
        instances: [{ type: 'bbox', className: 'Car', points: { x1: 10, y1: 10, x2: 40, y2: 30 }, attributes: [] }],
      });
      const { content } = await exported(id, { fuse: 1 });
      expect([...content.keys()].toSorted()).toEqual([
        'classes/classes.json',
        'photo.jpg',
        'photo.jpg.json',
        'photo.jpg___fuse.png',
      ]);
      const { data, info } = await sharp(content.get('photo.jpg___fuse.png'))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([64, 48]);
      const pixel = (x: number, y: number): number[] => [...data.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)];
      expect(pixel(60, 5)).toEqual([255, 255, 255]);
      expect(pixel(25, 20)[0]).toBe(255);
      expect(pixel(25, 20)[1]).toBeLessThan(200);
      expect(pixel(10, 20)[1]).toBeLessThan(pixel(25, 20)[1]!);
    });

    it('refuses fuse where items were attached by address, folders that are not there, and formats without a form for the project', async () => {
      const id = await project();
      await attach(id, await root(id), ['a.jpg']);
      expect((await prepare(id, { fuse: 1 })).body.error).toBe(
        'Include fuse functionality is not supported for projects containing images attached with URLs',
      );
      expect((await prepare(id, { folder_names: ['x', 'y'] })).body.error).toBe('Folder(s) x, y does not exist');
      expect((await prepare(id, { export_format: 3 })).body.error).toBe(
        'CSV format is not supported for this project.',
      );
      expect((await prepare(id, { export_format: 4 })).body.error).toBe(
        'JSONL format is not supported for this project.',
      );
      expect((await prepare(await project(8), { export_format: 2 })).body.error).toBe(
        'COCO format is not supported for this project.',
      );
      expect((await prepare(id, { integration_id: 2_000_000 })).status).toBe(404);
    });

    it('writes a COCO file for vector projects', async () => {
      const id = await project();
      await attach(id, await root(id), ['a.jpg']);
      for (const body of [{ coco: 1 }, { export_format: 2 }]) {
        const { content } = await exported(id, body);
        expect(JSON.parse(text(content, 'annotations/instances.json'))).toMatchObject({
          images: [{ file_name: 'a.jpg' }],
          annotations: [],
          categories: [],
        });
      }
    });

    it('writes a table of a Multimodal project: item, folder, category, components with the rows of groups, and how items stand', async () => {
      const { content } = await exported(await forms(), { export_format: 3 });
      expect([...content.keys()].toSorted()).toEqual(['classes/classes.json', 'data.csv', 'template.json']);
      const [header, one, two] = text(content, 'data.csv').split('\r\n');
      expect(header).toBe(
        '_item_name,_folder,_item_category,prompt,answers[0].answer,better,_status,_assignees,_approval,_created,_updated',
      );
      expect([one, two].map(each => each!.split(',').length)).toEqual([12, 12]);
      expect(one).toMatch(/^one,,,"Hello,\nworld",x,,[^,]+,,/);
      // An empty text is no absent one.
      expect(two).toMatch(/^"two, ""quoted""",batch,,"""""",,A,[^,]+,,/);
    });

    it('writes one line of JSON for each item of a Multimodal project, with the values of groups', async () => {
      const { content } = await exported(await forms(), { export_format: 4 });
      const lines = text(content, 'data.jsonl')
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as { metadata: Record<string, unknown>; data: unknown });
      expect(lines.map(each => each.metadata['name'])).toEqual(['one', 'two, "quoted"']);
      expect(lines[0]).toMatchObject({
        data: { prompt: { value: 'Hello,\nworld' }, answer: [{ value: 'x', element_path: ['answers', 0, 'answer'] }] },
      });
      expect(lines[1]).toMatchObject({ metadata: { folder_name: 'batch' }, data: { better: { value: 'A' } } });
      expect(JSON.parse(text(content, 'template.json'))).toMatchObject({
        components: [{ id: 'prompt' }, { id: 'answers' }, { id: 'better' }],
      });
    });

    it('is also written to an integration, under its own name', async () => {
      const id = await project();
      const { body: disk } = await script.call<{ id: number }>('main', 'POST', '/integrations', {
        body: { name: 'Disk', type: 4, config: { folder } },
      });
      const { made, content } = await exported(id, { integration_id: disk.id });
      expect(made.integration_id).toBe(disk.id);
      expect(await readdir(folder)).toEqual([made.name]);
      expect([...(await readAll(await fromBufferPromise(await readFile(join(folder, made.name))))).keys()]).toEqual([
        ...content.keys(),
      ]);
    });

    it('keeps items apart whose names are no file names', async () => {
      const id = await project();
      await attach(
        id,
        await root(id),
        ['a/b.jpg', '../up.jpg', 'back\\slash.jpg', '..', 'a%2Fb.jpg'],
        () => 'https://images.test/x.jpg',
      );
      const { content } = await exported(id);
      expect([...content.keys()].toSorted()).toEqual([
        '%2E%2E.json',
        '..%2Fup.jpg.json',
        'a%252Fb.jpg.json',
        'a%2Fb.jpg.json',
        'back%5Cslash.jpg.json',
        'classes/classes.json',
      ]);
      expect(JSON.parse(text(content, 'a%2Fb.jpg.json'))).toMatchObject({ metadata: { name: 'a/b.jpg' } });
    });
  });

  describe('GET /exports', () => {
    it('is a bare list, the newest first, found by name', async () => {
      const id = await project();
      const [one, two] = [(await prepare(id)).body, (await prepare(id)).body];
      const { body } = await script.call<Export[]>('main', 'GET', '/exports', { query: { project_id: id } });
      expect(body.map(each => each.id)).toEqual([two.id, one.id]);
      expect(body.filter(each => each.name === one.name)).toHaveLength(1);
    });
  });

  describe('GET /export/{id}', () => {
    it('has an absolute download address that needs no header, only once complete', async () => {
      const id = await project();
      const { made } = await exported(id);
      expect(made.download).toMatch(/^https?:\/\//);
    });

    it('is 404 for an export of another project or team', async () => {
      const [id, other] = [await project(), await project()];
      const { made } = await exported(id);
      expect((await script.call('main', 'GET', `/export/${made.id}`, { query: { project_id: other } })).status).toBe(
        404,
      );
      const stranger = await scriptClient(app, await app.team(`Far ${(count += 1)}`));
      expect((await stranger.call('main', 'GET', `/export/${made.id}`, { query: { project_id: id } })).status).toBe(
        404,
      );
    });

    it('is 3 after it was canceled', async () => {
      const id = await project();
      const place = await root(id);
      for (let start = 0; start < 2000; start += 500)
        await attach(
          id,
          place,
          Array.from({ length: 500 }, (nothing, index) => `${start + index}.jpg`),
        );
      const { body } = await prepare(id);
      await team.owner.request('POST', `/api/v1/project/${id}/exports/${body.id}/cancel`);
      expect(await polled(id, body.id)).toMatchObject({ status: 3, download: null });
    });
  });

  describe('DELETE /export/{id}', () => {
    it('answers success and takes the download away', async () => {
      const id = await project();
      // Archives of the same bytes are one file.
      await attach(id, await root(id), [`${kind}-alone.jpg`]);
      const { made } = await exported(id);
      const answer = await script.call('main', 'DELETE', `/export/${made.id}`, { query: { project_id: id } });
      expect(answer.body).toEqual({ success: true });
      expect((await script.call<Export[]>('main', 'GET', '/exports', { query: { project_id: id } })).body).toEqual([]);
      const { pathname, search } = new URL(made.download!);
      expect((await app.app.http.inject({ method: 'GET', url: `${pathname}${search}` })).statusCode).toBe(404);
      expect((await script.call('main', 'DELETE', `/export/${made.id}`, { query: { project_id: id } })).status).toBe(
        404,
      );
    });
  });
});
