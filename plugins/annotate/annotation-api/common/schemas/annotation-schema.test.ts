import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkSchema } from '#plugins/annotate/annotations/common/index.ts';
import { vectorSchema } from '#plugins/annotate/editor-vector/common/index.ts';
import { annotationSchema } from './annotation-schema.ts';

const data = new URL('../../../../../../shared/data/', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, data), 'utf8')) as unknown;
const messages = (type: number, document: unknown): readonly string[] =>
  checkSchema(annotationSchema(type), document).map(({ path, message }) => `${path}: ${message}`);
const video = (instance: object, more: object = {}): object => ({
  metadata: { name: 'a.mp4', ...more },
  instances: [instance],
  tags: [],
});
const moving = (points: object, meta: object = {}): object => ({
  meta: { type: 'bbox', className: 'a', start: 0, end: 1, ...meta },
  parameters: [{ start: 0, end: 1, timestamps: [{ timestamp: 0, points }] }],
});
const box = { x1: 1, y1: 1, x2: 2, y2: 2 };

describe('the schemas of annotations', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('ask for metadata with a name, of type %i, and take unknown keys', type => {
    expect(messages(type, {})).toEqual([": 'metadata' is a required property"]);
    expect(messages(type, { metadata: {} })).toEqual(["metadata: 'name' is a required property"]);
    expect(messages(type, { metadata: { name: 5 } })).toEqual(["metadata.name: 5 is not of type 'string'"]);
    expect(messages(type, { metadata: { name: 'a', mine: 1 }, mine: {} })).toEqual([]);
  });

  it('of vector documents ask only for the points of a box, and take odd roles', () => {
    const check = (instance: object): readonly string[] =>
      checkSchema(vectorSchema('export'), { metadata: { name: 'a' }, instances: [instance] }).map(each => each.message);
    expect(check({ type: 'bbox', points: box, createdBy: { email: 'a@b.test', role: 'Odd' }, mine: 1 })).toEqual([]);
    expect(check({ type: 'bbox' })).toEqual(["'points' is a required property"]);
    expect(check({ type: 'circle' })).toEqual(['invalid type']);
  });

  it('of videos find a text as width, unknown corners, tags without a text and bad dates', () => {
    expect(messages(3, video(moving(box)))).toEqual([]);
    expect(messages(3, video(moving(box), { width: '1920' }))).toEqual([
      "metadata.width: '1920' is not of type 'integer'",
    ]);
    expect(messages(3, video(moving({ x1: 1, y1: 1, x2: 2, y3: 2 })))).toEqual([
      "instances[0].parameters[0].timestamps[0].points: 'y2' is a required property",
    ]);
    expect(messages(3, { ...video(moving(box)), tags: [''] })).toHaveLength(1);
    expect(messages(3, video({ meta: { type: 'tag' } }))).toEqual([
      "instances[0].meta: 'className' is a required property",
    ]);
    expect(messages(3, video(moving(box, { createdAt: '2021-11-02' })))).toEqual([
      'instances[0].meta.createdAt: 2021-11-02  does not match YYYY-MM-DDTHH:MM:SS.fffZ',
    ]);
    expect(messages(3, video({ meta: { type: 'circle' } }))).toEqual(['instances[0]: invalid meta.type']);
  });

  it('of texts ask for the ends of a span, and of pixels for parts', () => {
    expect(messages(4, { metadata: { name: 'a' }, instances: [{ type: 'entity', start: 1 }] })).toEqual([
      "instances[0]: 'end' is a required property",
    ]);
    expect(
      messages(2, {
        metadata: { name: 'a' },
        instances: [
          { className: 'a', parts: [{ color: '#00000f' }] },
          { type: 'tag', className: 'b' },
        ],
      }),
    ).toEqual([]);
    expect(messages(2, { metadata: { name: 'a' }, instances: [{ className: 'a' }] })).toHaveLength(1);
  });

  it.skipIf(!existsSync(data))('take files that the product wrote (skipped: the sample files are not at hand)', () => {
    expect(messages(3, read('video/product_annotations_no_media/video_annotation/video.mp4.json'))).toEqual([]);
    expect(messages(4, read('text/product_annotation/example_annotation.json'))).toEqual([]);
    expect(messages(4, read('text/product_annotation_min/text_file_example_1.json'))).toEqual([]);
  });
});
