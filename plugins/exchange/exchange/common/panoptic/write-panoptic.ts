import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { stemOf } from '../exchange/image-path.ts';
import { countDocumentLosses, countInstanceLosses } from '../exchange/instance-losses.ts';
import type { PngCodec } from '../exchange/raster-picture.ts';
import { paintMask } from '../mask/mask-pixels.ts';
import { dropped, TransferReport } from '../transfer-report.ts';

/** Folder of the pictures of segments; the JSON names them from there on. */
const folder = 'panoptic';

const carried: ReadonlySet<string> = new Set(['parts']);
const lostAttributes: ReadonlySet<string> = new Set(['attributes']);
const merged = {
  one: 'was merged with the others of its object',
  many: 'were merged with the others of their objects',
};

/** Segments of one image, painted: the number of the segment of each pixel, row by row, 0 for none. */
interface Painted {
  readonly pixels: Uint32Array;
  /** By number, from 1. */
  readonly instances: readonly JsonRecord[];
}

/** Writes COCO panoptic: one JSON of segments, and a picture for every image whose colours are their numbers. */
export class PanopticWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #classes: readonly AnnotationClass[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #png: PngCodec;
  readonly #things = new Set<string>();
  readonly #images: string[] = [];
  readonly #listed = new Set<string>();
  readonly #drawn = new Set<string>();
  /** The image that was painted last: its entry in the list and its picture come one after the other. */
  #painted: { readonly item: WrittenItem; readonly painted: Painted | undefined } | undefined;

  constructor({ classes, png }: WriterHead) {
    this.#classes = classes.filter(each => each.type === ClassType.Object);
    this.#numbers = new Map(this.#classes.map((each, at) => [each.name, at + 1]));
    this.#png = png;
  }

  readonly list = {
    path: 'annotations/panoptic.json',
    start: (): string => '{"annotations":[',
    item: (item: WrittenItem): string => this.#annotation(item),
    end: (): Iterable<string> => this.#end(),
  };

  picture({ folder: own, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return ['images', ...(own === '' ? [] : [own]), name].join('/');
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const painted = this.#paint(item);
    if (painted === undefined) return [];
    // The number is R + 256 G + 65 536 B, so the low byte comes first.
    const pixels = painted.pixels.map(number => ((number & 255) << 16) | (number & 0xff00) | (number >> 16));
    return [
      {
        path: `${folder}/${this.#path(item, this.#drawn)}`,
        content: this.#png.encode({ width: item.width!, height: item.height!, kind: 'color', bits: 8, pixels }),
      },
    ];
  }

  #annotation(item: WrittenItem): string {
    const { document, width, height } = item;
    countDocumentLosses(document, this.report);
    this.#noteThings(document);
    const painted = this.#paint(item);
    if (painted === undefined) {
      const count = recordsOf(document['instances']).length;
      if (count > 0)
        this.report.add(
          'mask',
          {
            one: 'was dropped, since the size of its image is not known',
            many: 'were dropped, since the sizes of their images are not known',
          },
          count,
        );
      return '';
    }
    for (const instance of recordsOf(document['instances']))
      if (!painted.instances.includes(instance))
        this.report.add(
          instance['type'] === 'tag'
            ? 'tag instance'
            : this.#numbers.has(String(instance['className']))
              ? 'object'
              : 'instance without a class',
          dropped,
        );
    const id = this.#images.length + 1;
    this.#images.push(
      JSON.stringify({ id, file_name: item.folder === '' ? item.name : `${item.folder}/${item.name}`, width, height }),
    );
    const segments = this.#segments(painted, width!);
    return `${id === 1 ? '' : ','}${JSON.stringify({ image_id: id, file_name: this.#path(item, this.#listed), segments_info: segments })}`;
  }

  /** Marks classes that an image has twice as things that can be counted. */
  #noteThings(document: JsonRecord): void {
    const seen = new Set<string>();
    for (const { className } of recordsOf(document['instances'])) {
      const name = String(className);
      if (seen.has(name)) this.#things.add(name);
      seen.add(name);
    }
  }

  #paint(item: WrittenItem): Painted | undefined {
    if (this.#painted?.item !== item) this.#painted = { item, painted: paintedOf(item, this.#numbers) };
    return this.#painted.painted;
  }

  #segments({ pixels, instances }: Painted, width: number): readonly object[] {
    const extents = instances.map(() => ({ area: 0, left: Infinity, top: Infinity, right: 0, bottom: 0 }));
    pixels.forEach((number, at) => {
      if (number === 0) return;
      const extent = extents[number - 1]!;
      const [x, y] = [at % width, Math.floor(at / width)];
      extent.area += 1;
      extent.left = Math.min(extent.left, x);
      extent.right = Math.max(extent.right, x + 1);
      extent.top = Math.min(extent.top, y);
      extent.bottom = y + 1;
    });
    return instances.flatMap((instance, at) => {
      const { area, left, top, right, bottom } = extents[at]!;
      if (area === 0) return (this.report.add('object', dropped), []);
      const crowd = isCrowd(instance);
      countInstanceLosses(instance, carried, this.report, crowd ? undefined : lostAttributes);
      const { parts } = instance;
      if (Array.isArray(parts) && parts.length > 1) this.report.add('part', merged, parts.length);
      return [
        {
          id: at + 1,
          category_id: this.#numbers.get(String(instance['className'])),
          area,
          bbox: [left, top, right - left, bottom - top],
          iscrowd: crowd ? 1 : 0,
        },
      ];
    });
  }

  /**
   * The picture of an item, from the folder of pictures on; another item may have the same name with another ending.
   */
  #path({ folder: own, name }: WrittenItem, taken: Set<string>): string {
    const prefix = own === '' ? '' : `${own}/`;
    const short = `${prefix}${stemOf(name)}.png`;
    const path = taken.has(short) ? `${prefix}${name}.png` : short;
    taken.add(path);
    return path;
  }

  *#end(): Iterable<string> {
    yield `],"images":[${this.#images.join(',')}],`;
    const colorOf = (color: string): readonly number[] =>
      [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
    yield `"categories":${JSON.stringify(this.#classes.map(({ name, color }, at) => ({ id: at + 1, name, supercategory: '', isthing: this.#things.has(name) ? 1 : 0, color: colorOf(color) })))}}\n`;
  }
}

/** A crowd is marked by an attribute of that name, as COCO files have it; nothing else of it is an attribute. */
function isCrowd(instance: JsonRecord): boolean {
  const attributes = recordsOf(instance['attributes']);
  return attributes.length === 1 && attributes[0]!['groupName'] === 'iscrowd' && String(attributes[0]!['name']) === '1';
}

function paintedOf(
  { document, masks, width, height }: WrittenItem,
  classes: ReadonlyMap<string, number>,
): Painted | undefined {
  if (!((width ?? 0) > 0 && (height ?? 0) > 0)) return undefined;
  const pixels = new Uint32Array(width! * height!);
  const instances = recordsOf(document['instances']).filter(
    each => masks?.get(each) !== undefined && classes.has(String(each['className'])),
  );
  for (const [at, instance] of instances.entries()) paintMask(pixels, masks!.get(instance)!, at + 1);
  return { pixels, instances };
}
