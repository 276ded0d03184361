import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { boxRing } from '../exchange/coordinates.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { stemOf } from '../exchange/image-path.ts';
import { countDocumentLosses, countInstanceLosses } from '../exchange/instance-losses.ts';
import { ringsOf } from '../exchange/instance-rings.ts';
import { groupedBoxes, KeypointOrder, visibilityOf } from '../exchange/keypoint-names.ts';
import { edgesOf } from '../exchange/shape-extent.ts';
import { partOf } from '../exchange/split.ts';
import type { SplitName, SplitPart } from '../exchange/split.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { maskToRings } from '../mask/mask-to-rings.ts';
import { dropped, TransferReport } from '../transfer-report.ts';
import type { Fate } from '../transfer-report.ts';
import { yoloTasks } from './yolo-line.ts';
import type { YoloTask } from './yolo-line.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';

const asBox: Fate = { one: 'was written as its box', many: 'were written as their boxes' };
const asPolygon: Fate = { one: 'was written as a polygon', many: 'were written as polygons' };
const lostAttributes: ReadonlySet<string> = new Set(['attributes']);
const noFields: ReadonlySet<string> = new Set();
const poseFields: ReadonlySet<string> = new Set(['pointLabels', 'groupId']);
const partNames: readonly SplitPart[] = ['train', 'val', 'test'];

/** Writes a YOLO set: a label file for every image, the names in `data.yaml`. */
export class YoloWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #task: YoloTask;
  readonly #numbers: ReadonlyMap<string, number>;
  /** By class. */
  readonly #keypoints = new Map<string, KeypointOrder>();
  readonly #split: SplitName | undefined;
  readonly #taken = new Set<string>();
  readonly #parts = new Set<SplitPart>();

  constructor({ classes, options }: WriterHead) {
    this.#task = yoloTasks.find(each => each === options.task) ?? 'detect';
    this.#numbers = new Map(classes.filter(each => each.type === ClassType.Object).map((each, at) => [each.name, at]));
    this.#split = options.split;
  }

  get prepare(): ((document: JsonRecord) => void) | undefined {
    if (this.#task !== 'pose') return undefined;
    return document => {
      for (const instance of recordsOf(document['instances'])) {
        const className = String(instance['className']);
        if (instance['type'] !== 'template' || !this.#numbers.has(className)) continue;
        const order = this.#keypoints.get(className) ?? new KeypointOrder();
        this.#keypoints.set(className, order);
        order.collect(instance);
      }
    };
  }

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return ['images', ...this.#partPath(folder, name), ...(folder === '' ? [] : [folder]), name].join('/');
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const { folder, name } = item;
    this.#parts.add(partOf(this.#split, folder, name));
    const directory = ['labels', ...this.#partPath(folder, name), ...(folder === '' ? [] : [folder])].join('/');
    let path = `${directory}/${stemOf(name)}.txt`;
    if (this.#taken.has(path)) {
      path = `${directory}/${name}.txt`;
      this.report.problem(name, `another image has this name with another ending, so its labels are in ${path}`);
    }
    this.#taken.add(path);
    const lines = this.#lines(item);
    return [{ path, content: lines.map(line => `${line}\n`).join('') }];
  }

  rest(): readonly OutputFile[] {
    const split = this.#split !== undefined && this.#split !== 'none';
    const used = split ? partNames.filter(part => part === 'train' || part === 'val' || this.#parts.has(part)) : [];
    const lines = [
      'path: .',
      ...(split ? used.map(part => `${part}: images/${part}`) : ['train: images', 'val: images']),
      ...(this.#task === 'pose'
        ? [
            `kpt_shape: [${this.#keypointCount}, 3]`,
            ...(this.#keypoints.size === 0
              ? []
              : [
                  'kpt_names:',
                  ...[...this.#keypoints].map(
                    ([name, order]) => `  ${this.#numbers.get(name)!}: ${JSON.stringify(order.names())}`,
                  ),
                ]),
          ]
        : []),
      `nc: ${this.#numbers.size}`,
      ...(this.#numbers.size === 0
        ? ['names: []']
        : ['names:', ...[...this.#numbers].map(([name, number]) => `  ${number}: ${JSON.stringify(name)}`)]),
    ];
    return [
      { path: 'data.yaml', content: `${lines.join('\n')}\n` },
      { path: 'classes.txt', content: [...this.#numbers.keys()].map(name => `${name}\n`).join('') },
    ];
  }

  /** The set has one number of keypoints for all classes: those of the largest skeleton. */
  get #keypointCount(): number {
    return Math.max(0, ...[...this.#keypoints.values()].map(order => order.names().length));
  }

  #partPath(folder: string, name: string): readonly string[] {
    return this.#split === undefined || this.#split === 'none' ? [] : [partOf(this.#split, folder, name)];
  }

  #lines({ document, width, height, masks }: WrittenItem): readonly string[] {
    countDocumentLosses(document, this.report);
    const instances = recordsOf(document['instances']);
    if (instances.length === 0) return [];
    if (width === undefined || height === undefined || width <= 0 || height <= 0) {
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
    const boxes = this.#task === 'pose' ? groupedBoxes(instances) : new Map<JsonRecord, JsonRecord>();
    const used = new Set(boxes.values());
    return instances.flatMap(instance => {
      if (used.has(instance)) return (countInstanceLosses(instance, poseFields, this.report, lostAttributes), []);
      const number = this.#numbers.get(String(instance['className']));
      if (instance['type'] === 'tag') return (this.report.add('tag instance', dropped), []);
      if (number === undefined)
        return (
          this.report.add('instance', { one: 'without a class was dropped', many: 'without a class were dropped' }), []
        );
      const mask = masks?.get(instance);
      const written = this.#numbersOf(instance, mask, boxes.get(instance), { width, height });
      if (written === undefined) return (this.report.add(String(instance['type'] ?? 'mask'), dropped), []);
      countInstanceLosses(
        instance,
        this.#task === 'pose' ? poseFields : mask === undefined ? noFields : new Set(['parts']),
        this.report,
        lostAttributes,
      );
      return written.map(values => [number, ...values].join(' '));
    });
  }

  /**
   * The values of the lines of an instance, six decimals, inside the image; undefined for what the task has no place
   * for.
   */
  #numbersOf(
    instance: JsonRecord,
    mask: MaskRuns | undefined,
    box: JsonRecord | undefined,
    size: { readonly width: number; readonly height: number },
  ): readonly (readonly string[])[] | undefined {
    const { type } = instance;
    const places = (ring: readonly number[]): string[] =>
      ring.map((value, at) => this.#share(value, at % 2 === 0 ? size.width : size.height));
    if (this.#task === 'pose')
      return type === 'template' ? [[...this.#box(box ?? instance, size), ...this.#points(instance, size)]] : undefined;
    const rings = mask === undefined ? ringsOf(instance) : undefined;
    if (this.#task === 'segment') {
      const all =
        mask === undefined
          ? rings === undefined
            ? []
            : [rings]
          : maskToRings(mask).map(area => [area.points, ...area.holes]);
      if (all.length === 0) return undefined;
      if (type === 'ellipse' || type === 'bbox' || type === 'rbbox') this.report.add(String(type), asPolygon);
      if (mask !== undefined) this.report.add('mask', asPolygon);
      const holes = all.reduce((sum, [, ...inner]) => sum + inner.length, 0);
      this.report.add('hole', dropped, holes);
      return all.map(([outer]) => places(outer!));
    }
    if (this.#task === 'obb' && type === 'rbbox' && rings !== undefined) return [places(rings[0]!)];
    const edges = type === 'point' ? undefined : edgesOf(instance, mask);
    if (edges === undefined) return undefined;
    if (type !== 'bbox') this.report.add(mask === undefined ? String(type) : 'mask', asBox);
    if (this.#task === 'obb') return [places(boxRing(edges.x1, edges.y1, edges.x2, edges.y2))];
    const predicted =
      instance['creationType'] === 'Prediction' && typeof instance['probability'] === 'number'
        ? [(instance['probability'] / 100).toFixed(2)]
        : [];
    return [[...this.#box(instance, size, mask), ...predicted]];
  }

  #box(
    instance: JsonRecord,
    { width, height }: { readonly width: number; readonly height: number },
    mask?: MaskRuns,
  ): string[] {
    const edges = edgesOf(instance, mask) ?? { x1: 0, y1: 0, x2: 0, y2: 0 };
    const [left, right] = [clipped(edges.x1 / width), clipped(edges.x2 / width)];
    const [top, bottom] = [clipped(edges.y1 / height), clipped(edges.y2 / height)];
    if (edges.x1 < 0 || edges.y1 < 0 || edges.x2 > width || edges.y2 > height)
      this.report.add('shape', {
        one: 'was cut at the border of its image',
        many: 'were cut at the border of their images',
      });
    return [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top].map(sixDecimals);
  }

  #share(value: number, whole: number): string {
    if (value < 0 || value > whole)
      this.report.add('coordinate', {
        one: 'was moved to the border of its image',
        many: 'were moved to the border of their images',
      });
    return sixDecimals(clipped(value / whole));
  }

  #points(instance: JsonRecord, { width, height }: { readonly width: number; readonly height: number }): string[] {
    const values = Array.from({ length: this.#keypointCount * 3 }, (none, at): string =>
      at % 3 === 2 ? '0' : '0.000000',
    );
    const visibility = visibilityOf(instance);
    const places = this.#keypoints.get(String(instance['className']))!.placesOf(instance);
    recordsOf(instance['points']).forEach((point, at) => {
      const start = places[at]! * 3;
      values[start] = this.#share(Number(point['x']), width);
      values[start + 1] = this.#share(Number(point['y']), height);
      values[start + 2] = String(visibility[at]);
    });
    if (recordsOf(instance['connections']).length > 0) this.report.lose('connections', 'template');
    return values;
  }
}

const clipped = (share: number): number => Math.min(1, Math.max(0, share));
const sixDecimals = (share: number): string => share.toFixed(6);
