import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { runsOf } from '#tests/support/run-plan.ts';
import { readCoco } from '../coco/read-coco.ts';
import { CocoWriter } from '../coco/write-coco.ts';
import { classNamed, noPictures, readBack, written } from './exchange.support.ts';
import { exchangeFormats } from './format-table.ts';

interface File {
  readonly categories: readonly {
    readonly name: string;
    readonly keypoints?: readonly string[];
    readonly skeleton?: readonly (readonly number[])[];
  }[];
  readonly annotations: readonly { readonly keypoints: readonly number[] }[];
}

/** A COCO keypoint file, read and written again. */
function again(file: object): File {
  const documents = [...readCoco(file).items()].map(item => item.document);
  const writer = new CocoWriter({ task: 'keypoints', classes: [classNamed('Person')] });
  for (const document of documents) writer.prepare(document);
  return JSON.parse(
    [
      writer.start(),
      ...documents.map(document => allAtOnce(writer.item(document, { name: 'a.jpg', width: 640, height: 480 }))),
      ...writer.end(),
    ].join(''),
  ) as File;
}

/** A skeleton with names that may repeat, and objects that show some of its points. */
const poses = fc.integer({ min: 2, max: 8 }).chain(count =>
  fc.record({
    names: fc.array(fc.constantFrom('head', 'hip', 'knee', 'toe', '1', '2'), { minLength: count, maxLength: count }),
    lines: fc.uniqueArray(
      fc
        .tuple(fc.integer({ min: 1, max: count }), fc.integer({ min: 1, max: count }))
        .filter(([from, to]) => from !== to),
      { selector: pair => pair.join(' '), maxLength: 6 },
    ),
    objects: fc.array(
      fc
        .array(fc.tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 400 }), fc.constantFrom(0, 1, 2)), {
          minLength: count,
          maxLength: count,
        })
        .filter(points => points.some(([, , seen]) => seen > 0)),
      { minLength: 1, maxLength: 4 },
    ),
  }),
);

describe('keypoints', () => {
  it('should keep order, number, names and lines of their skeleton through COCO', () => {
    fc.assert(
      fc.property(poses, ({ names, lines, objects }) => {
        const annotations = objects.map((points, at) => ({
          id: at + 1,
          image_id: 1,
          category_id: 1,
          bbox: [1, 1, 600, 400],
          keypoints: points.flatMap(([x, y, seen]) => (seen === 0 ? [0, 0, 0] : [x, y, seen])),
        }));
        const back = again({
          images: [{ id: 1, file_name: 'a.jpg', width: 640, height: 480 }],
          categories: [{ id: 1, name: 'Person', keypoints: names, skeleton: lines }],
          annotations,
        });
        expect(back.categories).toMatchObject([{ name: 'Person', keypoints: names, skeleton: lines }]);
        expect(back.annotations.map(each => each.keypoints)).toEqual(annotations.map(each => each.keypoints));
      }),
      { numRuns: runsOf(60) },
    );
  });

  it('should not vanish when the category lists no names', () => {
    const keypoints = [10, 20, 2, 0, 0, 0, 30, 40, 1];
    const back = again({
      images: [{ id: 1, file_name: 'a.jpg', width: 640, height: 480 }],
      categories: [{ id: 1, name: 'Person' }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 60, 60], keypoints }],
    });
    expect(back.categories).toMatchObject([{ keypoints: ['1', '2', '3'] }]);
    expect(back.annotations.map(each => each.keypoints)).toEqual([keypoints]);
  });

  it('should keep order, number and names through YOLO, of each class by itself', async () => {
    const classes = [classNamed('Person'), classNamed('Dog', 1)];
    const yaml = 'names: [Person, Dog]\nkpt_shape: [3, 3]\nkpt_names:\n  0: [head, hip, toe]\n  1: [nose, tail]\n';
    const lines =
      '0 0.5 0.5 0.5 0.5 0.000000 0.000000 0 0.250000 0.250000 2 0.500000 0.500000 1\n1 0.5 0.5 0.5 0.5 0.125000 0.250000 2 0.500000 0.250000 2 0.000000 0.000000 0\n';
    const first = await readBack(
      exchangeFormats.yolo,
      new Map([
        ['data.yaml', yaml],
        ['labels/a.txt', lines],
      ]),
      noPictures,
      {},
      undefined,
      classes,
    );
    const { files } = await written(exchangeFormats.yolo, first.documents[0]!, classes, noPictures, { task: 'pose' });
    expect(files.get('data.yaml')).toContain(
      'kpt_shape: [3, 3]\nkpt_names:\n  0: ["head","hip","toe"]\n  1: ["nose","tail"]\n',
    );
    const second = await readBack(exchangeFormats.yolo, files, noPictures, {}, undefined, classes);
    const templates = (documents: readonly JsonRecord[]): unknown =>
      (documents[0]!['instances'] as JsonRecord[])
        .filter(each => each['type'] === 'template')
        .map(({ className, points, pointLabels }) => ({ className, points, pointLabels }));
    expect(templates(second.documents)).toEqual(templates(first.documents));
  });
});
