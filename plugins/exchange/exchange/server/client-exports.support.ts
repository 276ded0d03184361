import { describe, expect, it } from 'vitest';
import type { ExportRecord } from '../common/export-api.ts';
import { wireExportApi } from '../common/export-api.ts';
import type { TransferProjects } from './transfer-projects.support.ts';

/** Adds the tests of exports by the calls of the public client. */
export function clientExportTests(projects: TransferProjects): void {
  const { project, filesOf, finished, filled } = projects;

  describe('the calls of the public client', () => {
    const { prepareExport, listExports, getExport, deleteExport } = wireExportApi.operations;

    it('should prepare, be polled, be listed bare and be deleted', async () => {
      const id = await filled();
      const begun = await projects.owner.call<ExportRecord>('main', prepareExport, {
        query: { project_id: id },
        body: { fuse: 0, is_pinned: 0, coco: 0, time: 'Nov 20 2026 03:52', folder_names: ['night'] },
      });
      expect(begun.status, JSON.stringify(begun.body)).toBe(200);
      const done = await finished(
        async () =>
          (
            await projects.owner.call<ExportRecord>('main', getExport, {
              params: { export_id: begun.body.id },
              query: { project_id: id },
            })
          ).body,
        [1],
      );
      expect(done.status).toBe(2);
      expect(done.download).toMatch(/^http:\/\/localhost\//);
      expect([...(await filesOf(done)).keys()]).toContain('night/b.jpg.json');
      expect(
        (await projects.owner.call<ExportRecord[]>('main', listExports, { query: { project_id: id } })).body.map(
          each => each.id,
        ),
      ).toEqual([done.id]);
      expect(
        (await projects.owner.call('main', deleteExport, { params: { export_id: done.id }, query: { project_id: id } }))
          .body,
      ).toEqual({ success: true });
    });

    it('should say which folder is not there and which format is not for this project', async () => {
      const id = await project();
      const refused = async (body: object): Promise<string> =>
        (await projects.owner.call<{ error: string }>('main', prepareExport, { query: { project_id: id }, body })).body
          .error;
      expect(await refused({ folder_names: ['x', 'y'] })).toBe('Folder(s) x, y does not exist');
      expect(await refused({ export_format: 3 })).toBe('CSV format is not supported for this project.');
    });
  });
}
