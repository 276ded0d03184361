import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/classes/common/annotation-class.ts';
import type { JsonRecord } from '#plugins/editor/common/json-value.ts';
import { classNamed, instancesOf, readBack, written } from '../common/exchange/exchange.support.ts';
import type { ReadBack } from '../common/exchange/exchange.support.ts';
import { exchangeFormats } from '../common/exchange/format-table.ts';
import type { ExchangeFormatId } from '../common/exchange/format-table.ts';
import { recognise } from '../common/exchange/recognise.ts';
import { pngCodec } from './png-codec.ts';

const data = '../shared/data';

const walk = (folder: string): string[] => readdirSync(folder).flatMap(name => { const path = join(folder, name); return statSync(path).isDirectory() ? walk(path) : [path]; });
const load = (folder: string): ReadonlyMap<string, string | Uint8Array> => new Map(walk(join(data, folder)).filter(path => !/\.jpe?g$/i.test(path)).map(path => [relative(join(data, folder), path), path.endsWith('.png') ? readFileSync(path) : readFileSync(path, 'utf8')]));
const foreign = (files: ReadonlyMap<string, string | Uint8Array>): Parameters<typeof recognise>[0] => [...files].map(([path, content]) => ({ path, size: content.length, bytes: () => Promise.resolve(typeof content === 'string' ? new TextEncoder().encode(content) : content) }));

/** Pixels of the four photographs that several tools annotated. */
const sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>> = { birds: { width: 1000, height: 666 }, crack: { width: 1280, height: 720 }, shapes: { width: 588, height: 643 }, strawberry: { width: 1600, height: 1600 } };

const counts = (back: ReadBack): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const document of back.documents) for (const instance of document['instances'] as JsonRecord[]) found[String(instance['type'])] = (found[String(instance['type'])] ?? 0) + 1;
  return found;
};

describe.skipIf(!existsSync(data))('files that the tools wrote', () => {
  it.each([
    ['same_images_many_formats/cvat1.1', 'cvat', 4], ['cvat/images_task_synthetic', 'cvat', 2], ['same_images_many_formats/labelme', 'labelme', 4], ['same_images_many_formats/voc1.1', 'voc', 4],
    ['same_images_many_formats/labelImg', 'voc', 4], ['voc/raccoon', 'voc', 15], ['same_images_many_formats/yolo', 'yolo', 4], ['same_images_many_formats/yolo1.1', 'yolo', 4], ['label_studio/test_export_yolo', 'label-studio', undefined],
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
      const document = back.documents.find(each => String((each['metadata'] as JsonRecord)['name']).startsWith('shapes'))!;
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
    // The other tools were drawn by hand anew, a few pixels apart.
    for (const [folder, format] of [['same_images_many_formats/yolo1.1', 'yolo'], ['same_images_many_formats/yolo', 'yolo'], ['same_images_many_formats/labelme', 'labelme'], ['same_images_many_formats/labelImg', 'voc'], ['same_images_many_formats/voc1.1', 'voc']] as const) {
      (await box(folder, format)).forEach((edge, at) => expect(Math.abs(edge - cvat[at]!), `${folder} ${at}`).toBeLessThan(4));
    }
  });

  it.each([['same_images_many_formats/cvat1.1', 'cvat'], ['same_images_many_formats/labelme', 'labelme'], ['voc/raccoon', 'voc'], ['same_images_many_formats/labelImg', 'voc'], ['label_studio/test_export_yolo', 'label-studio']] as const)('%s written as %s should be the same shapes, and the report should tell the differences', async (folder, format) => {
    const back = await readBack(exchangeFormats[format], load(folder), pngCodec);
    const classes = back.classes.map((each, at): AnnotationClass => classNamed(each.name, at, each.attribute_groups.map(group => [group.name, group.group_type, group.attributes.map(value => value.name)])));
    for (const document of back.documents) {
      const metadata = document['metadata'] as { name: string; width?: number; height?: number };
      const size = metadata.width === undefined ? { width: 2000, height: 2000 } : { width: metadata.width, height: metadata.height! };
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
        const numbers = (value: unknown): number[] => (typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbers) : []);
        const [one, other] = [numbers(each['points'] ?? []), numbers(again[at]!['points'] ?? [])];
        expect(other).toHaveLength(one.length);
        other.forEach((value, index) => expect(Math.abs(value - one[index]!), `${basename(metadata.name)} ${at}`).toBeLessThanOrEqual(0.0101));
      });
    }
  });

  it('should give areas of VOC without a box the class of their pixels', async () => {
    const back = await readBack(exchangeFormats.voc, load('same_images_many_formats/voc1.1'), pngCodec);
    const shapes = back.documents.find(each => (each['metadata'] as JsonRecord)['name'] === 'shapes.jpg')!;
    expect((shapes['instances'] as JsonRecord[]).map(each => `${String(each['className'])} ${String(each['type'])}`).join(', ')).toBe('rectangle bbox, ellipse polygon, ellipse polygon');
    expect(sizes['shapes']).toEqual({ width: (shapes['metadata'] as JsonRecord)['width'], height: (shapes['metadata'] as JsonRecord)['height'] });
  });
});
