import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import {
  exportedTimeline,
  isAccepted,
  isRecord,
  readDocument,
  recordsOf,
  sameJson,
  withoutFields,
} from '#plugins/annotate/annotations/common/index.ts';
import { allAtOnce } from '#core/base/common/index.ts';
import { videoChecks } from './checks.ts';
import { FrameTable } from './media/frame-table.ts';
import { storedVideo } from './stored-video.ts';
import { fromTimelineForm, toTimelineForm } from './timeline-form.ts';
import { sampleAt } from './tracks/interpolate.ts';
import { setKey } from './tracks/track-edits.ts';
import { isShapeTrack } from './tracks/track.ts';

const files = [
  'sample_video_num_free_text/sample_video.mp4.json',
  'video_annotation/video.mp4.json',
  'unit/annotation_5_frame.json',
  'unit/one_frame_video_annotation.json',
  'unit/video_annotation.json',
].map(name => `../shared/data/video/product_annotations_no_media/${name}`);

const withoutIds = (document: JsonRecord): JsonRecord => ({
  ...document,
  instances: recordsOf(document['instances']).map(each =>
    isRecord(each['meta']) ? { ...each, meta: withoutFields(each['meta'], 'id') } : each,
  ),
});
/** Comments come last. */
const ordered = (document: JsonRecord): JsonRecord => ({
  ...document,
  instances: recordsOf(document['instances']).toSorted(
    (one, other) =>
      Number(isRecord(one['meta']) && one['meta']['type'] === 'comment') -
      Number(isRecord(other['meta']) && other['meta']['type'] === 'comment'),
  ),
});

const exports = files.filter(file => !file.includes('one_frame'));

describe('real documents', () => {
  it.for(exports)('should keep all of %s but what is edited', (file, { skip }) => {
    skip(!existsSync(file), 'the file is not here');
    const original = JSON.parse(readFileSync(file, 'utf8')) as JsonRecord;
    expect(allAtOnce(videoChecks(original, { form: 'export' })).filter(each => each.severity === 'error')).toEqual([]);
    const opened = storedVideo(readDocument(original), {});
    expect(isAccepted(allAtOnce(videoChecks(opened, { form: 'internal' })))).toBe(true);
    const written = withoutIds(exportedTimeline(opened as unknown as JsonRecord));
    for (const [at, instance] of recordsOf(ordered(original)['instances']).entries()) {
      const now = recordsOf(written['instances'])[at]!;
      expect(now['parameters']).toEqual(instance['parameters']);
      expect(withoutFields(now['meta'] as JsonRecord, 'start', 'end', 'resolved')).toEqual(
        withoutFields(
          instance['meta'] as JsonRecord,
          'start',
          'end',
          'resolved',
          ...(isRecord(instance['meta']) &&
          instance['meta']['type'] !== 'tag' &&
          sameJson(instance['meta']['attributes'], [])
            ? ['attributes']
            : []),
        ),
      );
    }
    const { duration } = opened.metadata;
    const table = FrameTable.regular(30, typeof duration === 'number' ? duration : 60_000_000);
    for (const track of opened.instances.filter(isShapeTrack)) {
      const frame = table.frameOf(track.parameters[0]!.start);
      const sample = sampleAt(track, frame, table)!;
      const edited = setKey(track, frame, { ...sample.content, attributes: [] }, table);
      expect(sampleAt(edited, frame, table)!.content.attributes).toEqual([]);
      expect(edited.parameters.slice(1)).toEqual(track.parameters.slice(1));
      const later = (each: typeof track): unknown =>
        each.parameters[0]!.timestamps.filter(key => table.frameOf(key.timestamp) > frame);
      expect(later(edited)).toEqual(later(track));
    }
  });

  it.for(exports)('should turn %s into the internal form and back', (file, { skip }) => {
    skip(!existsSync(file), 'the file is not here');
    const original = JSON.parse(readFileSync(file, 'utf8')) as JsonRecord;
    const once = fromTimelineForm(toTimelineForm(original));
    expect(fromTimelineForm(toTimelineForm(once))).toEqual(once);
    for (const [at, instance] of recordsOf(original['instances']).entries()) {
      const keys = (list: unknown): unknown =>
        recordsOf(list).map(segment => recordsOf(segment['timestamps']).map(key => withoutFields(key, 'attributes')));
      if (Array.isArray(instance['parameters']))
        expect(keys(recordsOf(once['instances'])[at]!['parameters'])).toEqual(keys(instance['parameters']));
    }
  });

  it('should take the internal form in', ({ skip }) => {
    const file = files.find(each => each.includes('one_frame'))!;
    skip(!existsSync(file), 'the file is not here');
    const original = JSON.parse(readFileSync(file, 'utf8')) as JsonRecord;
    const named = { ...original, metadata: { ...(original['metadata'] as JsonRecord), name: 'a.mp4' } };
    expect(allAtOnce(videoChecks(named, { form: 'export' })).filter(each => each.severity === 'error')).toEqual([]);
    const { metadata, instances } = storedVideo(readDocument(named), {});
    expect([metadata['duration'], instances[0]!.id, instances[0]!['parameters']]).toMatchObject([
      6_500_000,
      'MzE4NzcuODYwMzQ2Nzc5NTg=',
      [{ start: 0, end: 100_000, timestamps: [{ timestamp: 0, points: { x1: 161.52 } }, { timestamp: 100_000 }] }],
    ]);
  });
});
