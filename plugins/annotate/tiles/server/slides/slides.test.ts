import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { PyramidView } from '../../common/api.ts';
import { tilesApi } from '../../common/api.ts';
import { describedAs, withTags } from '../geotiff.support.ts';
import { scaled } from '../tile-files.support.ts';

const installed = ['vips', 'vipsheader', 'prlimit'].every(name => spawnSync(name, ['--version']).error === undefined);
const hasReader = installed && spawnSync('vips', ['-l']).stdout.toString().includes('openslideload');

/** A file as scanners of Aperio write them: a pyramid of JPEG tiles whose description says what it is. */
async function slide(width: number, height: number): Promise<Buffer> {
  const pyramid = await sharp(await scaled(width, height, 'png'))
    .tiff({ tile: true, pyramid: true, compression: 'jpeg', tileWidth: 256, tileHeight: 256 })
    .toBuffer();
  const size = `${width}x${height}`;
  return withTags(pyramid, [
    describedAs(`Aperio Image Library v10.0.50\r\n${size} [0,0 ${size}] (256x256) JPEG/RGB Q=80|AppMag = 20|MPP = 0.5`),
  ]);
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let projectId: number;

  const upload = (
    name: string,
    bytes: Buffer,
  ): Promise<Answer<{ item: { id: number }; error: string; code: string }>> =>
    owner.call('main', itemsApi.operations.uploadItem, { params: { project_id: projectId }, query: { name }, bytes });

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'annotations', 'stage', 'skeletons', 'editor', 'tiles'],
    });
    owner = (await app.team('North')).owner;
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Slides', type: 5 },
      })
    ).body.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  describe.skipIf(!hasReader)('whole-slide images, with a reader', () => {
    it('should be cut at full resolution with the scale of the microscope', async () => {
      const { status, body } = await upload('kidney.svs', await slide(1500, 1100));
      expect(status).toBe(201);
      const params = { project_id: projectId, item_id: body.item.id };
      const view = async (): Promise<PyramidView> =>
        (await owner.call<{ pyramid: PyramidView }>('main', tilesApi.operations.getPyramid, { params })).body.pyramid;
      await expect.poll(async () => (await view()).state).toMatch(/ready|failed/);
      const pyramid = await view();
      expect(pyramid).toMatchObject({
        state: 'ready',
        width: 1500,
        height: 1100,
        metres_per_pixel: expect.closeTo(5e-7, 12),
      });
      const tile = await owner.call('main', tilesApi.operations.getTile, {
        params: { ...params, level: pyramid.levels - 1, column: 1, row: 1 },
        query: { pyramid: pyramid.id },
      });
      // The picture says by its colours where a pixel is.
      const [left, top] = [1250 - pyramid.tile_size, 950 - pyramid.tile_size];
      const { data } = await sharp(tile.raw)
        .extract({ left, top, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([Math.round(data[0]! / 8), Math.round(data[1]! / 8)]).toEqual([12, 9]);
    });

    it('should not be taken from files that only pass for slides', async () => {
      const { status, body } = await upload('map.svs', await scaled(600, 400, 'tiff'));
      expect([status, body.error]).toEqual([422, 'map.svs is no whole-slide image that OpenSlide can read.']);
    });
  });

  it.skipIf(installed)('should be refused with the cure where no reader is installed', async () => {
    const { status, body } = await upload('kidney.svs', await slide(600, 400));
    expect([status, body.code]).toEqual([503, 'DECODER_UNAVAILABLE']);
    expect(body.error).toContain('Its operator can install vips with OpenSlide.');
  });

  it('should be refused when its bytes are of something else', async () => {
    const { status, body } = await upload('kidney.svs', await scaled(60, 40, 'png'));
    expect([status, body.error]).toEqual([415, 'kidney.svs is no whole-slide image.']);
  });
});
