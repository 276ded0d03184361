import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { formApi, valueAt } from '#plugins/annotate/form/common/index.ts';
import { itemChangeApi, itemsApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { MediaHost } from '#tests/support/media-host.ts';
import { openMediaHost } from '#tests/support/media-host.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { formMediaApi } from '../common/api.ts';
import type { FormFile } from '../common/files-api.ts';
import { formFilesApi } from '../common/files-api.ts';

const ANNOTATOR = 1;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const page = Buffer.from('<!doctype html><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(5000, 7)]);

eachDatabase(kind => {
  let app: TestApp;
  let host: MediaHost;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let projectId: number;
  let made = 0;

  const newItem = async (path?: string): Promise<number> =>
    (
      await owner.request<[{ id: number }]>('POST', '/image/ext-create', {
        body: {
          project_id: projectId,
          team_id: team.id,
          upload_state: 3,
          images: [{ name: `form ${++made}`, ...(path === undefined ? {} : { path }) }],
          meta: {},
        },
      })
    ).body[0].id;
  const save = async (item: number, instances: readonly object[]): Promise<number> => {
    const { body } = await owner.call<{ revision: number; document: object }>(
      'main',
      annotationDocumentApi.operations.openItem,
      { params: { project_id: projectId, item_id: item } },
    );
    return (
      await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
        params: { project_id: projectId, item_id: item },
        body: { op: newId(), base: body.revision, data: { ...body.document, instances } },
      })
    ).status;
  };
  const sign = async (
    item: number,
    addresses: readonly string[],
    person = owner,
  ): Promise<readonly (string | null)[]> => {
    const { status, body } = await person.call<{ urls: readonly (string | null)[] }>(
      'main',
      formMediaApi.operations.signFormMedia,
      { params: { project_id: projectId, item_id: item }, body: { addresses } },
    );
    expect(status).toBe(200);
    return body.urls;
  };
  /** The address at which a page reads a value of a new item. */
  const signed = async (address: string): Promise<string> => {
    const item = await newItem();
    expect(await save(item, [valueAt(['note'], address)])).toBe(200);
    const [url] = await sign(item, [address]);
    expect(url).toMatch(/^\/outside-files\?/);
    return url!;
  };

  beforeAll(async () => {
    host = await openMediaHost();
    for (const [path, bytes, type] of [
      ['/a.png', png, 'image/png'],
      ['/secret.png', png, 'image/png'],
      ['/page.png', page, 'image/png'],
      ['/page', page, 'image/png'],
      ['/draw.svg', svg, 'image/svg+xml'],
      ['/film.mp4', film, 'video/mp4'],
      ['/sound', Buffer.from('noise'), 'audio/mpeg'],
      [
        '/data.json',
        Buffer.from(JSON.stringify({ deep: { at: `${host.url}/a.png` }, base: host.url })),
        'application/json',
      ],
    ] as const)
      host.files.set(path, { bytes, type });
    host.redirects.set('/inside', 'http://127.0.0.2:1/a.png');
    host.redirects.set('/away', '/a.png');
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'form', 'editor-form', 'annotation-api'],
      jobs: false,
      settings: { egressAllow: ['127.0.0.1'] },
    });
    team = await app.team('North');
    owner = team.owner;
    ana = await team.join(`ana-${newId()}@north.test`);
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Media', type: 8 },
      })
    ).body.id;
    await owner.call('main', contributorsApi.operations.shareProject, {
      params: { project_id: projectId },
      body: { users: [{ user_id: ana.email, user_role: ANNOTATOR }] },
    });
    const form = {
      components: [
        { id: 'note', type: 'image', value: '{{base}}/film.mp4' },
        {
          id: 'hidden',
          type: 'image',
          value: '',
          permissions: [{ roles: [ANNOTATOR], statuses: 'all', visibility: 2 }],
        },
        { id: 'file', type: 'upload', label: 'File', value: '', types: 'image/*, .txt', maxSize: 0.01, multiple: true },
        {
          id: 'mine',
          type: 'upload',
          value: '',
          permissions: [{ roles: [ANNOTATOR], statuses: 'all', visibility: 2 }],
        },
      ],
      code: '',
      environments: [],
      meta: {},
      readme: '',
    };
    expect(
      (await owner.call('main', formApi.operations.putForm, { params: { project_id: projectId }, body: form })).status,
    ).toBe(200);
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await host?.close();
  });

  describe('media of other hosts', () => {
    it('should be read for who sees the item, whole and in parts, and never run', async () => {
      const { status, headers, raw } = await app.request('GET', await signed(`${host.url}/a.png`));
      expect([
        status,
        headers['content-type'],
        headers['x-content-type-options'],
        headers['content-security-policy'],
      ]).toEqual([200, 'image/png', 'nosniff', "default-src 'none'; style-src 'unsafe-inline'; sandbox"]);
      expect(raw.equals(png)).toBe(true);
      const part = await app.request('GET', await signed(`${host.url}/film.mp4`), {
        headers: { range: 'bytes=100-199' },
      });
      expect([part.status, part.headers['content-range'], part.headers['content-type'], part.raw.length]).toEqual([
        206,
        `bytes 100-199/${film.length}`,
        'video/mp4',
        100,
      ]);
      expect(
        (await app.request('GET', await signed(`${host.url}/film.mp4`), { headers: { range: 'bytes=99999-' } })).status,
      ).toBe(416);
      expect((await app.request('GET', await signed(`${host.url}/sound`))).headers['content-type']).toBe('audio/mpeg');
    });

    it('should be found in stored values, in the attached JSON and in what the form gives', async () => {
      const item = await newItem(`${host.url}/data.json`);
      expect(
        (await sign(item, [`${host.url}/a.png`, `${host.url}/film.mp4`, `${host.url}/secret.png`])).map(
          each => each !== null,
        ),
      ).toEqual([true, true, false]);
    });

    it('should give no address that the item does not hold for the reader', async () => {
      const [mine, other] = [await newItem(), await newItem()];
      await owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: projectId },
        body: { selection: { item_ids: [mine] }, change: { kind: 'assign', value: ana.email } },
      });
      await save(mine, [valueAt(['hidden'], `${host.url}/secret.png`)]);
      await save(other, [valueAt(['note'], `${host.url}/a.png`)]);
      expect(
        await sign(mine, [`${host.url}/a.png`, 'http://169.254.169.254/latest', 'file:///etc/passwd'], ana),
      ).toEqual([null, null, null]);
      expect(await sign(mine, [`${host.url}/secret.png`], ana)).toEqual([null]);
      expect((await sign(mine, [`${host.url}/secret.png`]))[0]).not.toBeNull();
      const { status } = await ana.call('main', formMediaApi.operations.signFormMedia, {
        params: { project_id: projectId, item_id: other },
        body: { addresses: [`${host.url}/a.png`] },
      });
      expect(status).toBe(404);
    });

    it('should take no address that was changed, of another use, or that nobody signed', async () => {
      const url = await signed(`${host.url}/a.png`);
      const asked = host.asked.length;
      const changed = [
        url.replace('a.png', 'secret.png'),
        url.replace('use=media', 'use=item'),
        url.replace(/team=\d+/, 'team=999'),
        url.replace(/exp=\d+/, 'exp=99999999999'),
        url.replace(/sig=.*/, 'sig='),
        `/outside-files?url=${encodeURIComponent(`${host.url}/a.png`)}`,
      ];
      for (const each of changed) expect((await app.request('GET', each)).status).toBe(403);
      expect(host.asked.length).toBe(asked);
    });

    it('should not reach into the own house, be it by name or by a redirect', async () => {
      for (const address of [
        'http://127.0.0.2:1/x.png',
        'http://169.254.169.254/latest/x.png',
        'http://[::1]:1/x.png',
        `${host.url}/inside`,
      ]) {
        const { status, body } = await app.request('GET', await signed(address));
        expect([status, body['code']]).toEqual([422, 'EGRESS_REFUSED']);
      }
      expect((await app.request('GET', await signed(`${host.url}/away`))).status).toBe(200);
    });

    it('should show nothing that is no medium, whatever the host says it is', async () => {
      for (const path of ['/page.png', '/page', '/data.json']) {
        const { status, body } = await app.request('GET', await signed(`${host.url}${path}`));
        expect([path, status, body['code']]).toEqual([path, 415, 'TYPE_NOT_SUPPORTED']);
      }
      const drawn = await app.request('GET', await signed(`${host.url}/draw.svg`));
      expect([
        drawn.status,
        drawn.headers['content-type'],
        String(drawn.headers['content-disposition']).startsWith('attachment'),
      ]).toEqual([200, 'image/svg+xml', true]);
      expect((await app.request('GET', await signed(`${host.url}/none.png`))).status).toBe(404);
    });

    it('should be the way to the attached file of an item as well', async () => {
      const { body } = await owner.call<{ url: string; original: string }>('main', itemsApi.operations.getAsset, {
        params: { project_id: projectId, item_id: await newItem(`${host.url}/data.json`) },
      });
      expect(body.original).toBe(`${host.url}/data.json`);
      const { status, body: data } = await app.request('GET', body.url);
      expect([status, data['base']]).toEqual([200, host.url]);
      const html = await owner.call<{ url: string }>('main', itemsApi.operations.getAsset, {
        params: { project_id: projectId, item_id: await newItem(`${host.url}/page`) },
      });
      expect((await app.request('GET', html.body.url)).headers['content-type']).toBe('application/octet-stream');
    });
  });

  describe('files in fields', () => {
    const send = (item: number, bytes: Buffer, query: object, person = owner): Promise<Answer> =>
      person.call('main', formFilesApi.operations.putFormFile, {
        params: { project_id: projectId, item_id: item },
        query,
        bytes,
      });
    const list = async (item: number, person = owner): Promise<readonly FormFile[]> =>
      (
        await person.call<{ data: readonly FormFile[] }>('main', formFilesApi.operations.listFormFiles, {
          params: { project_id: projectId, item_id: item },
          query: {},
        })
      ).body.data;

    it('should be kept for the item and read by who sees it', async () => {
      const item = await newItem();
      const { status, body } = await send(item, png, { component: 'file', name: 'Größe.png' });
      expect([status, body['name'], body['mime'], body['size']]).toEqual([201, 'Größe.png', 'image/png', png.length]);
      expect(await save(item, [valueAt(['file'], [body['reference']])])).toBe(200);
      const [kept] = await list(item);
      expect(kept!.reference).toBe(body['reference']);
      expect((await app.request('GET', kept!.url)).raw.equals(png)).toBe(true);
    });

    it('should obey the form and the rights of the field', async () => {
      const item = await newItem();
      await owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: projectId },
        body: { selection: { item_ids: [item] }, change: { kind: 'assign', value: ana.email } },
      });
      const codes = async (bytes: Buffer, query: object, person = owner): Promise<readonly unknown[]> => {
        const { status, body } = await send(item, bytes, query, person);
        return [status, body['code']];
      };
      expect(await codes(page, { component: 'file', name: 'a.html' })).toEqual([415, 'TYPE_NOT_SUPPORTED']);
      expect(await codes(Buffer.alloc(20_000, 1), { component: 'file', name: 'a.txt' })).toEqual([413, 'TOO_LARGE']);
      expect(await codes(png, { component: 'note', name: 'a.png' })).toEqual([400, 'INVALID_FIELD']);
      expect(await codes(png, { component: 'mine', name: 'a.png' }, ana)).toEqual([403, 'FORBIDDEN']);
      expect((await codes(png, { component: 'mine', name: 'a.png' }))[0]).toBe(201);
      expect([(await list(item)).length, (await list(item, ana)).length]).toEqual([1, 0]);
      expect(
        (
          await ana.call('main', formFilesApi.operations.listFormFiles, {
            params: { project_id: projectId, item_id: await newItem() },
            query: {},
          })
        ).status,
      ).toBe(404);
    });
  });
});
