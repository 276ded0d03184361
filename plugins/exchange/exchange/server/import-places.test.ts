import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { pictureOf, TransferClient, transferPlugins, zip } from './import.support.ts';

const [width, height] = [200, 100];
const cvat = (images: string): string => `<annotations><version>1.1</version>${images}</annotations>`;
const cvatImage = (name: string, x: number, subset = ''): string =>
  `<image id="0" name="${name}"${subset} width="${width}" height="${height}"><box label="Car" xtl="${x}" ytl="20" xbr="${x + 40}" ybr="60"/></image>`;
const voc = (name: string, x: number): string =>
  `<annotation><filename>${name}</filename><size><width>${width}</width><height>${height}</height></size><object><name>Car</name><bndbox><xmin>${x}</xmin><ymin>20</ymin><xmax>${x + 40}</xmax><ymax>60</ymax></bndbox></object></annotation>`;
const yolo = (x: number): string => `0 ${(x + 20) / width} 0.4 0.2 0.4\n`;
const coco = (name: string, x: number, more: object = {}): string =>
  JSON.stringify({
    images: [{ id: 1, file_name: name, width, height }],
    categories: [{ id: 1, name: 'Car', ...more }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [x, 20, 40, 40] }],
  });

eachDatabase(kind => {
  let app: TestApp;
  let client: TransferClient;
  let picture: Buffer;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: transferPlugins });
    client = new TransferClient(app, await app.team('North'));
    picture = await pictureOf(width, height);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  /** Left edges of the boxes by path of their item. */
  const edges = async (projectId: number): Promise<Record<string, number[]>> => {
    const { files } = await client.exported(projectId);
    return Object.fromEntries(
      [...files]
        .filter(([path]) => path.endsWith('.jpg.json'))
        .map(([path, bytes]) => [
          path.slice(0, -'.json'.length),
          (JSON.parse(bytes.toString()) as { instances: { points: { x1: number } }[] }).instances.map(each =>
            Math.round(each.points.x1),
          ),
        ]),
    );
  };

  describe('a file name that is used in several parts of a set', () => {
    it.each([
      [
        'CVAT',
        {
          'annotations.xml': cvat(cvatImage('1.jpg', 10, ' subset="train"') + cvatImage('1.jpg', 50, ' subset="val"')),
        },
        'images',
      ],
      ['YOLO', { 'data.yaml': 'names: [Car]', 'labels/train/1.txt': yolo(10), 'labels/val/1.txt': yolo(50) }, 'images'],
      ['VOC', { 'train/Annotations/1.xml': voc('1.jpg', 10), 'val/Annotations/1.xml': voc('1.jpg', 50) }, ''],
      [
        'COCO',
        { 'annotations/instances_train.json': coco('1.jpg', 10), 'annotations/instances_val.json': coco('1.jpg', 50) },
        'images',
      ],
    ])('should stay apart in %s', async (_, files, root) => {
      const id = await client.project();
      const prefix = root === '' ? '' : `${root}/`;
      const looked = await client.preview(
        id,
        'set.zip',
        await zip({ ...files, [`${prefix}train/1.jpg`]: picture, [`${prefix}val/1.jpg`]: picture }),
      );
      expect(looked.report, JSON.stringify(looked.error)).toMatchObject({
        documents: 2,
        creatable: 2,
        missing: 0,
        itemsToCreate: 2,
        newFolders: ['train', 'val'],
        findings: [],
      });
      expect((await client.start(id, looked.id)).result).toMatchObject({ created: 2, itemsCreated: 2, failedCount: 0 });
      expect(await edges(id)).toEqual({ 'train/1.jpg': [10], 'val/1.jpg': [50] });
      // The same again finds the items it made.
      const again = await client.preview(id, 'set.zip', await zip({ ...files }));
      expect(again.report, JSON.stringify(again.error)).toMatchObject({ matched: 2, annotated: 2, missing: 0 });
    });

    it('should stay apart in folders of any name', async () => {
      const id = await client.project();
      const looked = await client.preview(
        id,
        'set.zip',
        await zip({
          'data.yaml': 'names: [Car]',
          'north/labels/1.txt': yolo(10),
          'south/labels/1.txt': yolo(50),
          'north/images/1.jpg': picture,
          'south/images/1.jpg': picture,
        }),
      );
      expect((await client.start(id, looked.id)).result).toMatchObject({ created: 2, itemsCreated: 2, failedCount: 0 });
      expect(await edges(id)).toEqual({ 'north/1.jpg': [10], 'south/1.jpg': [50] });
    });

    it('should stop the import with both names when one name fits two items', async () => {
      const id = await client.project();
      await client.upload(id, '1.jpg', picture);
      const parts = await client.preview(
        id,
        'set.zip',
        await zip({ 'data.yaml': 'names: [Car]', 'labels/train/1.txt': yolo(10), 'labels/val/1.txt': yolo(50) }),
      );
      expect(parts.error).toMatchObject({ code: 'IMPORT_CONFLICT' });
      expect(parts.error!.message).toContain('labels/train/1.txt and labels/val/1.txt both mean the item 1');
      const twice = await client.preview(
        id,
        'set.zip',
        await zip({ 'one.xml': cvat(cvatImage('1.jpg', 10)), 'two.xml': cvat(cvatImage('1.jpg', 50)) }),
      );
      expect(twice.error!.message).toContain('one.xml image 1.jpg and two.xml image 1.jpg both mean the item 1.jpg');
    });

    it('should stop the import when a name without an ending fits two items', async () => {
      const id = await client.project();
      await client.upload(id, '1.jpg', picture);
      await client.upload(id, '1.jpeg', picture);
      const looked = await client.preview(
        id,
        'set.zip',
        await zip({ 'data.yaml': 'names: [Car]', 'labels/1.txt': yolo(10) }),
      );
      expect(looked.error!.message).toContain('1 fits both 1.jpg and 1.jpeg');
      const named = await client.preview(
        id,
        'set.zip',
        await zip({ 'data.yaml': 'names: [Car]', 'labels/1.txt': yolo(10), 'labels/1.jpeg.txt': yolo(50) }),
      );
      expect(named.report, JSON.stringify(named.error)).toMatchObject({ matched: 2, missing: 0 });
    });
  });

  describe('an archive of several COCO files', () => {
    const keypoints = { keypoints: ['head', 'hip'], skeleton: [[1, 2]] };
    const pose = JSON.stringify({
      images: [{ id: 9, file_name: '1.jpg', width, height }],
      categories: [{ id: 5, name: 'Car', ...keypoints }],
      annotations: [
        {
          id: 1,
          image_id: 9,
          category_id: 5,
          bbox: [10, 20, 40, 40],
          keypoints: [12, 22, 2, 30, 40, 1],
          num_keypoints: 2,
        },
        {
          id: 8,
          image_id: 9,
          category_id: 5,
          bbox: [90, 20, 40, 40],
          keypoints: [92, 22, 2, 0, 0, 0],
          num_keypoints: 1,
        },
      ],
    });

    it('should read each of them, and one object for what two of them describe', async () => {
      const id = await client.project();
      const captions = JSON.stringify({
        images: [{ id: 1, file_name: '1.jpg', width, height }],
        annotations: [{ id: 3, image_id: 1, caption: 'A car.' }],
      });
      const looked = await client.preview(
        id,
        'coco.zip',
        await zip({
          'annotations/instances_train2017.json': coco('1.jpg', 10),
          'annotations/person_keypoints_train2017.json': pose,
          'annotations/captions_train2017.json': captions,
          'annotations/instances_val2017.json': coco('2.jpg', 50),
          'annotations/notes.json': '{"by":"us"}',
          'train2017/1.jpg': picture,
          'val2017/2.jpg': picture,
        }),
      );
      expect(looked.report, JSON.stringify(looked.error)).toMatchObject({
        kind: 'coco-archive',
        documents: 2,
        creatable: 2,
        missing: 0,
        itemsToCreate: 2,
        classes: [{ name: 'Car', match: null }],
        losses: ['1 caption was dropped'],
      });
      expect(looked.report!.findings.map(each => each.message)).toEqual([
        'annotations/notes.json is no COCO file, so it was not read.',
      ]);
      expect((await client.start(id, looked.id)).result).toMatchObject({ created: 2, itemsCreated: 2, failedCount: 0 });
      const { files } = await client.exported(id);
      const types = (
        JSON.parse(files.get('1.jpg.json')!.toString()) as { instances: { type: string }[] }
      ).instances.map(each => each.type);
      expect(types).toEqual(['template', 'bbox', 'template', 'bbox']);
      expect((await edges(id))['2.jpg']).toEqual([50]);
    });

    it('should name what it does not read', async () => {
      const id = await client.project();
      const segments = JSON.stringify({
        images: [{ id: 1, file_name: '1.jpg' }],
        categories: [],
        annotations: [{ image_id: 1, file_name: '1.png', segments_info: [] }],
      });
      const looked = await client.preview(
        id,
        'coco.zip',
        await zip({
          'annotations/instances_val.json': coco('1.jpg', 10),
          'annotations/panoptic_val.json': segments,
          'val/1.jpg': picture,
        }),
      );
      expect(looked.report, JSON.stringify(looked.error)).toMatchObject({
        kind: 'coco-archive',
        documents: 1,
        creatable: 1,
      });
      expect(looked.report!.findings.map(each => each.path)).toEqual(['annotations/panoptic_val.json']);
    });
  });

  it('should annotate texts that exist, also when a directory lies around the files of the archive', async () => {
    const id = await client.project(4);
    await client.upload(id, 'a.txt', Buffer.from('Ada Moreau\n'));
    const looked = await client.preview(
      id,
      'set.zip',
      await zip({ 'corpus/a.txt': 'Ada Moreau\n', 'corpus/a.ann': 'T1\tPerson 0 3\tAda\n' }),
    );
    expect(looked.report, JSON.stringify(looked.error)).toMatchObject({
      kind: 'brat',
      matched: 1,
      missing: 0,
      itemsToCreate: 0,
      newFolders: [],
      findings: [],
    });
    expect((await client.start(id, looked.id)).result).toMatchObject({ created: 1, itemsCreated: 0, failedCount: 0 });
    const { files } = await client.exported(id);
    const documents = [...files].filter(([path]) => path.endsWith('.txt.json'));
    expect(documents.map(([path]) => path)).toEqual(['a.txt.json']);
    expect(JSON.parse(documents[0]![1].toString())).toMatchObject({ instances: [{ className: 'Person', end: 3 }] });
  });

  it('should not take an archive of unknown files for one of its own', async () => {
    const id = await client.project();
    const sets: readonly Readonly<Record<string, string | Buffer>>[] = [
      { 'out/1_mask.png': picture, 'out/2_mask.png': picture },
      { 'a.json': '{"shapes":1}', '1.jpg': picture },
    ];
    for (const files of sets)
      expect((await client.preview(id, 'set.zip', await zip(files))).error).toMatchObject({ code: 'IMPORT_UNKNOWN' });
  });
});
