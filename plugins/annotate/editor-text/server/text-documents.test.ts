import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationsApi } from '#plugins/annotate/annotation-api/common/index.ts';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

interface Uploaded {
  readonly item: { readonly id: number };
  readonly error?: string;
}
interface Stored {
  readonly revision: number;
  readonly code?: string;
  readonly error?: string;
  readonly particulars?: unknown;
  readonly document: {
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly instances: readonly Readonly<Record<string, unknown>>[];
  };
  readonly asset: { readonly original: string; readonly mime: string };
}
type Entry = Readonly<Record<string, unknown>>;

const data = '../shared/data/text';
const text = 'Dr. Ada Moreau 🙂 joined Helix Labs in Lyon.\r\nZweite Zeile.';
/** Code points of it, with its line end as one. */
const length = 57;

/** Returns a value without the fields that another server or moment assigns again. */
const withoutAudit = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each: unknown) =>
    [
      'createdAt',
      'updatedAt',
      'createdBy',
      'updatedBy',
      'creationType',
      'classId',
      'groupId',
      'lastAction',
      'probability',
    ].includes(key)
      ? undefined
      : each,
  );

/** Entities and binary relations of a brat file, in our form. */
function bratInstances(file: string): readonly Entry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): readonly Entry[] => {
      const entity = /^(T\d+)\t(\S+) (\d+) (\d+)\t/.exec(line);
      if (entity !== null)
        return [
          {
            id: entity[1],
            type: 'entity',
            className: entity[2],
            start: Number(entity[3]),
            end: Number(entity[4]),
            attributes: [],
          },
        ];
      const relation = /^(R\d+)\t(\S+) Arg1:(T\d+) Arg2:(T\d+)/.exec(line);
      return relation === null
        ? []
        : [
            {
              id: relation[1],
              type: 'relationship',
              className: relation[2],
              from: relation[3],
              to: relation[4],
              attributes: [],
            },
          ];
    });
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;

  const upload = (name: string, content: string | Buffer): Promise<Answer<Uploaded>> =>
    owner.call<Uploaded>('main', itemsApi.operations.uploadItem, {
      params: { project_id: projectId },
      query: { name },
      bytes: Buffer.from(content),
    });
  const open = async (itemId: number): Promise<Stored> =>
    (
      await owner.call<Stored>('main', annotationDocumentApi.operations.openItem, {
        params: { project_id: projectId, item_id: itemId },
      })
    ).body;
  const save = (itemId: number, instances: readonly object[], more: object = {}): Promise<Answer<Stored>> =>
    owner.call<Stored>('main', annotationDocumentApi.operations.saveAnnotation, {
      params: { project_id: projectId, item_id: itemId },
      body: { op: newId(), base: 0, data: { metadata: { name: 'a' }, instances, tags: [], comments: [], ...more } },
    });
  const send = (itemId: number, document: unknown): Promise<Answer> =>
    owner.call('assets', annotationsApi.operations.uploadOne, {
      params: { item_id: itemId },
      query: { team_id: team.id, project_id: projectId, overwrite: true },
      body: document,
    });
  const addClasses = (names: readonly (readonly [string, number])[]): Promise<Answer> =>
    owner.request('POST', `/classes?project_id=${projectId}`, {
      body: { classes: names.map(([name, type]) => ({ name, color: '#D7263D', type, attribute_groups: [] })) },
    });

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'editor-text', 'annotation-api'],
      jobs: false,
    });
    team = await app.team('North');
    owner = team.owner;
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Texts', type: 4 },
      })
    ).body.id;
    await addClasses([
      ['Person', 1],
      ['Organisation', 1],
      ['works_for', 3],
      ['Biography', 2],
    ]);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('uploading a text', () => {
    it('should keep it byte for byte with its length, and serve it as plain text that cannot run', async () => {
      const { status, body } = await upload('bio.json', text);
      expect(status).toBe(200);
      const { asset, document } = await open(body.item.id);
      const served = await app.request('GET', asset.original);
      expect(served.raw.toString()).toBe(text);
      expect(served.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(document.instances).toEqual([]);
    });

    it('should refuse what is no UTF-8 text, naming the file and the byte', async () => {
      const broken = await upload('broken.txt', Buffer.from([0x61, 0x62, 0xff, 0x63]));
      expect([broken.status, broken.body.error]).toEqual([
        422,
        expect.stringMatching(/^broken\.txt: .*byte 3 is not valid\. Save it as UTF-8\.$/),
      ]);
      expect((await upload('shot.png', 'text')).body.error).toMatch(/\.png files aren't supported in Text projects/);
      expect((await upload('really.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).status).toBe(
        415,
      );
      expect((await upload('empty.txt', '')).status).toBe(422);
    });
  });

  it('should snap marks to words or to characters, as the setting Tokenization says', async () => {
    const item = (await upload('snapped.txt', text)).body.item.id;
    for (const [value, snap] of [
      [0, 'character'],
      [1, 'word'],
    ] as const) {
      const { status } = await owner.call('main', projectsApi.operations.updateSettings, {
        params: { project_id: projectId },
        body: { settings: [{ attribute: 'Tokenization', value }] },
      });
      expect([status, (await open(item)).particulars]).toEqual([200, { snap }]);
    }
  });

  describe('saving a text', () => {
    it('should count in code points up to the end of the text', async () => {
      const item = (await upload('counted.txt', text)).body.item.id;
      const entity = { id: newId(), type: 'entity', classId: -1, attributes: [], start: length - 6, end: length };
      const beyond = await save(item, [{ ...entity, end: length + 1 }]);
      expect([beyond.status, beyond.body.code, beyond.body.error]).toEqual([
        422,
        'ANNOTATION_INVALID',
        expect.stringContaining(`${length + 1} is greater than the maximum of ${length}`),
      ]);
      expect((await save(item, [entity], { freeText: 'Checked.' })).status).toBe(200);
      expect((await open(item)).document).toMatchObject({
        metadata: { contentLength: length },
        freeText: 'Checked.',
        instances: [entity],
      });
    });

    it('should refuse a relation to what is not there', async () => {
      const item = (await upload('related.txt', text)).body.item.id;
      const { status, body } = await save(item, [
        { id: newId(), type: 'relationship', classId: -1, attributes: [], from: 'a', to: 'b' },
      ]);
      expect([status, body.error]).toEqual([422, expect.stringContaining("'a' is not an entity id")]);
    });
  });

  describe('files that are no texts themselves', () => {
    it('should be kept as they are, and count in the text that was read out of them', async () => {
      for (const [name, content, mime] of [
        ['page.html', '<p>Ada</p>', 'text/plain; charset=utf-8'],
        ['paper.pdf', '%PDF-1.7 Ada', 'application/pdf'],
      ] as const) {
        const item = (await upload(name, content)).body.item.id;
        const served = await app.request('GET', (await open(item)).asset.original);
        expect([
          served.raw.toString(),
          served.headers['content-type'],
          served.headers['x-content-type-options'],
        ]).toEqual([content, mime, 'nosniff']);
        const reading = { of: 'html', version: 1, digest: '0123456789abcdef', length: 3 };
        const entity = { id: newId(), type: 'entity', classId: -1, attributes: [], start: 0, end: 3 };
        const beyond = await save(item, [{ ...entity, end: 4 }], { metadata: { name, reading, contentLength: 3 } });
        expect([beyond.status, beyond.body.error]).toEqual([
          422,
          expect.stringContaining('4 is greater than the maximum of 3'),
        ]);
        expect((await save(item, [entity], { metadata: { name, reading, contentLength: 3 } })).status).toBe(200);
        expect((await open(item)).document).toMatchObject({
          metadata: { contentLength: 3, reading },
          instances: [entity],
        });
      }
      expect((await upload('no.pdf', 'words')).body.error).toBe('no.pdf is no PDF.');
    });
  });

  describe('documents that came from elsewhere', () => {
    const files = existsSync(data)
      ? readdirSync(data, { recursive: true, encoding: 'utf8' })
          .filter(each => each.startsWith('brat_') && each.endsWith('.ann'))
          .map(each => join(data, each))
      : [];

    it.skipIf(files.length === 0)('should be the same after import and export: brat', async () => {
      const all = files.map(file => ({
        file,
        instances: bratInstances(file),
        content: readFileSync(file.replace(/ann$/, 'txt')),
      }));
      const classes = new Map(
        all.flatMap(({ instances }) =>
          instances.map(each => [String(each['className']), each['type'] === 'entity' ? 1 : 3] as const),
        ),
      );
      await addClasses([...classes].filter(([name]) => name !== 'Person'));
      let spans = 0;
      for (const { file, instances, content } of all) {
        if (content.length === 0) continue;
        const name = basename(file).replace(/ann$/, 'txt');
        const {
          body: {
            item: { id },
          },
        } = await upload(name, content);
        const sent = await send(id, { metadata: { name }, instances, tags: ['brat'], freeText: 'As it was' });
        expect([file, sent.status, JSON.stringify(sent.body)].join(' ')).toMatch(/ 2\d\d /);
        const { document } = await open(id);
        expect(withoutAudit(document.instances), file).toEqual(withoutAudit(instances));
        expect(document).toMatchObject({ tags: ['brat'], freeText: 'As it was' });
        spans += instances.length;
      }
      expect(spans).toBeGreaterThan(100);
    });

    it
      .skipIf(!existsSync(data))
      .for(['product_annotation/example_annotation.json', 'product_annotation_min/text_file_example_1.json'])(
      'should be the same after import and export: %s',
      async file => {
        const document = JSON.parse(readFileSync(join(data, file), 'utf8')) as {
          readonly metadata: { readonly name: string };
          readonly instances: readonly Entry[];
        };
        const { name } = document.metadata;
        await addClasses([
          ...new Map(
            document.instances.map(each => [String(each['className']), each['type'] === 'tag' ? 2 : 1] as const),
          ),
        ]);
        const [{ id }] = (
          await owner.request<[{ id: number }]>('POST', '/image/ext-create', {
            body: {
              project_id: projectId,
              team_id: team.id,
              upload_state: 3,
              images: [{ name, path: `https://files.test/${name}` }],
              meta: {},
            },
          })
        ).body;
        const sent = await send(id, document);
        expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300);
        const stored = await open(id);
        // An instance that came without an id has one now.
        const plain = (instances: readonly Entry[]): unknown =>
          withoutAudit(
            instances.map(({ attributes, ...each }, place) => ({
              ...each,
              id: document.instances[place]?.['id'] === undefined ? undefined : each['id'],
            })),
          );
        expect(plain(stored.document.instances)).toEqual(plain(document.instances));
        expect(stored.document.metadata).toMatchObject({
          name,
          ...('contentLength' in document.metadata ? { contentLength: document.metadata['contentLength'] } : {}),
        });
      },
    );
  });
});
