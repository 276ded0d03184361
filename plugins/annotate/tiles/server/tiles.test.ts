import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { hugePicture } from '#tests/support/huge-picture.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { utmTags, withTags } from './geotiff.support.ts';
import { archive, dziFiles, jpegThatSays, scaled } from './tile-files.support.ts';
import type { PyramidView } from '../common/api.ts';
import { tilesApi } from '../common/api.ts';

const { getPyramid, getTile, cutAgain } = tilesApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;

  const upload = (
    name: string,
    bytes: Buffer,
    onDuplicate?: 'replace',
  ): Promise<Answer<{ item: { id: number }; error?: string }>> =>
    owner.call('main', itemsApi.operations.uploadItem, {
      params: { project_id: projectId },
      query: { name, ...(onDuplicate === undefined ? {} : { on_duplicate: onDuplicate }) },
      bytes,
    });
  const pyramid = async (itemId: number, of = owner): Promise<PyramidView> =>
    (
      await of.call<{ pyramid: PyramidView }>('main', getPyramid, {
        params: { project_id: projectId, item_id: itemId },
      })
    ).body.pyramid;
  const finished = async (itemId: number): Promise<PyramidView> => {
    let found = await pyramid(itemId);
    await expect.poll(async () => (found = await pyramid(itemId)).state).toMatch(/ready|failed/);
    return found;
  };
  const tile = (
    { id }: PyramidView,
    itemId: number,
    level: number,
    column: number,
    row: number,
    of = owner,
  ): Promise<Answer> =>
    of.call('main', getTile, {
      params: { project_id: projectId, item_id: itemId, level, column, row },
      query: { pyramid: id },
    });
  const pixel = async (bytes: Buffer, x: number, y: number): Promise<number[]> => [
    ...(await sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
  ];

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'annotations', 'stage', 'skeletons', 'editor', 'tiles'],
    });
    team = await app.team('North');
    owner = team.owner;
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Slides', type: 5 },
      })
    ).body.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  describe('cutting an image', () => {
    it('should make a pyramid whose tiles are the parts of the image', async () => {
      const { body } = await upload('map.tif', await scaled(1300, 900, 'tiff'));
      const found = await finished(body.item.id);
      expect(found).toMatchObject({
        state: 'ready',
        width: 1300,
        height: 900,
        tile_size: 512,
        levels: 3,
        rows: [1, 1, 2],
        job_id: null,
        error: null,
      });
      const answer = await tile(found, body.item.id, 2, 2, 1);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg' });
      expect(answer.headers['cache-control']).toContain('immutable');
      expect(await sharp(answer.raw).metadata()).toMatchObject({ width: 1300 - 1024, height: 900 - 512 });
      const [red, green] = await pixel(answer.raw, 150, 200);
      expect(red).toBeGreaterThan(11 * 8 - 6);
      expect(red).toBeLessThan(11 * 8 + 6);
      expect(Math.abs(green! - 7 * 8)).toBeLessThan(6);
      expect((await tile(found, body.item.id, 2, 3, 1)).status).toBe(404);
      expect((await tile(found, body.item.id, 3, 0, 0)).status).toBe(404);
      // Nothing is left of the files in between.
      expect(readdirSync(join(app.folder, 'incoming'))).toEqual([]);
    });

    it('should give a map the place that its file gives it', async () => {
      const tiff = await sharp(await scaled(600, 520, 'png'))
        .tiff({ compression: 'deflate' })
        .toBuffer();
      const id = (await upload('geo.tif', withTags(tiff, utmTags(580_000, 4_800_000, 0.5)))).body.item.id;
      expect((await finished(id)).georeference).toEqual({
        crs: 'EPSG:32631',
        transform: [0.5, 0, 580_000, 0, -0.5, 4_800_000],
      });
    });

    it('should give items their small pictures, and one pyramid to items of the same file', async () => {
      const bytes = await scaled(700, 600, 'png');
      const first = (await upload('first.png', bytes)).body.item.id;
      const one = await finished(first);
      const second = (await upload('second.png', bytes)).body.item.id;
      expect(await pyramid(second)).toEqual(one);
      const { body } = await owner.call<{ data: { id: number; thumbnail_url?: string | null }[] }>(
        'main',
        itemsApi.operations.listItems,
        { params: { project_id: projectId } },
      );
      const shown = JSON.stringify(body);
      expect(shown).toContain('/blobs/');
    });

    it('should turn an image upright by its EXIF orientation', async () => {
      const bytes = await sharp(await scaled(900, 300, 'png'))
        .jpeg()
        .withMetadata({ orientation: 6 })
        .toBuffer();
      const id = (await upload('turned.jpg', bytes)).body.item.id;
      const found = await finished(id);
      expect(found).toMatchObject({ state: 'ready', width: 300, height: 900 });
      const [red] = await pixel((await tile(found, id, found.levels - 1, 0, 1)).raw, 150, 300);
      expect(Math.abs(red! - 8 * 8)).toBeLessThan(6);
    });
  });

  describe('a ready-made pyramid', () => {
    it('should be taken from a DZI archive', async () => {
      const id = (await upload('slide.zip', await archive(await dziFiles(1000, 600)))).body.item.id;
      const found = await finished(id);
      expect(found).toMatchObject({
        state: 'ready',
        width: 1000,
        height: 600,
        tile_size: 254,
        overlap: 1,
        levels: 3,
        scheme: 'dzi',
      });
      expect(await sharp((await tile(found, id, 2, 1, 1)).raw).metadata()).toMatchObject({ width: 256, height: 256 });
    });

    it('should be taken from an XYZ archive, and lack the tiles that it lacks', async () => {
      const part = (width: number, height: number): Promise<Buffer> => scaled(width, height, 'png');
      const files = new Map<string, Buffer>([
        ['tiles/0/0/0.png', await part(200, 150)],
        ['tiles/1/0/0.png', await part(256, 256)],
        ['tiles/1/1/1.png', await part(144, 44)],
      ]);
      const id = (await upload('map.zip', await archive(files))).body.item.id;
      const found = await finished(id);
      expect(found).toMatchObject({
        state: 'ready',
        width: 400,
        height: 300,
        tile_size: 256,
        format: 'png',
        scheme: 'xyz',
      });
      expect((await tile(found, id, 1, 1, 1)).status).toBe(200);
      expect((await tile(found, id, 1, 1, 0)).status).toBe(204);
    });

    it('should be refused with the reason when it does not fit together', async () => {
      const dzi = await dziFiles(1000, 600);
      const header = [...dzi.keys()].find(path => path.endsWith('.dzi'))!;
      const larger = new Map(dzi).set(header, Buffer.from(dzi.get(header)!.toString().replace('"1000"', '"9000"')));
      expect((await upload('larger.zip', await archive(larger))).body).toMatchObject({
        error: expect.stringContaining('has 4 × 3 tiles; 9000 × 600 pixels have 36 × 3'),
      });
      expect((await upload('none.zip', await archive(new Map([['a.txt', Buffer.from('a')]])))).body).toMatchObject({
        error: expect.stringContaining('no tiles'),
      });
      // A tile that is a bomb is found when it is read.
      const bomb = new Map(dzi).set(
        [...dzi.keys()].find(path => path.endsWith('_files/10/1_1.jpeg'))!,
        await jpegThatSays(9000, 9000),
      );
      const id = (await upload('bomb.zip', await archive(bomb))).body.item.id;
      expect(await finished(id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('9000 × 9000 pixels'),
      });
    });
  });

  describe('hostile files', () => {
    it('should be refused by their headers', async () => {
      const answer = await upload('wide.png', hugePicture(200_000, 4));
      expect([answer.status, answer.body.error]).toEqual([413, expect.stringContaining('200000 × 4')]);
      expect((await upload('text.png', Buffer.from('no image'))).status).toBe(415);
      expect((await upload('empty.zip', Buffer.from('PK'))).status).toBe(415);
    });

    it('should fail with a reason when they are cut off, and can be cut again', async () => {
      const whole = await scaled(1600, 1600, 'png');
      const id = (await upload('cut-off.png', whole.subarray(0, whole.length / 2))).body.item.id;
      expect(await finished(id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('damaged or cut off'),
      });
      await owner.call('main', cutAgain, { params: { project_id: projectId, item_id: id } });
      expect((await finished(id)).state).toBe('failed');
      await upload('cut-off.png', whole, 'replace');
      expect((await finished(id)).state).toBe('ready');
    });
  });

  it('should show tiles only to who may see the item', async () => {
    const id = (await upload('secret.png', await scaled(600, 600, 'png'))).body.item.id;
    const found = await finished(id);
    const contributor = await team.join('cara@tiles.test');
    const stranger = (await app.team('South')).owner;
    for (const person of [contributor, stranger]) {
      expect((await tile(found, id, 0, 0, 0, person)).status).toBeGreaterThanOrEqual(403);
      expect(
        (await person.call('main', getPyramid, { params: { project_id: projectId, item_id: id } })).status,
      ).toBeGreaterThanOrEqual(403);
    }
    const other = (await upload('other.png', await scaled(650, 600, 'png'))).body.item.id;
    await finished(other);
    // The pyramid of another item is not reached by this one.
    expect((await tile(found, other, 0, 0, 0)).status).toBe(404);
  });
});
