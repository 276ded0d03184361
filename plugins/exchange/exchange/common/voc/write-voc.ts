import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { rounded } from '../exchange/coordinates.ts';
import type {
  ExchangeOptions,
  ExchangeWriter,
  OutputFile,
  WriterHead,
  WrittenItem,
} from '../exchange/exchange-writer.ts';
import { writeAttributes } from '../exchange/foreign-attributes.ts';
import { stemOf } from '../exchange/image-path.ts';
import { countDocumentLosses, countInstanceLosses } from '../exchange/instance-losses.ts';
import { ringsOf } from '../exchange/instance-rings.ts';
import type { PngCodec } from '../exchange/raster-picture.ts';
import { edgesOf } from '../exchange/shape-extent.ts';
import type { Edges } from '../exchange/shape-extent.ts';
import { partOf } from '../exchange/split.ts';
import type { SplitPart } from '../exchange/split.ts';
import { escapeXml } from '../exchange/xml-element.ts';
import { paintMask } from '../mask/mask-pixels.ts';
import { ringsToMask } from '../mask/rings-to-mask.ts';
import { dropped, TransferReport } from '../transfer-report.ts';
import { vocColor, vocPalette } from './voc-colors.ts';

const asBox = { one: 'was written as its box', many: 'were written as their boxes' };
const ownElements = ['pose', 'truncated', 'occluded', 'difficult'] as const;
const noFields: ReadonlySet<string> = new Set();
const noSkip: ReadonlySet<string> = new Set();
/** Pictures have 255 colours beside the background; the last is the border's. */
const mostIndices = 254;

/** Writes Pascal VOC: an XML file for every image, and the masks of the task `segment`. */
export class VocWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #options: ExchangeOptions;
  readonly #classes: ReadonlyMap<string, AnnotationClass>;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #png: PngCodec;
  readonly #parts = new Map<SplitPart, string[]>();
  readonly #taken = new Set<string>();

  constructor({ classes, options, png }: WriterHead) {
    this.#options = options;
    this.#png = png;
    const objects = classes.filter(each => each.type === ClassType.Object);
    this.#classes = new Map(objects.map(each => [each.name, each]));
    this.#numbers = new Map(objects.map((each, at) => [each.name, at + 1]));
  }

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return ['JPEGImages', ...(folder === '' ? [] : [folder]), name].join('/');
  }

  files(item: WrittenItem): readonly OutputFile[] {
    countDocumentLosses(item.document, this.report);
    const prefix = item.folder === '' ? '' : `${item.folder}/`;
    let stem = `${prefix}${stemOf(item.name)}`;
    if (this.#taken.has(stem)) {
      stem = `${prefix}${item.name}`;
      this.report.problem(
        item.name,
        `another image has this name with another ending, so its annotations are in ${stem}.xml`,
      );
    }
    this.#taken.add(stem);
    const part = partOf(this.#options.split, item.folder, item.name);
    const stems = this.#parts.get(part);
    if (stems === undefined) this.#parts.set(part, [stem]);
    else stems.push(stem);
    const written = recordsOf(item.document['instances']).filter(instance => this.#fits(instance, item));
    const segmented =
      this.#options.task === 'segment' && written.length > 0 && (item.width ?? 0) > 0 && (item.height ?? 0) > 0;
    return [
      { path: `Annotations/${stem}.xml`, content: this.#xml(item, written, segmented) },
      ...(segmented ? this.#masks(item, written, stem) : []),
    ];
  }

  rest(): readonly OutputFile[] {
    const main = this.#options.task === 'segment' ? ['Main', 'Segmentation'] : ['Main'];
    const split = this.#options.split !== undefined && this.#options.split !== 'none';
    const lists = main.flatMap(directory =>
      [...this.#parts].map(([part, stems]) => ({
        path: `ImageSets/${directory}/${split ? part : 'default'}.txt`,
        content: stems.map(stem => `${stem}\n`).join(''),
      })),
    );
    const colors = [...this.#numbers].map(([name, number]) => {
      const color = vocColor(number);
      return `${name}:${color >> 16},${(color >> 8) & 255},${color & 255}::\n`;
    });
    return [
      ...lists,
      { path: 'labelmap.txt', content: `# label:color_rgb:parts:actions\nbackground:0,0,0::\n${colors.join('')}` },
    ];
  }

  #fits(instance: JsonRecord, item: WrittenItem): boolean {
    const mask = item.masks?.get(instance);
    const { type } = instance;
    if (type === 'tag') return (this.report.add('tag instance', dropped), false);
    if (!this.#classes.has(String(instance['className'])))
      return (
        this.report.add('instance', { one: 'without a class was dropped', many: 'without a class were dropped' }), false
      );
    if (edgesOf(instance, mask) === undefined) return (this.report.add('broken shape', dropped), false);
    if (type === 'template') this.report.add('keypoint', dropped, recordsOf(instance['points']).length);
    if (
      type !== 'bbox' &&
      (this.#options.task !== 'segment' || (mask === undefined && ringsOf(instance) === undefined))
    )
      this.report.add(mask === undefined ? String(type) : 'mask', asBox);
    countInstanceLosses(instance, mask === undefined ? noFields : new Set(['parts']), this.report);
    return true;
  }

  #xml(item: WrittenItem, instances: readonly JsonRecord[], segmented: boolean): string {
    const objects = instances
      .map(instance => {
        const className = String(instance['className']);
        const values = new Map(
          Object.entries(writeAttributes(instance, this.#classes.get(className), noSkip)).map(([name, value]) => [
            name,
            textOf(value),
          ]),
        );
        const own = ownElements
          .map(
            name =>
              `    <${name}>${escapeXml(values.get(name) ?? (name === 'pose' ? 'Unspecified' : '0'))}</${name}>\n`,
          )
          .join('');
        const more = [...values]
          .filter(([name]) => !(ownElements as readonly string[]).includes(name))
          .map(
            ([name, value]) =>
              `      <attribute>\n        <name>${escapeXml(name)}</name>\n        <value>${escapeXml(value)}</value>\n      </attribute>\n`,
          )
          .join('');
        const box = this.#box(edgesOf(instance, item.masks?.get(instance))!);
        return `  <object>\n    <name>${escapeXml(className)}</name>\n${own}    <bndbox>\n${box}    </bndbox>\n${more === '' ? '' : `    <attributes>\n${more}    </attributes>\n`}  </object>\n`;
      })
      .join('');
    return (
      `<annotation>\n  <folder>${escapeXml(item.folder)}</folder>\n  <filename>${escapeXml(item.name)}</filename>\n  <source>\n    <database>Unknown</database>\n    <annotation>Unknown</annotation>\n    <image>Unknown</image>\n  </source>\n` +
      `  <size>\n    <width>${item.width ?? 0}</width>\n    <height>${item.height ?? 0}</height>\n    <depth>3</depth>\n  </size>\n  <segmented>${segmented ? 1 : 0}</segmented>\n${objects}</annotation>\n`
    );
  }

  #box({ x1, y1, x2, y2 }: Edges): string {
    const shift = this.#options.one_based === true ? 1 : 0;
    const low = (value: number): number =>
      (this.#options.integers === true ? Math.floor(value) : rounded(value)) + shift;
    const high = (value: number): number => (this.#options.integers === true ? Math.ceil(value) : rounded(value));
    return `      <xmin>${rounded(low(x1))}</xmin>\n      <ymin>${rounded(low(y1))}</ymin>\n      <xmax>${high(x2)}</xmax>\n      <ymax>${high(y2)}</ymax>\n`;
  }

  #masks({ width, height, masks }: WrittenItem, instances: readonly JsonRecord[], stem: string): readonly OutputFile[] {
    const size = { width: width!, height: height! };
    const [classes, objects] = [new Uint8Array(size.width * size.height), new Uint8Array(size.width * size.height)];
    instances.forEach((instance, at) => {
      const rings = ringsOf(instance);
      const mask =
        masks?.get(instance) ?? (rings === undefined ? undefined : ringsToMask([rings], size.width, size.height));
      if (mask === undefined) return;
      const number = this.#numbers.get(String(instance['className']))!;
      if (at >= mostIndices || number > mostIndices)
        return this.report.add('shape', {
          one: 'has no mask, since pictures have 254 colours',
          many: 'have no mask, since pictures have 254 colours',
        });
      paintMask(classes, mask, number);
      paintMask(objects, mask, at + 1);
    });
    const picture = (pixels: Uint8Array): Uint8Array =>
      this.#png.encode({ ...size, kind: 'index', bits: 8, pixels, palette: vocPalette });
    return [
      { path: `SegmentationClass/${stem}.png`, content: picture(classes) },
      { path: `SegmentationObject/${stem}.png`, content: picture(objects) },
    ];
  }
}

/** A value as text: flags 0 and 1, lists with commas. */
const textOf = (value: unknown): string =>
  typeof value === 'boolean'
    ? String(Number(value))
    : Array.isArray(value)
      ? value.map(String).join(', ')
      : String(value);
