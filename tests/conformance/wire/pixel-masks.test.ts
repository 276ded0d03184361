import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationForm } from '../../support/annotated-items.ts';
import type { UploadAnswer, WireDocument } from '../../support/annotation-script.ts';
import { DELIMITER } from '../../support/annotation-script.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

const samples = join(import.meta.dirname, '../../../../shared/data/pixel/product_export');
const [width, height] = [60, 40];

interface PixelInstance {
  readonly id?: string;
  readonly parts: readonly { readonly color: string }[];
  readonly [field: string]: unknown;
}

const raw = (png: Buffer): Promise<Buffer> => sharp(png).ensureAlpha().raw().toBuffer();

function squares(...colors: readonly number[]): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 4);
  colors.forEach((color, at) => {
    for (let y = 5; y < 9; y += 1)
      for (let x = at * 6; x < at * 6 + 4; x += 1) data.writeUInt32BE(((color << 8) | 255) >>> 0, (y * width + x) * 4);
  });
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let folder: number;
  let count = 0;

  const picture = async (name: string, bytes?: Buffer): Promise<number> => {
    const made =
      bytes ??
      (await sharp({ create: { width, height, channels: 3, background: '#445566' } })
        .png()
        .toBuffer());
    const { status, body } = await team.owner.request<{ item: { id: number } }>(
      'PUT',
      `/api/v1/project/${project}/upload?name=${encodeURIComponent(name)}&folder_id=${folder}`,
      { bytes: made },
    );
    expect(status, JSON.stringify(body)).toBe(200);
    return body.item.id;
  };
  const upload = (...parts: readonly (readonly [string, unknown])[]): Promise<Answer<UploadAnswer>> => {
    const { body, headers } = annotationForm(parts);
    const names = parts.map(([name]) => name).filter(name => !name.endsWith('___save.png'));
    return script.call('assets', 'POST', '/api/v4/items/annotations/upload', {
      query: { project_id: project, folder_id: folder, 'image_names[]': names },
      body,
      headers,
    });
  };
  const document = async (item: number): Promise<WireDocument> => {
    const { raw: bytes } = await script.call('assets', 'POST', '/api/v4/items/annotations/download', {
      query: { project_id: project, limit: 1 },
      body: { image_ids: [item] },
    });
    return JSON.parse(bytes.toString().split(DELIMITER)[0]!) as WireDocument;
  };
  const mask = (item: number): Promise<Answer> =>
    script.call('assets', 'GET', `/api/v4/items/${item}/annotations/mask`, { query: { project_id: project } });
  const painted = (name: string, ...colors: readonly string[]): object => ({
    metadata: { name },
    instances: colors.map(color => ({ className: 'Crop', probability: 100, attributes: [], parts: [{ color }] })),
    tags: [],
    comments: [],
  });

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'classes',
        'workflow',
        'editor',
        'skeletons',
        'editor-vector',
        'editor-pixel',
        'annotation-api',
      ],
    });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const fresh = async (): Promise<void> => {
    project = await scriptProject(script, `Masks ${(count += 1)}`, 2);
    folder = (
      await script.call<{ id: number }>('main', 'POST', '/folder', {
        query: { project_id: project },
        body: { name: 'one' },
      })
    ).body.id;
  };

  describe('masks through the wire', () => {
    it('come beside their documents in one form, in any order, and are given back as they came', async () => {
      await fresh();
      const [one, two] = [await picture('a.png'), await picture('b.png')];
      const [first, second] = [await squares(15, 30), await squares(45)];
      const { body } = await upload(
        ['a.png', painted('a.png', '#00000F', '#00001e')],
        ['b.png___save.png', second],
        ['b.png', painted('b.png', '#00002d')],
        ['a.png___save.png', first],
      );
      expect(body).toMatchObject({ failedItems: [], failures: [], missingResources: { class: ['Crop'] } });
      expect((await document(one)).instances).toMatchObject([
        { classId: -1, parts: [{ color: '#00000f' }] },
        { parts: [{ color: '#00001e' }] },
      ]);
      expect((await mask(one)).raw.equals(first)).toBe(true);
      expect((await mask(two)).raw.equals(second)).toBe(true);
      const addresses = await script.call<{ annotations: { MAIN: { annotation_bluemap_path: { url: string } }[] } }>(
        'main',
        'GET',
        `/image/${one}/annotation/getAnnotationDownloadToken`,
        { query: { project_id: project } },
      );
      const { url } = addresses.body.annotations.MAIN[0]!.annotation_bluemap_path;
      expect((await app.request('GET', new URL(url).pathname + new URL(url).search)).raw.equals(first)).toBe(true);
    });

    it('stay when a document is sent back without one, as scripts do that change classes', async () => {
      await fresh();
      const item = await picture('a.png');
      const png = await squares(15);
      await upload(['a.png', painted('a.png', '#00000f')], ['a.png___save.png', png]);
      const { mask: _, ...before } = (await document(item)) as WireDocument & { readonly mask?: unknown };
      expect((await upload(['a.png', { ...before, tags: ['seen'] }])).body.failures).toEqual([]);
      expect(await document(item)).toMatchObject({ tags: ['seen'], instances: [{ parts: [{ color: '#00000f' }] }] });
      expect((await mask(item)).raw.equals(png)).toBe(true);
    });

    it('are sent by themselves too, and then named by the document', async () => {
      await fresh();
      const item = await picture('a.png');
      const png = await squares(15);
      const sent = await script.call<{ mask: string }>('assets', 'PUT', `/api/v4/items/${item}/annotations/mask`, {
        query: { project_id: project },
        body: png,
        headers: { 'content-type': 'application/octet-stream' },
      });
      expect(sent.status).toBe(200);
      expect((await upload(['a.png', { ...painted('a.png', '#00000f'), mask: sent.body.mask }])).body.failures).toEqual(
        [],
      );
      expect((await mask(item)).raw.equals(png)).toBe(true);
    });

    it('that are missing or damaged fail their item only, with the reason', async () => {
      await fresh();
      const [, , good] = [await picture('a.png'), await picture('b.png'), await picture('c.png')];
      const { body } = await upload(
        ['a.png', painted('a.png', '#00000f')],
        ['b.png', painted('b.png', '#00000f')],
        ['b.png___save.png', Buffer.from('torn')],
        ['c.png', painted('c.png', '#00000f')],
        ['c.png___save.png', await squares(15)],
      );
      expect(body.failures.map(({ name, message }) => [name, message])).toEqual([
        ['a.png', expect.stringContaining('mask file is required')],
        ['b.png', 'The mask is not a PNG picture.'],
      ]);
      expect((await document(good)).instances).toHaveLength(1);
    });

    it('go along when items are copied', async () => {
      await fresh();
      const item = await picture('a.png');
      const png = await squares(15, 30);
      await upload(['a.png', painted('a.png', '#00000f', '#00001e')], ['a.png___save.png', png]);
      const to = (
        await script.call<{ id: number }>('main', 'POST', '/folder', {
          query: { project_id: project },
          body: { name: 'two' },
        })
      ).body.id;
      await script.call('main', 'POST', '/images/copy-move-images-folders', {
        query: { project_id: project },
        body: {
          is_folder_copy: false,
          image_names: ['a.png'],
          source_folder_id: folder,
          destination_folder_id: to,
          include_annotations: true,
          keep_pin_status: false,
          duplicate_behaviour: 'skip_duplicates',
          operate_function: 'copy',
        },
      });
      const copies = (
        await script.call<{ data: { id: number }[] }>('items', 'POST', '/api/v1/items/search', {
          body: { query: { limit: 10, offset: 0, search: {} } },
          context: { project_id: project, folder_id: to },
        })
      ).body.data;
      expect(copies).toHaveLength(1);
      expect(copies[0]!.id).not.toBe(item);
      expect((await mask(copies[0]!.id)).raw.equals(png)).toBe(true);
    });
  });

  const names = existsSync(samples)
    ? readdirSync(samples)
        .filter(name => name.endsWith('___pixel.json'))
        .map(name => name.slice(0, -'___pixel.json'.length))
    : [];
  if (names.length === 0) it.skip(`documents of a product export (skipped: there are none in ${samples})`);
  else
    it.each(names)(
      'should take %s of a product export, and after an edit give it back with nothing else changed',
      async name => {
        await fresh();
        const item = await picture(name, readFileSync(join(samples, name)));
        const sample = JSON.parse(readFileSync(join(samples, `${name}___pixel.json`), 'utf8')) as {
          readonly instances: readonly PixelInstance[];
          readonly [field: string]: unknown;
        };
        const png = readFileSync(join(samples, `${name}___save.png`));
        expect((await upload([name, sample], [`${name}___save.png`, png])).body.failures).toEqual([]);

        const place = `/api/v1/project/${project}/item/${item}`;
        const opened = (
          await team.owner.request<{
            revision: number;
            document: { mask: string; instances: readonly PixelInstance[]; metadata: object };
          }>('GET', `${place}/editor`)
        ).body;
        const before = await document(item);
        const [first, ...others] = opened.document.instances;
        const data = { ...opened.document, instances: [{ ...first!, locked: true }, ...others] };
        const saved = await team.owner.request('PUT', `${place}/annotation`, {
          body: { op: crypto.randomUUID(), base: opened.revision, data },
        });
        expect(saved.status, JSON.stringify(saved.body)).toBe(200);

        expect((await raw((await mask(item)).raw)).equals(await raw(png))).toBe(true);
        const after = (await document(item)) as WireDocument & { readonly instances: readonly PixelInstance[] };
        const contentOf = ({ parts, attributes, visible, probability, creationType }: PixelInstance): object => ({
          colors: parts.map(part => part.color.toLowerCase()),
          attributes: (attributes as readonly Record<string, unknown>[]).map(each => [each['groupName'], each['name']]),
          visible,
          probability,
          creationType: creationType ?? 'Preannotation',
        });
        expect(after.instances.map(contentOf)).toEqual(sample.instances.map(contentOf));
        const plain = ({ metadata: { lastAction: _, ...metadata }, mask: __, ...rest }: WireDocument): object => ({
          ...rest,
          metadata,
        });
        const [{ locked, ...rest }, ...untouched] = after.instances as readonly [PixelInstance, ...PixelInstance[]];
        expect(locked).toBe(true);
        // The first edit begins the work on an item.
        expect(plain({ ...after, instances: [rest, ...untouched] })).toEqual(
          plain({ ...before, metadata: { ...before.metadata, status: 'InProgress' } }),
        );
      },
    );
});
