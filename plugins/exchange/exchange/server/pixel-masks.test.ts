import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { TransferClient, transferPlugins } from './import.support.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { readRle } from '../common/coco/coco-rle.ts';

const [width, height] = [24, 16];

/** Two upright bars of part colours, columns 0–3 and 8–11, the whole height. */
function mask(): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (const [left, color] of [
      [0, 0x00000fff],
      [8, 0x00001eff],
    ] as const)
      for (let x = left; x < left + 4; x += 1) data.writeUInt32BE(color, (y * width + x) * 4);
  }
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let transfer: TransferClient;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [...transferPlugins, 'form-rows'] });
    team = await app.team('North');
    transfer = new TransferClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const pictures = { include_originals: true, include_fuse: true };
  const imported = async (projectId: number, bytes: Buffer): Promise<ImportRecord> => {
    const report = await transfer.preview(projectId, 'fields.zip', bytes);
    expect(report.status, JSON.stringify(report.error)).toBe(2);
    return transfer.start(projectId, report.id);
  };

  describe('an archive of a pixel project', () => {
    it('should hold masks and pictures of them, and bring them into another project to the pixel', async () => {
      const first = await transfer.project(2);
      const {
        body: [crop],
      } = await team.owner.request<readonly { id: number }[]>('POST', `/classes?project_id=${first}`, {
        body: { classes: [{ name: 'Crop', color: '#10A040', type: 1, attribute_groups: [] }] },
      });
      const picture = await sharp({ create: { width, height, channels: 3, background: '#335577' } })
        .png()
        .toBuffer();
      const {
        body: { item },
      } = await team.owner.request<{ item: { id: number } }>('PUT', `/api/v1/project/${first}/upload?name=a.png`, {
        bytes: picture,
      });
      const place = `/api/v1/project/${first}/item/${item.id}/annotation`;
      const png = await mask();
      const {
        body: { mask: name },
      } = await team.owner.request<{ mask: string }>('PUT', `${place}/mask`, { bytes: png });
      const instances = [
        ['#00000f', crop!.id, 'Crop'],
        ['#00001e', -1, undefined],
      ].map(([color, owner, className]) => ({
        id: String(color),
        classId: owner,
        ...(className === undefined ? {} : { className }),
        attributes: [],
        probability: 100,
        parts: [{ color }],
      }));
      const saved = await team.owner.request('PUT', place, {
        body: {
          op: crypto.randomUUID(),
          base: 0,
          data: { metadata: { name: 'a.png' }, instances, tags: [], comments: [], mask: name },
        },
      });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);

      const { bytes: made, files } = await transfer.exported(first, pictures);
      const [annotation, stored, fused] = ['.json', '___save.png', '___fuse.png'].map(
        ending => [...files].find(([path]) => path.includes('a.png') && path.endsWith(ending))?.[1],
      );
      expect(JSON.parse(annotation!.toString())).not.toHaveProperty('mask');
      expect(stored!.equals(png)).toBe(true);
      const { data } = await sharp(fused!).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number): string =>
        data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4).toString('hex');
      expect([at(1, 1), at(9, 1), at(5, 5)]).toEqual(['10a040ff', '9aa0a6ff', '00000000']);

      const second = await transfer.project(2);
      const { result } = await imported(second, made);
      expect(result).toMatchObject({ itemsCreated: 1, failedCount: 0 });
      const again = (await transfer.exported(second, pictures)).files;
      const [back, backMask] = ['.json', '___save.png'].map(
        ending => [...again].find(([path]) => path.includes('a.png') && path.endsWith(ending))?.[1],
      );
      expect(backMask!.equals(png)).toBe(true);
      const contentOf = (json: Buffer): unknown =>
        (JSON.parse(json.toString()) as { instances: { className?: string; parts: unknown }[] }).instances.map(
          ({ className, parts }) => ({ className, parts }),
        );
      expect(contentOf(back!)).toEqual(contentOf(annotation!));
    });

    it('should be written as COCO with the mask of each object, its parts together', async () => {
      const id = await transfer.project(2);
      const {
        body: [crop],
      } = await team.owner.request<readonly { id: number }[]>('POST', `/classes?project_id=${id}`, {
        body: { classes: [{ name: 'Crop', color: '#10A040', type: 1, attribute_groups: [] }] },
      });
      const picture = await sharp({ create: { width, height, channels: 3, background: '#335577' } })
        .png()
        .toBuffer();
      const {
        body: { item },
      } = await team.owner.request<{ item: { id: number } }>('PUT', `/api/v1/project/${id}/upload?name=a.png`, {
        bytes: picture,
      });
      const place = `/api/v1/project/${id}/item/${item.id}/annotation`;
      const {
        body: { mask: name },
      } = await team.owner.request<{ mask: string }>('PUT', `${place}/mask`, { bytes: await mask() });
      const instances = [
        {
          id: 'a',
          classId: crop!.id,
          className: 'Crop',
          attributes: [],
          probability: 100,
          parts: [{ color: '#00000f' }, { color: '#00001e' }],
        },
      ];
      await team.owner.request('PUT', place, {
        body: {
          op: crypto.randomUUID(),
          base: 0,
          data: { metadata: { name: 'a.png' }, instances, tags: [], comments: [], mask: name },
        },
      });
      const files = (await transfer.exported(id, { format: 'coco' })).files;
      const coco = JSON.parse(files.get('annotations/instances.json')!.toString()) as {
        annotations: readonly {
          category_id: number;
          area: number;
          bbox: readonly number[];
          segmentation: { size: number[]; counts: string };
        }[];
      };
      expect(coco.annotations).toHaveLength(1);
      const [{ segmentation, ...rest }] = coco.annotations as [(typeof coco.annotations)[0]];
      expect(rest).toMatchObject({ category_id: 1, area: 8 * height, bbox: [0, 0, 12, height], iscrowd: 0 });
      // Down the columns: four of the first part, four empty ones, four of the second.
      expect(readRle(segmentation)).toEqual({
        width,
        height,
        counts: [0, 4 * height, 4 * height, 4 * height, 12 * height],
      });
    });
  });
});
