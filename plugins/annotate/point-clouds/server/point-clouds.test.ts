import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { pointCloudsApi } from '../common/api.ts';
import { decodeNode } from '../common/cloud-node.ts';
import type { CloudView } from '../common/cloud-view.ts';
import type { CloudTables } from './cloud-tables.ts';
import { nuscenesFiles, nuscenesTablesOf } from './nuscenes-files.support.ts';
import { binFile, pcdFile, streetPoints } from './point-files.support.ts';

const { getPointCloud, getCloudNode, getCloudImage, buildAgain } = pointCloudsApi.operations;
const data = '../shared/data/point_cloud/kitti_000001';

async function archive(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, bytes] of Object.entries(files)) zip.addBuffer(bytes, path);
  zip.end();
  return buffer(zip.outputStream);
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;

  const upload = (name: string, bytes: Buffer): Promise<Answer<{ item: { id: number }; error?: string }>> =>
    owner.call('main', itemsApi.operations.uploadItem, { params: { project_id: projectId }, query: { name }, bytes });
  const of = (itemId: number) => ({ project_id: projectId, item_id: itemId });
  const cloudOf = async (itemId: number): Promise<CloudView> =>
    (await owner.call<{ cloud: CloudView }>('main', getPointCloud, { params: of(itemId) })).body.cloud;
  const finished = async (itemId: number): Promise<CloudView> => {
    let found = await cloudOf(itemId);
    await expect.poll(async () => (found = await cloudOf(itemId)).state).toMatch(/ready|failed/);
    return found;
  };
  const node = (cloud: CloudView, itemId: number, frame: number, name: string, by = owner): Promise<Answer> =>
    by.call('main', getCloudNode, { params: { ...of(itemId), frame, node: name }, query: { cloud: cloud.id } });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'point-clouds'] });
    team = await app.team('North');
    owner = team.owner;
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Drives', type: 7 },
      })
    ).body.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should make an octree of a scan whose nodes hold every point once', async () => {
    const points = streetPoints(120_000);
    const id = (await upload('street.bin', binFile(points))).body.item.id;
    const cloud = await finished(id);
    expect(cloud).toMatchObject({ state: 'ready', points: 120_000, channels: ['intensity'], unit: 'm', job_id: null });
    const [frame] = cloud.frames as [CloudView['frames'][number]];
    expect(frame.nodes[0]!.name).toBe('r');
    expect(frame.nodes.length).toBeGreaterThan(4);
    const seen = new Set<number>();
    for (const { name, points: count, min } of frame.nodes) {
      const answer = await node(cloud, id, 0, name);
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, expect.stringContaining('immutable')]);
      const { positions, indices } = decodeNode(answer.raw, cloud.channels);
      expect(indices.length).toBe(count);
      indices.forEach(index => seen.add(index));
      const [x] = points.point(indices[0]!);
      expect(positions[0]! + min[0]).toBeCloseTo(x, 3);
    }
    expect(seen.size).toBe(120_000);
    expect((await node(cloud, id, 0, 'r77777')).status).toBe(404);
    expect((await node(cloud, id, 1, 'r')).status).toBe(404);
    const listed = await owner.call('main', itemsApi.operations.listItems, { params: { project_id: projectId } });
    expect(JSON.stringify(listed.body)).toContain('/blobs/');
    // Nothing is left of the files in between.
    expect(readdirSync(join(app.folder, 'incoming'))).toEqual([]);
  });

  it('should make frames of an archive, with their times and camera images', async () => {
    const camera = {
      intrinsicMatrix: [700, 0, 20, 0, 700, 10, 0, 0, 1],
      extrinsicMatrix: [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0],
    };
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const id = (
      await upload(
        'drive.zip',
        await archive({
          'ds/pointcloud/f10.pcd': pcdFile(streetPoints(500), 'ascii'),
          'ds/pointcloud/f9.pcd': pcdFile(streetPoints(300), 'binary_compressed'),
          'ds/related_images/f9_pcd/cam.png': picture,
          'ds/related_images/f9_pcd/cam.png.json': Buffer.from(JSON.stringify({ meta: { sensorsData: camera } })),
        }),
      )
    ).body.item.id;
    const cloud = await finished(id);
    expect(cloud.frames.map(({ file, points, timestamp }) => [file, points, timestamp])).toEqual([
      ['f9.pcd', 300, 0],
      ['f10.pcd', 500, 100_000],
    ]);
    expect(cloud.images).toMatchObject([{ frame: 0, index: 0, name: 'cam.png', width: 40, height: 20 }]);
    expect(decodeNode((await node(cloud, id, 1, 'r')).raw, cloud.channels).indices.length).toBe(500);
    const image = await owner.call('main', getCloudImage, {
      params: { ...of(id), frame: 0, image: 0 },
      query: { cloud: cloud.id },
    });
    expect([image.headers['content-type'], image.raw.equals(picture)]).toEqual(['image/png', true]);
  });

  it('should make frames of a scene of nuScenes, with its cameras and places', async () => {
    const { scans, images } = nuscenesFiles;
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const files = {
      ...Object.fromEntries(scans.map((path, at) => [path, binFile(streetPoints(200 + at), true)])),
      ...Object.fromEntries(images.map(path => [path, picture])),
      ...Object.fromEntries(
        Object.entries(nuscenesTablesOf()).map(([name, table]) => [
          `d/v1.0-mini/${name}.json`,
          Buffer.from(JSON.stringify(table)),
        ]),
      ),
    };
    const cloud = await finished((await upload('scene.zip', await archive(files))).body.item.id);
    expect(cloud.frames.map(({ points, timestamp }) => [points, timestamp])).toEqual([
      [200, 0],
      [201, 500_000],
    ]);
    expect(cloud.frames[1]!.pose!.position[0]).toBeCloseTo(5, 6);
    expect(cloud.images.map(({ frame, name }) => [frame, name])).toEqual([
      [0, 'CAM_FRONT/f1.png'],
      [1, 'CAM_FRONT/f2.png'],
    ]);
    const broken = { ...files, 'd/v1.0-mini/ego_pose.json': Buffer.from('[') };
    expect(await finished((await upload('broken.zip', await archive(broken))).body.item.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('d/v1.0-mini/ego_pose.json is no JSON'),
    });
  });

  it.skipIf(!existsSync(data))('should place the camera of a real KITTI frame', async () => {
    const files = ['velodyne/000001.bin', 'image_2/000001.png', 'calib/000001.txt'];
    const bytes = await archive(Object.fromEntries(files.map(path => [path, readFileSync(join(data, path))])));
    const cloud = await finished((await upload('kitti.zip', bytes)).body.item.id);
    expect(cloud).toMatchObject({ state: 'ready', points: 120_268, images: [{ width: 1242, height: 375 }] });
    expect(cloud.images[0]!.intrinsics[0]).toBeCloseTo(721.5377, 3);
  });

  it('should refuse what is no point cloud, and say why a scan could not be read', async () => {
    expect((await upload('photo.png', Buffer.from('x'))).status).toBe(415);
    expect((await upload('empty.pcd', Buffer.alloc(0))).status).toBe(422);
    expect((await upload('none.zip', await archive({ 'a.txt': Buffer.from('a') }))).body.error).toContain('no scans');
    const lie = pcdFile(streetPoints(10), 'binary').toString('latin1').replace('POINTS 10', 'POINTS 4000000000');
    expect((await upload('lie.pcd', Buffer.from(lie, 'latin1'))).body.error).toContain('at most 200000000');
    const id = (await upload('late.xyz', Buffer.from(`${'1 2 3\n'.repeat(50)}1 2 x\n`))).body.item.id;
    expect(await finished(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('“x”') });
    const again = await owner.call<{ cloud: CloudView }>('main', buildAgain, { params: of(id) });
    expect(again.body.cloud.state).toMatch(/waiting|building|failed/);
    expect((await finished(id)).state).toBe('failed');
  });

  it('should show nothing of a cloud that is being built, also while the job stores its result', async () => {
    const id = (await upload('half.bin', binFile(streetPoints(70)))).body.item.id;
    const { id: cloud } = await finished(id);
    // As a call sees it that began before the job committed: no frames yet, and nodes when it comes to them.
    await app.database.tenant<CloudTables>(team.id).transaction(async trx => {
      await trx.updateTable('point_clouds.cloud').set({ state: 'building' }).where('id', '=', cloud).execute();
      await trx.deleteFrom('point_clouds.frame').where('cloud_id', '=', cloud).execute();
    });
    const answer = await owner.call<{ cloud: CloudView }>('main', getPointCloud, { params: of(id) });
    expect([answer.status, answer.body.cloud]).toMatchObject([200, { state: 'building', points: 0, frames: [] }]);
  });

  it('should show nodes only to who may see the item, and only of its own cloud', async () => {
    const id = (await upload('secret.bin', binFile(streetPoints(50)))).body.item.id;
    const cloud = await finished(id);
    for (const person of [await team.join('cara@clouds.test'), (await app.team('South')).owner])
      expect((await node(cloud, id, 0, 'r', person)).status).toBeGreaterThanOrEqual(403);
    const other = (await upload('other.bin', binFile(streetPoints(60)))).body.item.id;
    await finished(other);
    expect((await node(cloud, other, 0, 'r')).status).toBe(404);
  });
});
