import { describe, expect, it } from 'vitest';
import type { TransferProjects } from './transfer-projects.support.ts';

/** Adds the tests of COCO in both directions. */
export function cocoTransferTests(projects: TransferProjects): void {
  const { imported, checked, upload, project, exported, filesOf, archiveOf, filled } = projects;

  describe('COCO', () => {
    it('should carry boxes and polygons to the hundredth of a pixel, and say what it cannot carry', async () => {
      const id = await filled();
      const made = await exported(id, { format: 'coco', include_originals: true });
      expect(made.report).toEqual(
        expect.arrayContaining([
          '2 polylines were dropped',
          '2 tag instances were dropped',
          '2 instances lost trackingId',
        ]),
      );
      const files = await filesOf(made);
      expect([...files.keys()]).toEqual(
        expect.arrayContaining(['annotations/instances.json', 'images/a.jpg', 'images/night/b.jpg', 'report.txt']),
      );

      const second = await project();
      const looked = await checked(second, 'coco.zip', await archiveOf(made));
      expect(looked.report).toMatchObject({
        kind: 'coco-archive',
        documents: 3,
        matched: 0,
        creatable: 3,
        missing: 0,
        classes: [{ name: 'Car', match: null }],
        newFolders: ['night'],
      });
      const done = await imported(second, 'coco.zip', await archiveOf(made));
      expect(done.result).toMatchObject({ itemsCreated: 3, classesCreated: 1, created: 2, skipped: 1, failedCount: 0 });
      const back = JSON.parse((await filesOf(await exported(second))).get('night/b.jpg.json')!.toString()) as {
        instances: { type: string; points: Record<string, number> | number[]; creationType: string }[];
      };
      const [box, polygon] = back.instances;
      expect(box).toMatchObject({ type: 'bbox', creationType: 'Preannotation' });
      const corners = box!.points as Record<string, number>;
      for (const [key, value] of Object.entries({ x1: 10.25, y1: 20, x2: 60.5, y2: 80.75 }))
        expect(Math.abs(corners[key]! - value)).toBeLessThanOrEqual(0.01);
      for (const [index, value] of [100, 10, 150.12, 12.34, 140, 90].entries())
        expect(Math.abs((polygon!.points as number[])[index]! - value)).toBeLessThanOrEqual(0.01);
    });

    it('should report images that are not in the project, and import the rest', async () => {
      const id = await project();
      await upload(id, 'here.jpg');
      const coco = {
        images: [
          { id: 1, file_name: 'here.jpg', width: 320, height: 200 },
          { id: 2, file_name: 'gone.jpg', width: 10, height: 10 },
        ],
        categories: [{ id: 1, name: 'Dog' }],
        annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [10, 10, 20, 20], iscrowd: 0 }],
      };
      const bytes = Buffer.from(JSON.stringify(coco));
      const looked = await checked(id, 'instances.json', bytes);
      expect(looked.report).toMatchObject({
        kind: 'coco',
        documents: 2,
        matched: 1,
        missing: 1,
        classes: [{ name: 'Dog', match: null }],
        findings: [{ path: 'gone.jpg', message: 'image gone.jpg was not found' }],
      });
      const done = await imported(id, 'instances.json', bytes);
      expect(done.result).toMatchObject({ created: 1, classesCreated: 1, failedCount: 1 });
    });
  });
}
