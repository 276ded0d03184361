import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { stemOf } from '../exchange/image-path.ts';
import { countDocumentLosses, countInstanceLosses } from '../exchange/instance-losses.ts';
import { ringsOf } from '../exchange/instance-rings.ts';
import type { PngCodec } from '../exchange/raster-picture.ts';
import { paintMask } from '../mask/mask-pixels.ts';
import { ringsToMask } from '../mask/rings-to-mask.ts';
import { dropped, TransferReport } from '../transfer-report.ts';
import { vocPalette } from '../voc/voc-colors.ts';

/** Meanings of the values of mask pictures: the class as number or as colour, or the object. */
export const maskTasks = ['classes', 'colors', 'instances'] as const;
export type MaskTask = (typeof maskTasks)[number];

const carried: ReadonlySet<string> = new Set(['parts']);
const lostAttributes: ReadonlySet<string> = new Set(['attributes']);
const colorOf = (entry: AnnotationClass): number => Number.parseInt(entry.color.slice(1), 16);

/** Writes a PNG mask for every image, later shapes over earlier ones. */
export class MasksWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #task: MaskTask;
  readonly #objects: readonly AnnotationClass[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #png: PngCodec;
  readonly #taken = new Set<string>();

  constructor({ classes, options, png }: WriterHead) {
    this.#task = maskTasks.find(each => each === options.task) ?? 'classes';
    this.#png = png;
    this.#objects = classes.filter(each => each.type === ClassType.Object);
    this.#numbers = new Map(this.#objects.map((each, at) => [each.name, at + 1]));
    const colors = this.#objects.map(colorOf);
    if (this.#task === 'colors' && (new Set(colors).size < colors.length || colors.includes(0)))
      this.report.problem(
        'labelmap.txt',
        'several classes have one color, or a class is black, so the masks can’t distinguish them',
      );
  }

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return ['images', ...(folder === '' ? [] : [folder]), name].join('/');
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const { document, width, height, folder, name } = item;
    countDocumentLosses(document, this.report);
    const instances = recordsOf(document['instances']);
    if (!((width ?? 0) > 0 && (height ?? 0) > 0)) {
      if (instances.length > 0)
        this.report.add(
          'shape',
          {
            one: 'was dropped, since the size of its image is not known',
            many: 'were dropped, since the sizes of their images are not known',
          },
          instances.length,
        );
      return [];
    }
    const size = { width: width!, height: height! };
    const pixels =
      this.#task === 'colors' ? new Uint32Array(size.width * size.height) : new Uint16Array(size.width * size.height);
    const segments: { value: number; className: string }[] = [];
    for (const instance of instances) {
      const number = this.#numbers.get(String(instance['className']));
      const rings = ringsOf(instance);
      const mask =
        item.masks?.get(instance) ?? (rings === undefined ? undefined : ringsToMask([rings], size.width, size.height));
      if (number === undefined || mask === undefined) {
        this.report.add(
          instance['type'] === 'tag'
            ? 'tag instance'
            : number === undefined
              ? 'instance without a class'
              : String(instance['type'] ?? 'mask'),
          dropped,
        );
        continue;
      }
      if (instance['type'] !== undefined)
        this.report.add(String(instance['type']), { one: 'was painted', many: 'were painted' });
      countInstanceLosses(instance, carried, this.report, lostAttributes);
      const value =
        this.#task === 'classes'
          ? number
          : this.#task === 'colors'
            ? colorOf(this.#objects[number - 1]!)
            : segments.length + 1;
      if (value > 0xffff && this.#task !== 'colors') {
        this.report.add('shape', dropped);
        continue;
      }
      segments.push({ value, className: String(instance['className']) });
      paintMask(pixels, mask, value);
    }
    const prefix = folder === '' ? '' : `${folder}/`;
    let stem = `masks/${prefix}${stemOf(name)}`;
    if (this.#taken.has(stem)) stem = `masks/${prefix}${name}`;
    this.#taken.add(stem);
    const picture =
      this.#task === 'colors'
        ? this.#png.encode({ ...size, kind: 'color', bits: 8, pixels })
        : this.#task === 'classes' && this.#objects.length < 256
          ? this.#png.encode({ ...size, kind: 'index', bits: 8, pixels: Uint8Array.from(pixels), palette: vocPalette })
          : this.#png.encode({ ...size, kind: 'grey', bits: 16, pixels });
    return [
      { path: `${stem}.png`, content: picture },
      ...(this.#task === 'instances' ? [{ path: `${stem}.json`, content: `${JSON.stringify({ segments })}\n` }] : []),
    ];
  }

  rest(): readonly OutputFile[] {
    if (this.#task === 'instances') return [];
    if (this.#task === 'classes')
      return [
        { path: 'codes.txt', content: ['background', ...this.#numbers.keys()].map(name => `${name}\n`).join('') },
      ];
    const lines = this.#objects.map(
      each => `${each.name}:${colorOf(each) >> 16},${(colorOf(each) >> 8) & 255},${colorOf(each) & 255}::\n`,
    );
    return [
      { path: 'labelmap.txt', content: `# label:color_rgb:parts:actions\nbackground:0,0,0::\n${lines.join('')}` },
    ];
  }
}
