import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { pictureOf, TransferClient, transferPlugins, zip } from './import.support.ts';
import { exportApi } from '../common/export-api.ts';
import { importApi } from '../common/import-api.ts';

const [width, height] = [200, 100];

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let transfer: TransferClient;
  let picture: Buffer;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [...transferPlugins, 'form-rows'] });
    team = await app.team('North');
    transfer = new TransferClient(app, team);
    picture = await pictureOf(width, height);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const cvat = (
    name: string,
  ): string => `<annotations><version>1.1</version><meta><task><labels><label><name>Car</name><color>#123456</color><attributes><attribute><name>State</name><input_type>select</input_type><values>Parked\nMoving</values></attribute></attributes></label></labels></task></meta>
<image id="0" name="${name}" width="${width}" height="${height}"><box label="Car" xtl="10" ytl="20" xbr="50" ybr="60" source="manual" occluded="0"><attribute name="State">Moving</attribute></box><polygon label="Road" points="100,10;150,10;150,60" group_id="2"/><polyline label="Lane" points="1,2;30,40"/></image>
<image id="1" name="missing.jpg" width="10" height="10"><box label="Car" xtl="1" ytl="1" xbr="5" ybr="5"/></image></annotations>`;
  const instances = (
    json: Buffer,
  ): {
    type?: string;
    className?: string;
    points?: unknown;
    parts?: { color: string }[];
    attributes: { name: unknown }[];
  }[] => (JSON.parse(json.toString()) as { instances: ReturnType<typeof instances> }).instances;

  describe('files of other tools', () => {
    it('should be recognised, looked through without a change, and imported; what is missing is reported', async () => {
      const id = await transfer.project();
      const report = await transfer.preview(
        id,
        'task.zip',
        await zip({ 'annotations.xml': cvat('a.jpg'), 'images/a.jpg': picture }),
      );
      expect(report.status, JSON.stringify(report.error)).toBe(2);
      expect(report.report).toMatchObject({
        kind: 'cvat',
        documents: 2,
        matched: 0,
        creatable: 1,
        missing: 1,
        classes: [
          { name: 'Car', match: null },
          { name: 'Road', match: null },
          { name: 'Lane', match: null },
        ],
      });
      expect(report.report!.findings.map(each => each.message)).toEqual(['image missing.jpg was not found']);
      const end = await transfer.start(id, report.id);
      expect(end.result).toMatchObject({ created: 1, itemsCreated: 1, classesCreated: 3, failedCount: 1 });
      const files = (await transfer.exported(id)).files;
      expect(
        instances(files.get('a.jpg.json')!).map(({ type, className, points }) => ({ type, className, points })),
      ).toEqual([
        { type: 'bbox', className: 'Car', points: { x1: 10, y1: 20, x2: 50, y2: 60 } },
        { type: 'polygon', className: 'Road', points: [100, 10, 150, 10, 150, 60] },
        { type: 'polyline', className: 'Lane', points: [1, 2, 30, 40] },
      ]);
      expect(instances(files.get('a.jpg.json')!)[0]!.attributes.map(each => each.name)).toEqual(['Moving']);
    });

    it('should go out in every format and come back as what each can hold, with its report in the archive', async () => {
      const id = await transfer.project();
      const first = await transfer.preview(
        id,
        'task.zip',
        await zip({ 'annotations.xml': cvat('a.jpg'), 'images/a.jpg': picture }),
      );
      await transfer.start(id, first.id);
      const carried: Readonly<Record<string, readonly string[]>> = {
        cvat: ['bbox', 'polygon', 'polyline'],
        labelme: ['bbox', 'polygon', 'polyline'],
        'label-studio': ['bbox', 'polygon', 'polyline'],
        voc: ['bbox', 'bbox', 'bbox'],
        yolo: ['bbox', 'bbox', 'bbox'],
        masks: ['polygon', 'polygon'],
      };
      for (const [format, types] of Object.entries(carried)) {
        const body = { format, include_originals: true };
        const ahead = await team.owner.call<{ items: number; complete: boolean; report: string[] }>(
          'main',
          exportApi.operations.previewExport,
          { params: { project_id: id }, body },
        );
        expect(ahead.status, JSON.stringify(ahead.body)).toBe(200);
        const { record, bytes, files: written } = await transfer.exported(id, body);
        expect(ahead.body, format).toEqual({ items: 1, complete: true, report: record.report });
        const text = written.get('report.txt')!.toString();
        expect(
          text
            .trim()
            .split('\n')
            .filter(line => line !== 'Everything was written.'),
          format,
        ).toEqual(record.report);
        const other = await transfer.project();
        const again = await transfer.preview(other, `${format}.zip`, bytes);
        expect(again.report, `${format} ${JSON.stringify(again.error)}`).toMatchObject({
          kind: format,
          creatable: 1,
          missing: 0,
          findings: [],
        });
        expect((await transfer.start(other, again.id)).result, format).toMatchObject({
          created: 1,
          itemsCreated: 1,
          failedCount: 0,
        });
        const files = (await transfer.exported(other)).files;
        expect(
          instances(files.get('a.jpg.json')!).map(each => each.type),
          format,
        ).toEqual(types);
      }
    });

    it('should go out as keypoints of COCO and come back', async () => {
      const id = await transfer.project();
      const shown = {
        metadata: { name: 'a.jpg' },
        instances: [
          {
            type: 'template',
            className: 'Person',
            templateName: 'Pose',
            groupId: 1,
            points: [
              { id: 1, x: 10, y: 20 },
              { id: 2, x: 30, y: 40.5 },
            ],
            connections: [{ id: 1, from: 1, to: 2 }],
            pointLabels: { 0: 'head', 1: 'hip' },
            attributes: [],
          },
          { type: 'bbox', className: 'Person', groupId: 1, points: { x1: 5, y1: 10, x2: 60, y2: 70 }, attributes: [] },
        ],
      };
      const first = await transfer.preview(
        id,
        'own.zip',
        await zip({
          'classes/classes.json': JSON.stringify([
            { name: 'Person', color: '#123456', type: 'object', attribute_groups: [] },
          ]),
          'a.jpg.json': JSON.stringify(shown),
          'a.jpg': picture,
        }),
      );
      expect((await transfer.start(id, first.id)).result).toMatchObject({ created: 1, failedCount: 0 });
      const { bytes, files: written } = await transfer.exported(id, {
        format: 'coco',
        options: { task: 'keypoints' },
        include_originals: true,
      });
      const file = JSON.parse(written.get('annotations/keypoints.json')!.toString()) as {
        annotations: object[];
        categories: object[];
      };
      expect(file.annotations).toMatchObject([
        { keypoints: [10, 20, 2, 30, 40.5, 2], num_keypoints: 2, bbox: [5, 10, 55, 60] },
      ]);
      expect(file.categories).toMatchObject([{ name: 'Pose', keypoints: ['head', 'hip'], skeleton: [[1, 2]] }]);
      const other = await transfer.project();
      const again = await transfer.preview(other, 'coco.zip', bytes);
      expect(again.report, JSON.stringify(again.error)).toMatchObject({ kind: 'coco-archive', creatable: 1 });
      expect((await transfer.start(other, again.id)).result).toMatchObject({ created: 1, failedCount: 0 });
      const files = (await transfer.exported(other)).files;
      expect(
        instances(files.get('a.jpg.json')!)
          .map(each => each.type)
          .toSorted(),
      ).toEqual(['bbox', 'template']);
    });

    it('should become masks in a pixel project', async () => {
      const id = await transfer.project(2);
      const report = await transfer.preview(
        id,
        'task.zip',
        await zip({ 'annotations.xml': cvat('a.jpg'), 'images/a.jpg': picture }),
      );
      expect(report.report, JSON.stringify(report.error)).toMatchObject({ kind: 'cvat', creatable: 1 });
      const end = await transfer.start(id, report.id);
      expect(end.result).toMatchObject({ created: 1, itemsCreated: 1 });
      expect(end.result!.warnings).toContain('1 polyline was dropped');
      const files = (await transfer.exported(id)).files;
      expect(instances(files.get('a.jpg.json')!).map(each => [each.className, each.parts])).toEqual([
        ['Car', [{ color: '#00000f' }]],
        ['Road', [{ color: '#00001e' }]],
      ]);
      const { data } = await sharp(files.get('a.jpg___save.png')!).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number): string =>
        data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4).toString('hex');
      expect([at(10, 20), at(49, 59), at(50, 60), at(140, 20)]).toEqual([
        '00000fff',
        '00000fff',
        '00000000',
        '00001eff',
      ]);
    });

    it('should become masks out of COCO run lengths, several areas of one object together', async () => {
      const id = await transfer.project(2);
      const coco = {
        images: [{ id: 7, file_name: 'a.jpg', width, height }],
        categories: [{ id: 3, name: 'Crop' }],
        annotations: [
          {
            id: 1,
            image_id: 7,
            category_id: 3,
            iscrowd: 1,
            segmentation: { size: [height, width], counts: [0, 10, 990, 20, width * height - 1020] },
          },
          { id: 2, image_id: 7, category_id: 3, segmentation: [[100, 10, 150, 10, 150, 60, 100, 60]] },
        ],
      };
      const report = await transfer.preview(
        id,
        'coco.zip',
        await zip({ 'annotations/instances.json': JSON.stringify(coco), 'images/a.jpg': picture }),
      );
      expect(report.report, JSON.stringify(report.error)).toMatchObject({
        kind: 'coco-archive',
        creatable: 1,
        findings: [],
      });
      expect((await transfer.start(id, report.id)).result).toMatchObject({ created: 1, failedCount: 0 });
      const files = (await transfer.exported(id)).files;
      expect(instances(files.get('a.jpg.json')!).map(each => [each.className, each.parts])).toEqual([
        ['Crop', [{ color: '#00000f' }]],
        ['Crop', [{ color: '#00001e' }]],
      ]);
      const { data } = await sharp(files.get('a.jpg___save.png')!).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number): string =>
        data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4).toString('hex');
      // Down the columns: ten pixels of the first, then twenty of the eleventh.
      expect([at(0, 0), at(0, 9), at(0, 10), at(10, 0), at(10, 19), at(10, 20), at(120, 30)]).toEqual([
        '00000fff',
        '00000fff',
        '00000000',
        '00000fff',
        '00000fff',
        '00000000',
        '00001eff',
      ]);
    });

    it('should be read as the person says', async () => {
      const id = await transfer.project();
      await team.owner.request('PUT', `/api/v1/project/${id}/upload?name=a.jpg`, { bytes: picture });
      const bytes = await zip({ 'classes.txt': 'Car\n', 'labels/a.txt': '0 0.1 0.1 0.5 0.1 0.5 0.5 0.1 0.5\n' });
      const report = await transfer.preview(id, 'set.zip', bytes);
      expect(report.report, JSON.stringify(report.error)).toMatchObject({ kind: 'yolo', matched: 1, findings: [] });
      const params = { project_id: id, import_id: report.id };
      const refused = await transfer.recheck(id, report.id, { format: 'yolo', task: 'detect' });
      expect(refused.report!.findings.map(each => each.message)).toEqual([
        'labels/a.txt: line 1 has 9 values, expected 5',
      ]);
      const accepted = await transfer.recheck(id, report.id, { format: 'yolo', task: 'segment' });
      expect(accepted.report!.findings).toEqual([]);
      expect((await transfer.start(id, report.id)).result).toMatchObject({ created: 1, failedCount: 0 });
      expect(
        (
          await team.owner.call<{ code: string }>('main', importApi.operations.checkImport, {
            params,
            body: { format: 'voc' },
          })
        ).status,
      ).toBe(409);
    });

    describe('of texts', () => {
      const text = '🙂 Ada Moreau joined Helix Labs.\r\nIn “Lyon”, e\u0301te\u0301.\r\n';
      const plain = text.replaceAll('\r\n', '\n');
      /** Counted in the bytes of the file: its line end is two characters. */
      const ann =
        'T1\tPerson 2 12\tAda Moreau\nT2\tBig_place 20 30\tHelix Labs\nT3\tBig_place 37 41\tLyon\nT4\tPerson 2 5\tAda\nR1\tworks_for Arg1:T1 Arg2:T2\t\nA1\tMention T1 Named\n#1\tAnnotatorNotes T2\tas printed\n';
      type StoredText = {
        readonly instances: readonly {
          readonly type: string;
          readonly id: string;
          readonly className: string;
          readonly start: number;
          readonly end: number;
          readonly from: string;
          readonly to: string;
          readonly attributes: readonly { readonly groupName: string; readonly name: unknown }[];
        }[];
        readonly freeText: string;
      };
      const storedSpans = async (project_id: number, name = 'notes/a.txt.json'): Promise<readonly unknown[]> => {
        const { instances: list } = JSON.parse(
          (await transfer.exported(project_id)).files.get(name)!.toString(),
        ) as StoredText;
        const place = (id: string): number => list.find(each => each.id === id)!.start;
        return list.map(({ type, className, start, end, from, to, attributes }) => [
          type,
          className,
          ...(type === 'relationship' ? [place(from), place(to)] : [start, end]),
          ...attributes.map(each => `${each.groupName}: ${String(each.name)}`),
        ]);
      };
      const whole = [
        ['entity', 'Person', 2, 12, 'Mention: Named'],
        ['entity', 'Big_place', 20, 30, 'note: as printed'],
        ['entity', 'Big_place', 36, 40],
        ['entity', 'Person', 2, 5],
        ['relationship', 'works_for', 2, 20],
      ];
      const begun = async (): Promise<number> => {
        const id = await transfer.project(4);
        const first = await transfer.preview(id, 'set.zip', await zip({ 'notes/a.txt': text, 'notes/a.ann': ann }));
        expect(first.report, JSON.stringify(first.error)).toMatchObject({
          kind: 'brat',
          documents: 1,
          creatable: 1,
          missing: 0,
          classes: [
            { name: 'Person', match: null },
            { name: 'Big_place', match: null },
            { name: 'works_for', match: null },
          ],
          findings: [],
        });
        expect((await transfer.start(id, first.id)).result).toMatchObject({
          created: 1,
          itemsCreated: 1,
          classesCreated: 3,
          failedCount: 0,
          warnings: [],
        });
        return id;
      };

      it('should make the items of texts and go out and come back with all that each format can hold', async () => {
        const id = await begun();
        expect(await storedSpans(id)).toEqual(whole);
        const words = whole.slice(0, 3).map(each => each.slice(0, 4));
        for (const [format, include_originals, expected] of [
          ['brat', false, whole],
          ['prodigy', false, whole],
          ['prodigy', true, whole],
          ['conll', true, words],
        ] as const) {
          const { record, bytes } = await transfer.exported(id, { format, include_originals });
          expect(
            record.report.some(line => line.includes('under a longer one')),
            format,
          ).toBe(format === 'conll');
          const other = await transfer.project(4);
          const again = await transfer.preview(other, `${format}.zip`, bytes);
          expect(again.report, `${format} ${JSON.stringify(again.error)}`).toMatchObject({
            kind: format,
            creatable: 1,
            missing: 0,
            findings: [],
          });
          expect((await transfer.start(other, again.id)).result, format).toMatchObject({
            created: 1,
            itemsCreated: 1,
            failedCount: 0,
          });
          expect(await storedSpans(other), format).toEqual(expected);
        }
      });

      it('should find its places in the item of the name, and else in what the tokens give', async () => {
        const id = await begun();
        const { bytes } = await transfer.exported(id, { format: 'conll' });
        const same = await transfer.preview(id, 'conll.zip', bytes);
        expect(same.report, JSON.stringify(same.error)).toMatchObject({
          kind: 'conll',
          matched: 1,
          annotated: 1,
          findings: [],
          losses: [],
        });
        expect((await transfer.start(id, same.id, { conflicts: 'replace' })).result).toMatchObject({
          replaced: 1,
          failedCount: 0,
        });
        expect(await storedSpans(id)).toEqual(whole.slice(0, 3).map(each => each.slice(0, 4)));
        const other = await transfer.project(4);
        const alone = await transfer.preview(other, 'conll.zip', bytes);
        expect(alone.report!.losses).toEqual([
          '1 text was put together from its tokens, with single spaces between them',
        ]);
        const end = await transfer.start(other, alone.id);
        expect(end.result).toMatchObject({ created: 1, itemsCreated: 1, failedCount: 0 });
        expect(end.result!.warnings).toContain(
          '1 text was put together from its tokens, with single spaces between them',
        );
        // `Lyon` begins one blank further, after its quote and the full stop of the line before.
        expect(await storedSpans(other)).toEqual([
          ['entity', 'Person', 2, 12],
          ['entity', 'Big_place', 20, 30],
          ['entity', 'Big_place', 38, 42],
        ]);
        const brat = (await transfer.exported(id, { format: 'brat' })).files.get('notes/a.txt')!.toString();
        expect(brat).toBe(plain);
      });

      it('should not go into another text, nor into pictures', async () => {
        const id = await begun();
        const other = await transfer.preview(
          id,
          'set.zip',
          await zip({ 'notes/a.txt': `X${text}`, 'notes/a.ann': ann }),
        );
        expect(other.report!.findings.map(each => each.message).join('; ')).toMatch(
          /the text of the item a\.txt differs/,
        );
        const pictures = await transfer.preview(
          await transfer.project(),
          'set.zip',
          await zip({ 'notes/a.txt': text, 'notes/a.ann': ann }),
        );
        expect(pictures.error?.message).toBe('brat files are about texts. Import them into a text project.');
      });
    });

    it('should say why annotations have no item when their text cannot be read', async () => {
      const id = await transfer.project(4);
      const files = { 'a.txt': Buffer.from([0x41, 0xff, 0x42]), 'a.ann': 'T1\tPerson 0 1\tA\n' };
      const looked = await transfer.preview(id, 'set.zip', await zip(files));
      const { result } = await transfer.start(id, looked.id);
      expect(result).toMatchObject({ created: 0, itemsCreated: 0 });
      const reason = 'a.txt: The file is not encoded as UTF-8: byte 2 is not valid. Save it as UTF-8.';
      expect(result!.failed).toContainEqual({
        path: 'a.ann',
        message: `These annotations were not imported, because the item a.txt could not be created: ${reason}`,
      });
    });

    it('should be refused with the file and the line when they are broken', async () => {
      const id = await transfer.project();
      const entities =
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><annotation><size/><object><name>&x;</name><bndbox/></object></annotation>';
      const report = await transfer.preview(id, 'a.xml', Buffer.from(entities));
      expect(report.report?.findings.map(each => each.message).join('; ') ?? report.error?.message).toMatch(
        /declares entities/,
      );
      const damaged = await transfer.preview(
        id,
        'set.zip',
        await zip({ 'data.yaml': 'names: [a\nb: {', 'labels/a.txt': '' }),
      );
      expect(damaged.status).toBe(6);
      expect(damaged.error!.message).toMatch(/data\.yaml: line \d+/);
      const task = await team.owner.call<{ message: string }>('main', exportApi.operations.createExport, {
        params: { project_id: id },
        body: { format: 'yolo', options: { task: 'dance' } },
      });
      expect(task.status).toBe(400);
      expect(JSON.stringify(task.body)).toContain('detect, segment, pose, obb');
    });
  });
});
