import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { PyramidView } from '#plugins/annotate/tiles/common/index.ts';
import { TransferClient, transferPlugins } from './import.support.ts';

const classes = [{ name: 'Dock', color: '#E4542B' }];
const shape = (x: number, y: number, side: number): object => ({
  type: 'bbox',
  className: 'Dock',
  points: { x1: x, y1: y, x2: x + side, y2: y + side },
});

eachDatabase(kind => {
  let app: TestApp;
  let client: TransferClient;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [...transferPlugins, 'tiles', 'editor-tiled', 'smart-tools'] });
    team = await app.team('North');
    client = new TransferClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should write COCO and masks of a large image by windows, with their pictures', async () => {
    const project = await client.project(5);
    await team.owner.request('POST', `/classes?project_id=${project}`, { body: { classes } });
    // Red where the dock is, so that the picture of a window shows what its mask does.
    const slide = await sharp({ create: { width: 1300, height: 900, channels: 3, background: '#808080' } })
      .composite([
        { input: { create: { width: 60, height: 60, channels: 3, background: '#ff0000' } }, left: 500, top: 600 },
      ])
      .png()
      .toBuffer();
    const { body } = await team.owner.request<{ item: { id: number } }>(
      'PUT',
      `/api/v1/project/${project}/upload?name=slide.png`,
      { bytes: slide },
    );
    const address = `/api/v1/project/${project}/item/${body.item.id}`;
    const stored = await team.owner.request('PUT', `${address}/annotation`, {
      body: { op: randomUUID(), base: 0, data: { instances: [shape(500, 600, 60)] } },
    });
    expect(stored.status, JSON.stringify(stored.body)).toBeLessThan(300);
    await expect
      .poll(
        async () => (await team.owner.request<{ pyramid: PyramidView }>('GET', `${address}/tiles`)).body.pyramid.state,
      )
      .toBe('ready');
    const options = { window: 512 };
    const coco = await client.exported(project, { format: 'coco', options, include_originals: true });
    const { images, annotations } = JSON.parse(String(coco.files.get('annotations/instances.json'))) as {
      images: { file_name: string; width: number; height: number }[];
      annotations: { bbox: number[] }[];
    };
    expect(images).toMatchObject([
      { file_name: 'slide_0_512.jpg', width: 512, height: 388 },
      { file_name: 'slide_512_512.jpg', width: 512, height: 388 },
    ]);
    expect(annotations.map(({ bbox }) => bbox)).toEqual([
      [500, 88, 12, 60],
      [0, 88, 48, 60],
    ]);
    expect(String(coco.files.get('report.txt'))).toContain('2 shape parts were cut at edges of windows');
    const picture = await sharp(coco.files.get('images/slide_512_512.jpg')!)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(picture.info).toMatchObject({ width: 512, height: 388 });
    const red = (x: number, y: number): boolean => picture.data[(y * 512 + x) * 3 + 1]! < 90;
    expect([red(20, 110), red(80, 110), red(20, 60)]).toEqual([true, false, false]);

    const masks = await client.exported(project, { format: 'masks', options: { ...options, task: 'classes' } });
    const mask = await sharp(masks.files.get('masks/slide_512_512.png')!).metadata();
    expect([mask.width, mask.height]).toEqual([512, 388]);
  });
});
