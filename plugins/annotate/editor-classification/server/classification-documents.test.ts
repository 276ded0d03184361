import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { annotationsApi } from '#plugins/annotate/annotation-api/common/index.ts';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { classificationApi } from '../common/api.ts';

interface Stored {
  readonly code?: string;
  readonly error?: string;
  readonly document: {
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly instances: readonly Readonly<Record<string, unknown>>[];
  };
  readonly asset: { readonly original: string; readonly thumbnail: string | null; readonly mime: string };
}

const dicom = Buffer.alloc(200);
dicom.write('DICM', 128);

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;
  let classes: readonly {
    readonly id: number;
    readonly attribute_groups: readonly {
      readonly id: number;
      readonly attributes: readonly { readonly id: number }[];
    }[];
  }[];

  const upload = (
    name: string,
    content: Buffer | string,
  ): Promise<Answer<{ readonly item: { readonly id: number }; readonly error?: string }>> =>
    owner.call('main', itemsApi.operations.uploadItem, {
      params: { project_id: projectId },
      query: { name },
      bytes: Buffer.from(content as string),
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
  const tag = (place: number, attributes: readonly object[] = []): object => ({
    id: newId(),
    type: 'tag',
    classId: classes[place]!.id,
    attributes,
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
        'editor-classification',
        'annotation-api',
      ],
      jobs: false,
    });
    team = await app.team('North');
    owner = team.owner;
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Papers', type: 6 },
      })
    ).body.id;
    classes = (
      await owner.request<typeof classes>('POST', `/classes?project_id=${projectId}`, {
        body: {
          classes: [
            {
              name: 'Document type',
              color: '#D7263D',
              type: 2,
              attribute_groups: [
                {
                  name: 'Kind',
                  group_type: 'radio',
                  isRequired: true,
                  attributes: [{ name: 'Invoice' }, { name: 'Letter' }],
                },
              ],
            },
            { name: 'Needs redaction', color: '#1B998B', type: 2, attribute_groups: [] },
            { name: 'Car', color: '#2E86AB', type: 1, attribute_groups: [] },
          ],
        },
      })
    ).body;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('files of a project of any files', () => {
    it('should be taken whatever they are, and known by their bytes', async () => {
      const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
        .png()
        .toBuffer();
      const types = new Map<string, string>();
      for (const [name, content] of [
        ['photo.png', png],
        ['report.pdf', Buffer.from('%PDF-1.7\n%')],
        ['scan', dicom],
        ['page.html', '<script>alert(1)</script>'],
        ['table.csv', 'a,b\n1,2'],
        ['talk.mp3', 'ID3'],
        ['unknown.xyz', Buffer.from([0, 1, 2])],
        ['broken.jpg', 'not a picture'],
        ['cut.png', png.subarray(0, 60)],
      ] as const) {
        const { status, body } = await upload(name, content as Buffer);
        expect([name, status, body.error]).toEqual([name, 200, undefined]);
        const { asset, document } = await open(body.item.id);
        types.set(name, `${asset.mime}${asset.thumbnail === null ? '' : ' with a small picture'}`);
        expect(document.instances).toEqual([]);
      }
      expect(Object.fromEntries(types)).toEqual({
        'photo.png': 'image/png with a small picture',
        'report.pdf': 'application/pdf',
        scan: 'application/dicom',
        'page.html': 'text/html',
        'table.csv': 'text/csv',
        'talk.mp3': 'audio/mpeg',
        'unknown.xyz': 'application/octet-stream',
        'broken.jpg': 'application/octet-stream',
        'cut.png': 'image/png',
      });
      expect((await upload('empty.bin', '')).status).toBe(422);
    });

    it('should never be handed out as a page of ours', async () => {
      const { body } = await upload('evil.html', '<script>parent.alert(1)</script>');
      const served = await app.request('GET', (await open(body.item.id)).asset.original);
      expect(served.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    });
  });

  describe('saying what a file is', () => {
    it('should keep the answers with what is known of the file', async () => {
      const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
        .png()
        .toBuffer();
      const item = (await upload('kept.png', png)).body.item.id;
      const [group] = classes[0]!.attribute_groups;
      expect((await save(item, [tag(0, [{ id: group!.attributes[0]!.id, groupId: group!.id }]), tag(1)])).status).toBe(
        200,
      );
      const { document } = await open(item);
      expect(document.metadata).toMatchObject({ content: { kind: 'image', width: 40, height: 30 } });
      expect(document.instances).toMatchObject([
        { className: 'Document type', attributes: [{ name: 'Invoice', groupName: 'Kind' }] },
        { className: 'Needs redaction', attributes: [] },
      ]);
      const paged = (await upload('paged.pdf', Buffer.from('%PDF-1.7\n%'))).body.item.id;
      expect((await save(paged, [], { metadata: { name: 'a', content: { kind: 'image', pages: 3 } } })).status).toBe(
        200,
      );
      expect((await open(paged)).document.metadata['content']).toEqual({ kind: 'pdf', pages: 3 });
    });

    it.for([
      ['a class of another type', () => [tag(2)], "'Car' is not a tag class"],
      ['the same twice', () => [tag(1), tag(1)], "'Needs redaction' is duplicated"],
      ['an instance that is no tag', () => [{ ...tag(1), type: 'bbox' }], 'invalid type'],
      [
        'two values of one',
        () => [
          tag(
            0,
            classes[0]!.attribute_groups[0]!.attributes.map(each => ({
              id: each.id,
              groupId: classes[0]!.attribute_groups[0]!.id,
            })),
          ),
        ],
        "'Kind' allows a single value",
      ],
    ] as const)('should refuse %s', async ([what, instances, reason]) => {
      const item = (await upload(`refused ${what}.bin`, 'x')).body.item.id;
      const { status, body } = await save(item, instances());
      expect([status, body.code, body.error]).toEqual([422, 'ANNOTATION_INVALID', expect.stringContaining(reason)]);
    });

    it('should refuse a comment on a page that is not there', async () => {
      const item = (await upload('two pages.pdf', Buffer.from('%PDF-1.7\n%'))).body.item.id;
      const { status, body } = await save(item, [], {
        metadata: { name: 'a', content: { kind: 'pdf', pages: 2 } },
        comments: [{ page: 3, resolved: false, correspondence: [{ text: 'Blank', email: 'a@b.test' }] }],
      });
      expect([status, body.error]).toEqual([
        422,
        expect.stringContaining('comments[0].page: 3 is greater than the maximum of 2'),
      ]);
    });

    it('should keep one class per item where the project says so', async () => {
      const { body: project } = await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'One class', type: 6, settings: [{ attribute: 'SingleClass', value: 1 }] },
      });
      const params = { project_id: project.id };
      const { body: two } = await owner.request<readonly { readonly id: number }[]>(
        'POST',
        `/classes?project_id=${project.id}`,
        { body: { classes: ['Dog', 'Bird'].map(name => ({ name, color: '#D7263D', type: 2, attribute_groups: [] })) } },
      );
      const uploaded = await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
        params,
        query: { name: 'a.bin' },
        bytes: Buffer.from('x'),
      });
      const item = uploaded.body.item.id;
      for (const { id } of two)
        await owner.call('main', classificationApi.operations.changeTags, {
          params,
          body: { op: newId(), item_ids: [item], change: { kind: 'add', class_id: id } },
        });
      const opened = await owner.call<Stored & { readonly particulars: object }>(
        'main',
        annotationDocumentApi.operations.openItem,
        { params: { ...params, item_id: item } },
      );
      expect(opened.body.particulars).toMatchObject({ perItem: 'one' });
      expect(opened.body.document.instances).toMatchObject([{ className: 'Bird' }]);
      const sent = await owner.call<{ error?: string }>('assets', annotationsApi.operations.uploadOne, {
        params: { item_id: item },
        query: { team_id: team.id, project_id: project.id, overwrite: true },
        body: {
          metadata: { name: 'a.bin' },
          instances: ['Dog', 'Bird'].map(className => ({ type: 'tag', className, attributes: [] })),
        },
      });
      expect(JSON.stringify(sent.body)).toContain("'Bird' is a second class; items of this project have one");
    });

    it('should take an upload by names', async () => {
      const item = (await upload('uploaded.bin', 'x')).body.item.id;
      const sent = await owner.call('assets', annotationsApi.operations.uploadOne, {
        params: { item_id: item },
        query: { team_id: team.id, project_id: projectId, overwrite: true },
        body: {
          metadata: { name: 'uploaded.bin' },
          instances: [{ type: 'tag', className: 'Needs redaction', attributes: [] }],
        },
      });
      expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300);
      expect((await open(item)).document.instances).toMatchObject([
        { className: 'Needs redaction', creationType: 'Preannotation' },
      ]);
    });
  });
});
