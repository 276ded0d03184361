import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { PyramidView } from '../../common/api.ts';
import { tilesApi } from '../../common/api.ts';
import { colourAt, dicomLevel } from '../dicom/dicom-slide.support.ts';
import { describedAs, withTags } from '../geotiff.support.ts';
import { archive, scaled } from '../tile-files.support.ts';

const installed = ['vips', 'vipsheader', 'prlimit'].every(name => spawnSync(name, ['--version']).error === undefined);
/** Without VIPSHOME, by which sharp leads every vips away from its readers. */
const env = { PATH: process.env['PATH'] };
const hasReader = installed && spawnSync('vips', ['-l'], { env }).stdout.toString().includes('openslideload');

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

/**
 * An archive of a slide as scanners of Hamamatsu write them: a file that names its picture, and the picture. Its sides are
 * multiples of 16, as those of the scanner are.
 */
async function slideOfFiles(width: number, height: number): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-slide-'));
  try {
    writeFileSync(join(folder, 'in.png'), await scaled(width, height, 'png'));
    spawnSync('vips', ['jpegsave', 'in.png', 'kidney.jpg', '--restart-interval=1', '--Q=90'], { cwd: folder, env });
    const jpeg = readFileSync(join(folder, 'kidney.jpg'));
    const lines = ['NoLayers=1', 'NoJpegColumns=1', 'NoJpegRows=1', 'ImageFile=kidney.jpg', 'MapFile=map.jpg'];
    const scale = [`PhysicalWidth=${width * 500}`, `PhysicalHeight=${height * 500}`];
    const main = Buffer.from(['[Virtual Microscope Specimen]', ...lines, ...scale, ''].join('\r\n'));
    return await archive(
      new Map([
        ['kidney/kidney.vms', main],
        ['kidney/kidney.jpg', jpeg],
        ['kidney/map.jpg', jpeg],
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
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

  const cut = async (itemId: number): Promise<PyramidView> => {
    const params = { project_id: projectId, item_id: itemId };
    const view = async (): Promise<PyramidView> =>
      (await owner.call<{ pyramid: PyramidView }>('main', tilesApi.operations.getPyramid, { params })).body.pyramid;
    await expect.poll(async () => (await view()).state).toMatch(/ready|failed/);
    return view();
  };
  const pixel = async (itemId: number, { id, levels, tile_size: side }: PyramidView, x: number, y: number) => {
    const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
    const tile = await owner.call('main', tilesApi.operations.getTile, {
      params: { project_id: projectId, item_id: itemId, level: levels - 1, column, row },
      query: { pyramid: id },
    });
    return sharp(tile.raw)
      .extract({ left: x - column * side, top: y - row * side, width: 1, height: 1 })
      .raw()
      .toBuffer();
  };

  describe.skipIf(!hasReader)('whole-slide images, with a reader', () => {
    it.each([
      ['kidney.svs', slide],
      ['kidney.zip', slideOfFiles],
    ])('should be cut at full resolution with the scale of the microscope: %s', async (name, make) => {
      const { status, body } = await upload(name, await make(1536, 1104));
      expect(status, body.error).toBe(200);
      const pyramid = await cut(body.item.id);
      expect(pyramid).toMatchObject({
        state: 'ready',
        width: 1536,
        height: 1104,
        metres_per_pixel: expect.closeTo(5e-7, 12),
      });
      // The picture says by its colours where a pixel is.
      const data = await pixel(body.item.id, pyramid, 1250, 950);
      expect([Math.round(data[0]! / 8), Math.round(data[1]! / 8)]).toEqual([12, 9]);
    });

    it('should not be taken from files that only pass for slides', async () => {
      const { status, body } = await upload('map.svs', await scaled(600, 400, 'tiff'));
      expect([status, body.error]).toEqual([422, 'map.svs is no whole-slide image that OpenSlide can read.']);
    });
  });

  it('should be cut from the largest level of an archive in DICOM', async () => {
    const level = { width: 900, height: 700, edge: 256, codec: 'jpeg' } as const;
    const files = await archive(
      new Map([
        ['a/label.dcm', await dicomLevel({ ...level, width: 2000, kind: 'LABEL' })],
        ['a/small.dcm', await dicomLevel({ ...level, width: 450, height: 350 })],
        ['a/large.dcm', await dicomLevel({ ...level, photometric: 'YBR_FULL_422' })],
      ]),
    );
    const { status, body } = await upload(`lung-${Math.random()}.zip`, files);
    expect(status, body.error).toBe(200);
    const pyramid = await cut(body.item.id);
    expect(pyramid.error).toBeNull();
    expect(pyramid).toMatchObject({ state: 'ready', width: 900, height: 700, metres_per_pixel: expect.closeTo(5e-7) });
    const found = await pixel(body.item.id, pyramid, 850, 650);
    for (const [at, value] of colourAt(850, 650).entries()) expect(Math.abs(found[at]! - value)).toBeLessThan(5);
    // Nothing is left of the unpacked files.
    expect(readdirSync(join(app.folder, 'incoming'))).toEqual([]);
  });

  it('should not be cut from the label of a slide, which may name a person', async () => {
    const label = await dicomLevel({ width: 300, height: 200, edge: 256, codec: 'none', kind: 'LABEL' });
    const { status, body } = await upload('lung.dcm', label);
    expect([status, body.error]).toEqual([
      422,
      'lung.dcm is no whole-slide image, or only the label or overview of one.',
    ]);
    expect((await upload('lung.dcm', Buffer.alloc(300))).body.error).toBe('lung.dcm is no DICOM file.');
  });

  it.skipIf(installed)('should be refused with the cure where no reader is installed', async () => {
    const { status, body } = await upload('kidney.svs', await slide(600, 400));
    expect([status, body.code]).toEqual([503, 'DECODER_UNAVAILABLE']);
    expect(body.error).toContain('Its operator can install vips with OpenSlide.');
  });

  it('should be refused when its bytes are of something else', async () => {
    const { status, body } = await upload('picture.svs', await scaled(60, 40, 'png'));
    expect([status, body.error]).toEqual([415, 'picture.svs is no whole-slide image.']);
  });
});
