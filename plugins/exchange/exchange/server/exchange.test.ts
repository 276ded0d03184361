import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import { zip } from './import.support.ts';
import { exportApi } from '../common/export-api.ts';
import { importApi } from '../common/import-api.ts';
import { exchangeCalls, width, height } from './exchange-calls.support.ts';
import { exchangeTextTests } from './exchange-texts.support.ts';

eachDatabase(kind => {
  const calls = exchangeCalls(kind);
  const { instances, cvat } = calls;

  describe('files of other tools', () => {
    it('should be recognised, looked through without a change, and imported; what is missing is reported', async () => {
      const id = await calls.transfer.project();
      const report = await calls.transfer.preview(
        id,
        'task.zip',
        await zip({ 'annotations.xml': cvat('a.jpg'), 'images/a.jpg': calls.picture }),
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
      const end = await calls.transfer.start(id, report.id);
      expect(end.result).toMatchObject({ created: 1, itemsCreated: 1, classesCreated: 3, failedCount: 1 });
      const files = (await calls.transfer.exported(id)).files;
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
      const id = await calls.transfer.project();
      const first = await calls.transfer.preview(
        id,
        'task.zip',
        await zip({ 'annotations.xml': cvat('a.jpg'), 'images/a.jpg': calls.picture }),
      );
      await calls.transfer.start(id, first.id);
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
        const ahead = await calls.team.owner.call<{ items: number; complete: boolean; report: string[] }>(
          'main',
          exportApi.operations.previewExport,
          { params: { project_id: id }, body },
        );
        expect(ahead.status, JSON.stringify(ahead.body)).toBe(200);
        const { record, bytes, files: written } = await calls.transfer.exported(id, body);
        expect(ahead.body, format).toEqual({ items: 1, complete: true, report: record.report });
        const text = written.get('report.txt')!.toString();
        expect(
          text
            .trim()
            .split('\n')
            .filter(line => line !== 'Everything was written.'),
          format,
        ).toEqual(record.report);
        const other = await calls.transfer.project();
        const again = await calls.transfer.preview(other, `${format}.zip`, bytes);
        expect(again.report, `${format} ${JSON.stringify(again.error)}`).toMatchObject({
          kind: format,
          creatable: 1,
          missing: 0,
          findings: [],
        });
        expect((await calls.transfer.start(other, again.id)).result, format).toMatchObject({
          created: 1,
          itemsCreated: 1,
          failedCount: 0,
        });
        const files = (await calls.transfer.exported(other)).files;
        expect(
          instances(files.get('a.jpg.json')!).map(each => each.type),
          format,
        ).toEqual(types);
      }
    });

    it('should go out as keypoints of COCO and come back', async () => {
      const id = await calls.transfer.project();
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
      const first = await calls.transfer.preview(
        id,
        'own.zip',
        await zip({
          'classes/classes.json': JSON.stringify([
            { name: 'Person', color: '#123456', type: 'object', attribute_groups: [] },
          ]),
          'a.jpg.json': JSON.stringify(shown),
          'a.jpg': calls.picture,
        }),
      );
      expect((await calls.transfer.start(id, first.id)).result).toMatchObject({ created: 1, failedCount: 0 });
      const { bytes, files: written } = await calls.transfer.exported(id, {
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
      const other = await calls.transfer.project();
      const again = await calls.transfer.preview(other, 'coco.zip', bytes);
      expect(again.report, JSON.stringify(again.error)).toMatchObject({ kind: 'coco-archive', creatable: 1 });
      expect((await calls.transfer.start(other, again.id)).result).toMatchObject({ created: 1, failedCount: 0 });
      const files = (await calls.transfer.exported(other)).files;
      expect(
        instances(files.get('a.jpg.json')!)
          .map(each => each.type)
          .toSorted(),
      ).toEqual(['bbox', 'template']);
    });

    it('should become masks in a pixel project', async () => {
      const id = await calls.transfer.project(2);
      const report = await calls.transfer.preview(
        id,
        'task.zip',
        await zip({ 'annotations.xml': cvat('a.jpg'), 'images/a.jpg': calls.picture }),
      );
      expect(report.report, JSON.stringify(report.error)).toMatchObject({ kind: 'cvat', creatable: 1 });
      const end = await calls.transfer.start(id, report.id);
      expect(end.result).toMatchObject({ created: 1, itemsCreated: 1 });
      expect(end.result!.warnings).toContain('1 polyline was dropped');
      const files = (await calls.transfer.exported(id)).files;
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
      const id = await calls.transfer.project(2);
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
      const report = await calls.transfer.preview(
        id,
        'coco.zip',
        await zip({ 'annotations/instances.json': JSON.stringify(coco), 'images/a.jpg': calls.picture }),
      );
      expect(report.report, JSON.stringify(report.error)).toMatchObject({
        kind: 'coco-archive',
        creatable: 1,
        findings: [],
      });
      expect((await calls.transfer.start(id, report.id)).result).toMatchObject({ created: 1, failedCount: 0 });
      const files = (await calls.transfer.exported(id)).files;
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
      const id = await calls.transfer.project();
      await calls.team.owner.request('PUT', `/api/v1/project/${id}/upload?name=a.jpg`, { bytes: calls.picture });
      const bytes = await zip({ 'classes.txt': 'Car\n', 'labels/a.txt': '0 0.1 0.1 0.5 0.1 0.5 0.5 0.1 0.5\n' });
      const report = await calls.transfer.preview(id, 'set.zip', bytes);
      expect(report.report, JSON.stringify(report.error)).toMatchObject({ kind: 'yolo', matched: 1, findings: [] });
      const params = { project_id: id, import_id: report.id };
      const refused = await calls.transfer.recheck(id, report.id, { format: 'yolo', task: 'detect' });
      expect(refused.report!.findings.map(each => each.message)).toEqual([
        'labels/a.txt: line 1 has 9 values, expected 5',
      ]);
      const accepted = await calls.transfer.recheck(id, report.id, { format: 'yolo', task: 'segment' });
      expect(accepted.report!.findings).toEqual([]);
      expect((await calls.transfer.start(id, report.id)).result).toMatchObject({ created: 1, failedCount: 0 });
      expect(
        (
          await calls.team.owner.call<{ code: string }>('main', importApi.operations.checkImport, {
            params,
            body: { format: 'voc' },
          })
        ).status,
      ).toBe(409);
    });

    it('should say why annotations have no item when their text cannot be read', async () => {
      const id = await calls.transfer.project(4);
      const files = { 'a.txt': Buffer.from([0x41, 0xff, 0x42]), 'a.ann': 'T1\tPerson 0 1\tA\n' };
      const looked = await calls.transfer.preview(id, 'set.zip', await zip(files));
      const { result } = await calls.transfer.start(id, looked.id);
      expect(result).toMatchObject({ created: 0, itemsCreated: 0 });
      const reason = 'a.txt: The file is not encoded as UTF-8: byte 2 is not valid. Save it as UTF-8.';
      expect(result!.failed).toContainEqual({
        path: 'a.ann',
        message: `These annotations were not imported, because the item a.txt could not be created: ${reason}`,
      });
    });

    it('should be refused with the file and the line when they are broken', async () => {
      const id = await calls.transfer.project();
      const entities =
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><annotation><size/><object><name>&x;</name><bndbox/></object></annotation>';
      const report = await calls.transfer.preview(id, 'a.xml', Buffer.from(entities));
      expect(report.report?.findings.map(each => each.message).join('; ') ?? report.error?.message).toMatch(
        /declares entities/,
      );
      const damaged = await calls.transfer.preview(
        id,
        'set.zip',
        await zip({ 'data.yaml': 'names: [a\nb: {', 'labels/a.txt': '' }),
      );
      expect(damaged.status).toBe(6);
      expect(damaged.error!.message).toMatch(/data\.yaml: line \d+/);
      const task = await calls.team.owner.call<{ message: string }>('main', exportApi.operations.createExport, {
        params: { project_id: id },
        body: { format: 'yolo', options: { task: 'dance' } },
      });
      expect(task.status).toBe(400);
      expect(JSON.stringify(task.body)).toContain('detect, segment, pose, obb');
    });
  });

  exchangeTextTests(calls);
});
