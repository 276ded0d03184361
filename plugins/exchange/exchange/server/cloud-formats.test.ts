import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { TransferClient, transferPlugins, zip } from './import.support.ts';

const POINTS = 400;
/** A scan of KITTI: x, y, z and intensity of each point. */
const scan = Buffer.from(new Float32Array(Array.from({ length: POINTS * 4 }, (_, at) => ((at * 7) % 90) / 10)).buffer);
/** Points 100 to 149 are of a road, 150 to 169 of the third car. */
const labels = Buffer.from(
  new Uint32Array(
    Array.from({ length: POINTS }, (_, at) => (at < 100 || at >= 170 ? 0 : at < 150 ? 40 : 3 * 0x10000 + 10)),
  ).buffer,
);
const box = '12.5 -3.5 -0.75 4.25 1.75 1.5 0.5 car\n';

eachDatabase(kind => {
  let app: TestApp;
  let client: TransferClient;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [...transferPlugins, 'point-clouds', 'editor-point-cloud'] });
    client = new TransferClient(app, await app.team('North'));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const documentOf = (files: ReadonlyMap<string, Buffer>): JsonRecord =>
    JSON.parse(String(files.get('scan.bin.json'))) as JsonRecord;

  it('should carry labels of points from SemanticKITTI through the own archive with its side file', async () => {
    const source = await client.project(7);
    await client.upload(source, 'scan.bin', scan);
    const begun = await client.preview(source, 'labels.zip', await zip({ 'labels/scan.label': labels }));
    expect(begun.report, JSON.stringify(begun.error)).toMatchObject({
      kind: 'semantic-kitti',
      documents: 1,
      matched: 1,
      findings: [],
    });
    expect((await client.start(source, begun.id)).result).toMatchObject({ created: 1, failedCount: 0 });

    const own = await client.exported(source, { include_originals: true });
    const side = own.files.get('scan.bin___labels.bin')!;
    expect(side).toHaveLength(POINTS * 2);
    const document = documentOf(own.files);
    expect(document['segmentation']).toMatchObject({
      file: 'scan.bin___labels.bin',
      encoding: 'uint16le',
      instances: [
        { className: 'car', instanceId: 3 },
        { className: 'road', instanceId: 0 },
      ],
    });
    expect([side.readUInt16LE(99 * 2), side.readUInt16LE(100 * 2), side.readUInt16LE(169 * 2)]).toEqual([0, 2, 1]);

    const target = await client.project(7);
    const looked = await client.preview(target, 'own.zip', own.bytes);
    expect((await client.start(target, looked.id)).result).toMatchObject({ created: 1, failedCount: 0 });
    const again = await client.exported(target, { format: 'semantic-kitti' });
    expect(again.files.get('labels/scan.label')?.equals(labels)).toBe(true);
  });

  it('should carry cuboids with their scans through OpenPCDet', async () => {
    const source = await client.project(7);
    const set = await zip({ 'labels/scan.txt': box, 'points/scan.bin': scan });
    const begun = await client.preview(source, 'set.zip', set);
    expect(begun.report, JSON.stringify(begun.error)).toMatchObject({ kind: 'openpcdet', documents: 1, creatable: 1 });
    expect((await client.start(source, begun.id)).result).toMatchObject({
      created: 1,
      itemsCreated: 1,
      failedCount: 0,
    });
    expect((await client.exported(source, { format: 'openpcdet' })).files.get('labels/scan.txt')?.toString()).toBe(box);
  });

  it('should refuse boxes of scans in a project of pictures, and say where they belong', async () => {
    const pictures = await client.project(1);
    const refused = await client.preview(pictures, 'set.zip', await zip({ 'labels/scan.txt': box }));
    expect(refused.error?.message).toBe('OpenPCDet files are about scans. Import them into a point cloud project.');
  });
});
