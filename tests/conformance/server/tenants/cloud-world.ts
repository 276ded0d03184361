import { setTimeout as pause } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import type { TestApp, TestPerson } from '../../../support/test-app.ts';
import type { Ids } from './id-kinds.ts';
import { isOver } from './tiled-world.ts';
import type { Row } from './world-calls.ts';
import { call } from './world-calls.ts';

/** A scan with a camera image, as an archive; the shade differs by team. */
async function drive(shade: number): Promise<Buffer> {
  const picture = sharp({ create: { width: 8, height: 4, channels: 3, background: { r: shade, g: 0, b: 0 } } });
  const camera = {
    intrinsicMatrix: [9, 0, 4, 0, 9, 2, 0, 0, 1],
    extrinsicMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
  };
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`0 0 0\n1 1 ${shade}\n`), 'ds/pointcloud/scan.xyz');
  zip.addBuffer(await picture.png().toBuffer(), 'ds/related_images/scan_xyz/camera.png');
  zip.addBuffer(
    Buffer.from(JSON.stringify({ meta: { calibration: camera } })),
    'ds/related_images/scan_xyz/camera.png.json',
  );
  zip.end();
  return buffer(zip.outputStream);
}

/** A project of point clouds with an item whose octree is ready. */
export async function makeCloud(app: TestApp, owner: TestPerson, canary: string, shade: number): Promise<Ids> {
  if (!app.app.operations.some(each => each.name === 'getCloudNode')) return {};
  const project = await call<Row>(app, owner, 'projects.createProject', { body: { name: `${canary} scans`, type: 7 } });
  if (project === undefined) return {};
  const params = { project_id: project.id };
  const made = await call<{ item: Row }>(app, owner, 'items.uploadItem', {
    params,
    query: { name: `${canary} drive.zip` },
    bytes: await drive(shade),
  });
  if (made === undefined) return {};
  let job: string | null = null;
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await call<{ cloud: Cloud }>(app, owner, 'point-clouds.getPointCloud', {
      params: { ...params, item_id: made.item.id },
    });
    job ??= found?.cloud.job_id ?? null;
    // Until the job has ended, too, so that a later change of the team's rows was not its doing.
    if (found?.cloud.state === 'ready' && (await isOver(app, owner, job)))
      return { cloudProject: [project.id], cloudItem: [made.item.id], cloud: [found.cloud.id] };
    await pause(25);
  }
  throw new Error('The point cloud was not prepared.');
}

interface Cloud {
  readonly id: number;
  readonly state: string;
  readonly job_id: string | null;
}
