import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { classNamed, instancesOf, readBack, written } from '../common/exchange/exchange.support.ts';
import type { ReadBack } from '../common/exchange/exchange.support.ts';
import { exchangeFormats } from '../common/exchange/format-table.ts';
import type { ExchangeFormatId } from '../common/exchange/format-table.ts';
import { recognise } from '../common/exchange/recognise.ts';
import { readRle } from '../common/coco/coco-rle.ts';
import { maskArea } from '../common/mask/mask-runs.ts';
import { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import { readVideoBack, shownIn, writtenVideoFiles } from '../common/video/video-exchange.support.ts';
import { pngCodec } from './png-codec.ts';

const data = '../shared/data';

const walk = (folder: string): string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
const load = (folder: string): ReadonlyMap<string, string | Uint8Array> =>
  new Map(
    walk(join(data, folder))
      .filter(path => !/\.jpe?g$/i.test(path))
      .map(path => [
        relative(join(data, folder), path),
        path.endsWith('.png') ? readFileSync(path) : readFileSync(path, 'utf8'),
      ]),
  );
const foreign = (files: ReadonlyMap<string, string | Uint8Array>): Parameters<typeof recognise>[0] =>
  [...files].map(([path, content]) => ({
    path,
    size: content.length,
    bytes: () => Promise.resolve(typeof content === 'string' ? new TextEncoder().encode(content) : content),
  }));

/** Pixels of the four photographs that several tools annotated. */
const sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  birds: { width: 1000, height: 666 },
  crack: { width: 1280, height: 720 },
  shapes: { width: 588, height: 643 },
  strawberry: { width: 1600, height: 1600 },
};

const counts = (back: ReadBack): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const document of back.documents)
    for (const instance of document['instances'] as JsonRecord[])
      found[String(instance['type'])] = (found[String(instance['type'])] ?? 0) + 1;
  return found;
};

describe.skipIf(!existsSync(data))('files that the tools wrote', () => {
  it.each([
    ['same_images_many_formats/cvat1.1', 'cvat', 4],
    ['cvat/images_task_synthetic', 'cvat', 2],
    ['same_images_many_formats/labelme', 'labelme', 4],
    ['same_images_many_formats/voc1.1', 'voc', 4],
    ['same_images_many_formats/labelImg', 'voc', 4],
    ['voc/raccoon', 'voc', 15],
    ['same_images_many_formats/yolo', 'yolo', 4],
    ['same_images_many_formats/yolo1.1', 'yolo', 4],
    ['label_studio/test_export_yolo', 'label-studio', undefined],
  ] as const)('%s should be recognised as %s and read without a problem', async (folder, format, documents) => {
    const files = load(folder);
    expect(await recognise(foreign(files))).toBe(format);
    const back = await readBack(exchangeFormats[format], files, pngCodec);
    expect(back.report.filter(line => !/left out|names no picture/.test(line)).join('; ')).toBe('');
    if (documents !== undefined) expect(back.documents).toHaveLength(documents);
    expect(Object.values(counts(back)).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  });

  it('should give the same rectangle out of every format that has one', async () => {
    const shapes = { width: 588, height: 643 };
    const box = async (folder: string, format: ExchangeFormatId): Promise<number[]> => {
      const back = await readBack(exchangeFormats[format], load(folder), pngCodec, {}, shapes);
      const document = back.documents.find(each =>
        String((each['metadata'] as JsonRecord)['name']).startsWith('shapes'),
      )!;
      const found = (document['instances'] as JsonRecord[]).find(each => each['className'] === 'rectangle')!;
      if (found['type'] === 'polygon') {
        const flat = found['points'] as number[];
        const [xs, ys] = [flat.filter((value, at) => at % 2 === 0), flat.filter((value, at) => at % 2 === 1)];
        return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      }
      return ['x1', 'y1', 'x2', 'y2'].map(key => Number((found['points'] as JsonRecord)[key]));
    };
    const cvat = await box('same_images_many_formats/cvat1.1', 'cvat');
    expect(cvat).toEqual([45.8, 45.8, 230.61, 186.32]);
    // The other tools were drawn by hand again, a few pixels apart.
    for (const [folder, format] of [
      ['same_images_many_formats/yolo1.1', 'yolo'],
      ['same_images_many_formats/yolo', 'yolo'],
      ['same_images_many_formats/labelme', 'labelme'],
      ['same_images_many_formats/labelImg', 'voc'],
      ['same_images_many_formats/voc1.1', 'voc'],
    ] as const) {
      (await box(folder, format)).forEach((edge, at) =>
        expect(Math.abs(edge - cvat[at]!), `${folder} ${at}`).toBeLessThan(4),
      );
    }
  });

  it.each([
    ['same_images_many_formats/cvat1.1', 'cvat'],
    ['same_images_many_formats/labelme', 'labelme'],
    ['voc/raccoon', 'voc'],
    ['same_images_many_formats/labelImg', 'voc'],
    ['label_studio/test_export_yolo', 'label-studio'],
  ] as const)(
    '%s written as %s should be the same shapes, and the report should list the differences',
    async (folder, format) => {
      const back = await readBack(exchangeFormats[format], load(folder), pngCodec);
      const classes = back.classes.map((each, at): AnnotationClass =>
        classNamed(
          each.name,
          at,
          each.attribute_groups.map(group => [group.name, group.group_type, group.attributes.map(value => value.name)]),
        ),
      );
      for (const document of back.documents) {
        const metadata = document['metadata'] as { name: string; width?: number; height?: number };
        const size =
          metadata.width === undefined
            ? { width: 2000, height: 2000 }
            : { width: metadata.width, height: metadata.height! };
        const { files, lost } = await written(exchangeFormats[format], document, classes, pngCodec, {}, size);
        const again = instancesOf(await readBack(exchangeFormats[format], files, pngCodec, {}, size, classes));
        const before = document['instances'] as JsonRecord[];
        // VOC has boxes only and says so; the masks beside its files became polygons.
        const expected = format === 'voc' ? before.map(() => 'bbox') : before.map(each => each['type']);
        expect(again.map(each => each['type'])).toEqual(expected);
        expect(again.map(each => each['className'])).toEqual(before.map(each => each['className']));
        expect(lost.filter(line => !line.includes('open polygon') && !line.includes('ellipse'))).toEqual([]);
        before.forEach((each, at) => {
          if (again[at]!['type'] !== each['type']) return;
          const numbers = (value: unknown): number[] =>
            typeof value === 'number'
              ? [value]
              : typeof value === 'object' && value !== null
                ? Object.values(value).flatMap(numbers)
                : [];
          const [one, other] = [numbers(each['points'] ?? []), numbers(again[at]!['points'] ?? [])];
          expect(other).toHaveLength(one.length);
          other.forEach((value, index) =>
            expect(Math.abs(value - one[index]!), `${basename(metadata.name)} ${at}`).toBeLessThanOrEqual(0.0101),
          );
        });
      }
    },
  );

  it('should give areas of VOC without a box the class of their pixels', async () => {
    const back = await readBack(exchangeFormats.voc, load('same_images_many_formats/voc1.1'), pngCodec);
    const shapes = back.documents.find(each => (each['metadata'] as JsonRecord)['name'] === 'shapes.jpg')!;
    expect(
      (shapes['instances'] as JsonRecord[])
        .map(each => `${String(each['className'])} ${String(each['type'])}`)
        .join(', '),
    ).toBe('rectangle bbox, ellipse polygon, ellipse polygon');
    expect(sizes['shapes']).toEqual({
      width: (shapes['metadata'] as JsonRecord)['width'],
      height: (shapes['metadata'] as JsonRecord)['height'],
    });
  });

  it('COCO panoptic pictures should give the masks that the same set has as run lengths, and the same again once written', async () => {
    const folder = join(data, 'coco/panoptic');
    const json = JSON.parse(readFileSync(join(folder, 'panoptic_coco_detection_format.json'), 'utf8')) as {
      images: { id: number; file_name: string; width: number; height: number }[];
      categories: { id: number; name: string }[];
      annotations: { image_id: number; category_id: number; iscrowd: number; segmentation: unknown }[];
    };
    for (const image of json.images) {
      const picture = readFileSync(join(folder, 'panoptic_examples', image.file_name.replace('.jpg', '.png')));
      const { pixels } = pngCodec.decode(picture);
      const own = json.annotations
        .filter(each => each.image_id === image.id)
        .map(each => {
          const runs = readRle(each.segmentation);
          const [first] = runs.counts as [number];
          const color = pixels[(first % runs.height) * runs.width + Math.floor(first / runs.height)]!;
          return { ...each, runs, id: (color >> 16) | (color & 0xff00) | ((color & 255) << 16) };
        });
      const name = image.file_name.replace('.jpg', '.png');
      const set = new Map<string, string | Uint8Array>([
        [
          'annotations/panoptic_val2017.json',
          JSON.stringify({
            images: [image],
            categories: json.categories,
            annotations: [
              {
                image_id: image.id,
                file_name: name,
                segments_info: own.map(({ id, category_id, iscrowd }) => ({ id, category_id, iscrowd })),
              },
            ],
          }),
        ],
        [`panoptic_val2017/${name}`, picture],
      ]);
      expect(await recognise(foreign(set))).toBe('coco-panoptic');
      const back = await readBack(exchangeFormats['coco-panoptic'], set, pngCodec);
      expect(back.report).toEqual([]);
      const [document] = back.neutral;
      expect(document).toMatchObject({ name: image.file_name, width: image.width, height: image.height });
      expect(document!.instances.map(each => each.geometry)).toEqual(own.map(({ runs }) => ({ type: 'mask', runs })));

      const instances = document!.instances.map(({ className }) => ({
        className,
        attributes: [],
        parts: [{ color: '#00000f' }],
      }));
      const masks = new Map(instances.map((instance, at) => [instance, own[at]!.runs] as const));
      const { files, lost } = await written(
        exchangeFormats['coco-panoptic'],
        { metadata: {}, instances, tags: [], comments: [] },
        back.classes.map((each, at) => classNamed(each.name, at)),
        pngCodec,
        {},
        image,
        masks,
      );
      expect(lost).toEqual([]);
      const again = await readBack(exchangeFormats['coco-panoptic'], files, pngCodec);
      expect(again.neutral[0]!.instances.map(({ className, geometry }) => ({ className, geometry }))).toEqual(
        document!.instances.map(({ className, geometry }) => ({ className, geometry })),
      );
      const { annotations, categories } = JSON.parse(String(files.get('annotations/panoptic.json'))) as {
        annotations: { segments_info: { area: number; bbox: number[] }[] }[];
        categories: { name: string; isthing: number }[];
      };
      expect(annotations[0]!.segments_info.map(each => each.area)).toEqual(own.map(({ runs }) => maskArea(runs)));
      const counted = instances
        .filter((each, at) => instances.findIndex(other => other.className === each.className) !== at)
        .map(each => each.className);
      expect(
        categories
          .filter(each => each.isthing === 1)
          .map(each => each.name)
          .toSorted(),
      ).toEqual([...new Set(counted)].toSorted());
    }
  });

  it('should read the tracks of a MOT sequence and write every line again', async () => {
    const files = new Map([...load('mot/TUD-Campus')].filter(([path]) => !path.startsWith('results')));
    expect(await recognise(foreign(files))).toBe('mot');
    const frames = FrameTable.regular(25, (71 / 25) * 1_000_000);
    const back = await readVideoBack(exchangeFormats.mot, files, [], frames);
    expect([back.names, back.report, back.classes.map(({ name }) => name)]).toEqual([['TUD-Campus'], [], ['object']]);
    const again = await writtenVideoFiles(exchangeFormats.mot, back.documents[0]!, [classNamed('object')], {}, frames);
    const boxes = (text: string): readonly string[] =>
      text
        .split('\n')
        .map(line =>
          line
            .split(',')
            .filter((_, at) => at !== 1 && at < 6)
            .map(value => Math.round(Number(value)))
            .join(),
        )
        .toSorted();
    const original = String([...files].find(([path]) => path.endsWith('gt.txt'))![1]);
    expect(boxes(String(again.files.get('clip/gt/gt.txt')))).toEqual(boxes(original));
  });

  it('should read the tracks of CVAT with elements outside, attributes and points', async () => {
    const files = load('cvat/video_tracks_synthetic');
    expect(await recognise(foreign(files))).toBe('cvat-video');
    const frames = FrameTable.regular(10, 2_000_000);
    const back = await readVideoBack(exchangeFormats['cvat-video'], files, [], frames);
    expect([back.names, back.report]).toEqual([['t.mp4'], []]);
    const shown = shownIn(back.documents[0]!, frames);
    expect(shown.map(({ type }) => type)).toEqual(['bbox', 'point', 'point', 'point', 'polyline']);
    expect(Object.keys(shown[0]!['frames'] as object)).toEqual(['10', '11', '12']);
    expect((shown[1]!['frames'] as JsonRecord)['10']).toMatchObject({ attributes: ['hgl=hgkf'] });
    expect(Object.keys(shown[1]!['frames'] as object)).toEqual(['10', '11', '12']);
  });
});
