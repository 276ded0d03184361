import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { rounded } from '../exchange/coordinates.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { flagNames, writeAttributes } from '../exchange/foreign-attributes.ts';
import { stemOf } from '../exchange/image-path.ts';
import { countDocumentLosses, countInstanceLosses } from '../exchange/instance-losses.ts';
import { ringsOf } from '../exchange/instance-rings.ts';
import { keptSource } from '../exchange/json-file.ts';
import { keypointLabel } from '../exchange/keypoint-names.ts';
import type { PngCodec } from '../exchange/raster-picture.ts';
import { cuboidOutline, edgesOf, verticesOf } from '../exchange/shape-extent.ts';
import { paintMask } from '../mask/mask-pixels.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { dropped, TransferReport } from '../transfer-report.ts';

const asPolygon = { one: 'was written as a polygon', many: 'were written as polygons' };
const carried: ReadonlySet<string> = new Set(['groupId', 'parts']);
const ownFields: ReadonlySet<string> = new Set(['description']);
const noSkip: ReadonlySet<string> = new Set();

type Point = readonly [number, number];
interface Drawn {
  readonly points: readonly Point[];
  readonly shape_type: string;
  readonly label?: string;
  readonly hole?: true;
  readonly mask?: string;
}

const pairs = (flat: readonly number[]): Point[] =>
  Array.from({ length: flat.length / 2 }, (none, at) => [rounded(flat[at * 2]!), rounded(flat[at * 2 + 1]!)] as const);
const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
};

/** Writes LabelMe: a JSON file for every image. */
export class LabelMeWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #classes: ReadonlyMap<string, AnnotationClass>;
  readonly #png: PngCodec;
  readonly #taken = new Set<string>();

  constructor({ classes, png }: WriterHead) {
    this.#classes = new Map(classes.map(each => [each.name, each]));
    this.#png = png;
  }

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return folder === '' ? name : `${folder}/${name}`;
  }

  files(item: WrittenItem): readonly OutputFile[] {
    countDocumentLosses(item.document, this.report, { tags: true });
    const prefix = item.folder === '' ? '' : `${item.folder}/`;
    let path = `${prefix}${stemOf(item.name)}.json`;
    if (this.#taken.has(path)) path = `${prefix}${item.name}.json`;
    this.#taken.add(path);
    const metadata = isRecord(item.document['metadata']) ? item.document['metadata'] : {};
    const tags = Array.isArray(item.document['tags'])
      ? (item.document['tags'] as unknown[]).filter(tag => typeof tag === 'string')
      : [];
    const file = {
      version: '5.4.1',
      flags: Object.fromEntries(tags.map(tag => [tag, true])),
      shapes: recordsOf(item.document['instances']).flatMap(instance =>
        this.#shapes(instance, item.masks?.get(instance)),
      ),
      imagePath: item.name,
      imageData: null,
      imageHeight: item.height ?? null,
      imageWidth: item.width ?? null,
      ...keptSource(metadata, 'labelme'),
    };
    return [{ path, content: `${JSON.stringify(file, undefined, 2)}\n` }];
  }

  #shapes(instance: JsonRecord, mask: MaskRuns | undefined): readonly JsonRecord[] {
    const className = instance['className'];
    if (instance['type'] === 'tag') return (this.report.add('tag instance', dropped), []);
    if (typeof className !== 'string')
      return (
        this.report.add('instance', { one: 'without a class was dropped', many: 'without a class were dropped' }), []
      );
    const drawn = mask === undefined ? this.#drawn(instance, className) : this.#mask(mask);
    if (drawn.length === 0) return (this.report.add('broken shape', dropped), []);
    countInstanceLosses(instance, carried, this.report);
    const values = writeAttributes(instance, this.#classes.get(className), noSkip);
    const flags = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => flagNames.has(name) && typeof value === 'boolean'),
    );
    const attributes = Object.fromEntries(
      Object.entries(values).filter(([name]) => !(name in flags) && !ownFields.has(name)),
    );
    const group = typeof instance['groupId'] === 'number' && instance['groupId'] > 0 ? instance['groupId'] - 1 : null;
    return drawn.map(({ points, shape_type, label, hole, mask: png }) => ({
      label: label ?? className,
      points,
      group_id: group,
      description: typeof values['description'] === 'string' ? values['description'] : '',
      shape_type,
      flags: hole === true ? { hole: true } : flags,
      mask: png ?? null,
      ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
      ...keptSource(instance, 'labelme'),
    }));
  }

  #drawn(instance: JsonRecord, className: string): readonly Drawn[] {
    const { type } = instance;
    const vertices = verticesOf(instance);
    if (vertices === undefined) return [];
    switch (type) {
      case 'bbox': {
        const edges = edgesOf(instance)!;
        return [
          {
            points: [
              [edges.x1, edges.y1],
              [edges.x2, edges.y2],
            ],
            shape_type: 'rectangle',
          },
        ];
      }
      case 'rbbox':
        return [{ points: pairs(vertices), shape_type: 'rotation' }];
      case 'polyline':
        return [{ points: pairs(vertices), shape_type: 'linestrip' }];
      case 'point':
        return [{ points: pairs(vertices), shape_type: 'point' }];
      case 'ellipse': {
        const [cx, cy, rx, ry] = [instance['cx'], instance['cy'], instance['rx'], instance['ry']].map(Number) as [
          number,
          number,
          number,
          number,
        ];
        if (rx === ry)
          return [
            {
              points: [
                [rounded(cx), rounded(cy)],
                [rounded(cx + rx), rounded(cy)],
              ],
              shape_type: 'circle',
            },
          ];
        this.report.add('ellipse', asPolygon);
        return [{ points: pairs(vertices), shape_type: 'polygon' }];
      }
      case 'cuboid': {
        this.report.add('cuboid', { one: 'was written as its outline', many: 'were written as their outlines' });
        return [{ points: pairs(cuboidOutline(instance) ?? []), shape_type: 'polygon' }];
      }
      case 'template': {
        this.report.add('template', { one: 'was written as single points', many: 'were written as single points' });
        return recordsOf(instance['points']).map((point, at) => ({
          points: pairs([Number(point['x']), Number(point['y'])]),
          shape_type: 'point',
          label: `${className}:${keypointLabel(instance, at, point['id'])}`,
        }));
      }
      default: {
        const [ring, ...holes] = ringsOf(instance) ?? [];
        return ring === undefined
          ? []
          : [
              { points: pairs(ring), shape_type: 'polygon' },
              ...holes.map((hole): Drawn => ({ points: pairs(hole), shape_type: 'polygon', hole: true })),
            ];
      }
    }
  }

  #mask(mask: MaskRuns): readonly Drawn[] {
    const edges = edgesOf({}, mask);
    if (edges === undefined) return [];
    const [width, height] = [edges.x2 - edges.x1, edges.y2 - edges.y1];
    const all = new Uint8Array(mask.width * mask.height);
    paintMask(all, mask, 255);
    const pixels = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1)
      pixels.set(
        all.subarray((edges.y1 + y) * mask.width + edges.x1, (edges.y1 + y) * mask.width + edges.x2),
        y * width,
      );
    return [
      {
        points: [
          [edges.x1, edges.y1],
          [edges.x2 - 1, edges.y2 - 1],
        ],
        shape_type: 'mask',
        mask: base64(this.#png.encode({ width, height, kind: 'grey', bits: 8, pixels })),
      },
    ];
  }
}
