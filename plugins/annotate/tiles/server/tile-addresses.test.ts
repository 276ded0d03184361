import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { MediaHost } from '#tests/support/media-host.ts';
import { openMediaHost } from '#tests/support/media-host.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { PyramidView } from '../common/api.ts';
import { tilesApi } from '../common/api.ts';
import { dziFiles, scaled } from './tile-files.support.ts';

const { getPyramid, getTile, cutAgain } = tilesApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let host: MediaHost;
  let owner: TestPerson;
  let projectId: number;

  const attach = async (path: string, size?: { width: number; height: number }): Promise<number> => {
    const name = path.replace(/^.*?\/\/[^/]*\//, '').replaceAll('/', ' ');
    const { body } = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: projectId,
        upload_state: 3,
        images: [{ name, path }],
        ...(size === undefined ? {} : { meta: { [name]: size } }),
      },
    });
    return body[0]!.id;
  };
  const pyramid = async (itemId: number): Promise<PyramidView> =>
    (
      await owner.call<{ pyramid: PyramidView }>('main', getPyramid, {
        params: { project_id: projectId, item_id: itemId },
      })
    ).body.pyramid;
  const finished = async (itemId: number): Promise<PyramidView> => {
    let found = await pyramid(itemId);
    await expect.poll(async () => (found = await pyramid(itemId)).state).toMatch(/ready|failed/);
    return found;
  };
  const tile = ({ id }: PyramidView, itemId: number, level: number, column: number, row: number): Promise<Answer> =>
    owner.call('main', getTile, {
      params: { project_id: projectId, item_id: itemId, level, column, row },
      query: { pyramid: id },
    });
  const serve = (files: ReadonlyMap<string, Buffer>, folder: string): void => {
    for (const [path, bytes] of files) host.files.set(`/${folder}/${path}`, { bytes, type: 'image/jpeg' });
  };

  beforeAll(async () => {
    host = await openMediaHost();
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'annotations', 'stage', 'skeletons', 'editor', 'tiles'],
      settings: { egressAllow: ['127.0.0.1'] },
    });
    ({ owner } = await app.team('North'));
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Slides', type: 5 },
      })
    ).body.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await host?.close();
  }, DATABASE_TIMEOUT_MS);

  describe('images at addresses', () => {
    it('should be taken from a DZI folder, tile by tile', async () => {
      const files = await dziFiles(1000, 600);
      serve(files, 'a');
      const header = [...files.keys()].find(each => each.endsWith('.dzi'))!;
      const id = await attach(`${host.url}/a/${header}`);
      expect(await finished(id)).toMatchObject({
        state: 'ready',
        width: 1000,
        height: 600,
        tile_size: 254,
        overlap: 1,
        levels: 3,
        format: 'jpg',
        scheme: 'dzi',
        error: null,
      });
      const answer = await tile(await pyramid(id), id, 2, 1, 1);
      expect(await sharp(answer.raw).metadata()).toMatchObject({ width: 256, height: 256 });
      const { body } = await owner.request('GET', `/image/${id}?project_id=${projectId}`);
      const listed = await owner.call('main', itemsApi.operations.listItems, { params: { project_id: projectId } });
      expect(JSON.stringify(listed.body)).toContain('/blobs/');
      expect(body).toMatchObject({ metadata: { width: 1000, height: 600 } });
    });

    it('should be taken from tiles by a pattern, where their size is given', async () => {
      for (const [path, width, height] of [
        ['0/0/0', 200, 150],
        ['1/0/0', 256, 256],
        ['1/1/1', 144, 44],
      ] as const)
        host.files.set(`/map/${path}.png`, { bytes: await scaled(width, height, 'png'), type: 'image/png' });
      const pattern = `${host.url}/map/{z}/{x}/{y}.png`;
      const id = await attach(pattern, { width: 400, height: 300 });
      const found = await finished(id);
      expect(found).toMatchObject({ state: 'ready', tile_size: 256, levels: 2, format: 'png', scheme: 'xyz' });
      expect((await tile(found, id, 1, 1, 1)).status).toBe(200);
      expect((await tile(found, id, 1, 1, 0)).status).toBe(204);
      expect(await finished(await attach(`${pattern}?b`))).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('Give its width and height'),
      });
      expect(await finished(await attach(`${pattern}?c`, { width: 900, height: 900 }))).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('does not have the first tile'),
      });
    });

    it('should be measured where tiles by a pattern do not say how large the image is', async () => {
      for (const [level, side, scale] of [
        [2, 3, 1],
        [1, 2, 2],
        [0, 1, 4],
      ] as const)
        for (let column = 0; column < side; column += 1)
          for (let row = 0; row < side - 1 || row === 0; row += 1) {
            const extent = (at: number, all: number): number => Math.min(128, Math.ceil(all / scale) - at * 128);
            const bytes = await scaled(extent(column, 300), extent(row, 200), 'png');
            host.files.set(`/whole/${level}/${column}/${row}.png`, { bytes, type: 'image/png' });
          }
      const id = await attach(`${host.url}/whole/{z}/{x}/{y}.png`);
      expect(await finished(id)).toMatchObject({ state: 'ready', width: 300, height: 200, tile_size: 128, levels: 3 });
    });

    it('should be cut where they are image files', async () => {
      host.files.set('/big.tif', { bytes: await scaled(1300, 900, 'tiff'), type: 'image/tiff' });
      const id = await attach(`${host.url}/big.tif`);
      const found = await finished(id);
      expect(found).toMatchObject({ state: 'ready', width: 1300, height: 900, tile_size: 512, levels: 3 });
      expect((await tile(found, id, 2, 2, 1)).status).toBe(200);
    });

    it('should fail with a reason where a header is not true, a host refuses, and try again', async () => {
      const files = await dziFiles(1000, 600);
      const header = [...files.keys()].find(each => each.endsWith('.dzi'))!;
      const lying = files.get(header)!.toString().replace('"1000"', '"90000"').replace('"600"', '"90000"');
      serve(new Map(files).set(header, Buffer.from(lying)), 'b');
      const asked = host.asked.length;
      const id = await attach(`${host.url}/b/${header}`);
      expect(await finished(id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('has 250 × 150 pixels; 176 × 176 are expected'),
      });
      // Nothing else is asked of the host.
      expect(host.asked.length - asked).toBeLessThan(4);
      const last = [...files.keys()].find(each => each.endsWith('_files/10/3_2.jpeg'))!;
      serve(new Map([...files].filter(([path]) => path !== last)), 'e');
      expect(await finished(await attach(`${host.url}/e/${header}`))).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('does not have the tile 3_2 of level 10'),
      });
      const gone = await attach(`${host.url}/c/slide.dzi`);
      expect(await finished(gone)).toMatchObject({ state: 'failed', error: expect.stringContaining('answered 404') });
      serve(files, 'c');
      host.files.set('/c/slide.dzi', host.files.get(`/c/${header}`)!);
      for (const [path, bytes] of files)
        host.files.set(`/c/${path.replace(/^.*_files/, 'slide_files')}`, { bytes, type: 'image/jpeg' });
      await owner.call('main', cutAgain, { params: { project_id: projectId, item_id: gone } });
      expect(await finished(gone)).toMatchObject({ state: 'ready', width: 1000 });
      // Addresses within the server's own network are not reached.
      const inside = await attach('http://169.254.169.254/latest/slide.dzi');
      expect(await finished(inside)).toMatchObject({
        state: 'failed',
        error: expect.not.stringContaining('Something went wrong'),
      });
      expect((await pyramid(inside)).width).toBe(0);
    });
  });
});
