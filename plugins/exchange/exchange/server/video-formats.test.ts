import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { regularPackets, undecodableVideo } from '#tests/support/video-file.ts';
import { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import { readableFormatIds, subjectOf } from '../common/exchange/format-table.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { shownIn } from '../common/video/video-exchange.support.ts';
import { TransferClient, transferPlugins, zip } from './import.support.ts';

const [frames, rate] = [60, 30];
/** The container counts in milliseconds. */
const table = new FrameTable(
  Array.from({ length: frames }, (_, at) => Math.round((at * 1000) / rate) * 1000),
  (frames * 1_000_000) / rate,
);
/** A box on frames 1 to 40 that moves two pixels a frame, and another on frames 11 to 20. */
const boxes = [
  ...Array.from({ length: 40 }, (_, at) => `${at + 1},1,${11 + at * 2},21,30,40,1,1,1`),
  ...Array.from({ length: 10 }, (_, at) => `${at + 11},2,101,51,20,20,1,2,1`),
].join('\n');
const sounds = 'WEBVTT\n\n00:00.000 --> 00:00.500\nHorn\n\n00:01.000 --> 00:01.500\nHorn\n';

eachDatabase(kind => {
  let app: TestApp;
  let client: TransferClient;
  let video: Buffer;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [...transferPlugins, 'editor-video'] });
    client = new TransferClient(app, await app.team('North'));
    video = await undecodableVideo(regularPackets(frames, rate));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const documentOf = (files: ReadonlyMap<string, Buffer>): JsonRecord =>
    JSON.parse(String(files.get('drive.webm.json'))) as JsonRecord;
  const shown = (document: JsonRecord): unknown =>
    JSON.parse(
      JSON.stringify(shownIn(document, table), (name, value: unknown) =>
        name === 'attributes' ? undefined : typeof value === 'number' ? Math.round(value * 100) / 100 : value,
      ),
    );

  it.each(readableFormatIds.filter(id => subjectOf(id) === 'video'))(
    'should carry tracks or events with their video from one project into another as %s',
    async format => {
      const source = await client.project(3);
      await client.upload(source, 'drive.webm', video);
      const set =
        format === 'events'
          ? { 'drive.webm.vtt': sounds }
          : { 'drive/gt/gt.txt': boxes, 'drive/gt/labels.txt': 'Car\nPerson\n' };
      const begun = await client.preview(source, 'set.zip', await zip(set));
      expect(begun.report, JSON.stringify(begun.error)).toMatchObject({ documents: 1, matched: 1, findings: [] });
      expect((await client.start(source, begun.id)).result).toMatchObject({ created: 1, failedCount: 0 });
      const before = documentOf((await client.exported(source)).files);
      expect((before['instances'] as unknown[]).length).toBe(2);

      const archive = await client.exported(source, { format, include_originals: true });
      expect(archive.files.has('report.txt')).toBe(true);
      const target = await client.project(3);
      const looked = await client.preview(target, 'all.zip', archive.bytes);
      expect(looked.report, JSON.stringify(looked.error)).toMatchObject({ kind: format, documents: 1, creatable: 1 });
      expect((await client.start(target, looked.id)).result).toMatchObject({
        created: 1,
        itemsCreated: 1,
        failedCount: 0,
      });
      expect(shown(documentOf((await client.exported(target)).files))).toEqual(shown(before));
    },
  );

  it('should refuse tracks of a video in a project of pictures, and say where they belong', async () => {
    const pictures = await client.project(1);
    const refused = await client.preview(pictures, 'set.zip', await zip({ 'drive/gt/gt.txt': boxes }));
    expect(refused.error?.message).toBe('MOT Challenge files are about videos. Import them into a video project.');
  });
});
