import { stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { ExchangeWriter, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { writeAttributes } from '../exchange/foreign-attributes.ts';
import { countDocumentLosses, countInstanceLosses } from '../exchange/instance-losses.ts';
import { ringsOf } from '../exchange/instance-rings.ts';
import { keptSource } from '../exchange/json-file.ts';
import { keypointLabel, visibilityOf } from '../exchange/keypoint-names.ts';
import { turnedBoxOf } from '../exchange/rotated-box.ts';
import { edgesOf, verticesOf } from '../exchange/shape-extent.ts';
import { partOf } from '../exchange/split.ts';
import { escapeXml } from '../exchange/xml-element.ts';
import { maskToRowRuns } from '../mask/mask-pixels.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { maskExtent } from '../mask/mask-runs.ts';
import { ringsToMask } from '../mask/rings-to-mask.ts';
import { dropped, TransferReport } from '../transfer-report.ts';
import { cvatNumber, cvatOrigins, cvatPoints } from './cvat-text.ts';
import { labelElements } from './label-element.ts';
import { SkeletonLabel } from './skeleton-labels.ts';

const carried: ReadonlySet<string> = new Set(['groupId', 'creationType', 'parts']);
const templateFields: ReadonlySet<string> = new Set(['groupId', 'creationType', 'pointLabels']);
const ownAttribute: ReadonlySet<string> = new Set(['occluded']);
interface Written {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children?: string;
}

/** Writes CVAT for images 1.1: one XML file. */
export class CvatWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #head: WriterHead;
  readonly #classes: ReadonlyMap<string, AnnotationClass>;
  readonly #skeletons = new Map<string, SkeletonLabel>();
  #images = 0;

  constructor(head: WriterHead) {
    this.#head = head;
    this.#classes = new Map(head.classes.map(each => [each.name, each]));
  }

  readonly list = {
    path: 'annotations.xml',
    // The labels of skeletons list their points.
    startsLate: true,
    start: (): string => this.#start(),
    item: (item: WrittenItem): Steps<string> => this.#image(item),
    end: (): Iterable<string> => this.#end(),
  };

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return ['images', ...(folder === '' ? [] : [folder]), name].join('/');
  }

  #start(): string {
    const labels = labelElements(this.#head.classes, this.#skeletons, false);
    return `<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <version>1.1</version>\n  <meta>\n    <task>\n      <name>${escapeXml(this.#head.projectName)}</name>\n      <mode>annotation</mode>\n      <labels>\n${labels}      </labels>\n    </task>\n  </meta>\n`;
  }

  #end(): Iterable<string> {
    for (const skeleton of this.#skeletons.values()) this.report.lose('connections', 'template', skeleton.undrawn());
    return ['</annotations>\n'];
  }

  *#image(item: WrittenItem): Steps<string> {
    const { document, folder, name, width, height } = item;
    countDocumentLosses(document, this.report);
    const split = this.#head.options.split;
    const subset = split === undefined || split === 'none' ? '' : ` subset="${partOf(split, folder, name)}"`;
    const shapes: string[] = [];
    yield* stepping(recordsOf(document['instances']), (instance, order) =>
      shapes.push(this.#element(instance, item, order)),
    );
    const path = folder === '' ? name : `${folder}/${name}`;
    return `  <image id="${this.#images++}" name="${escapeXml(path)}"${subset} width="${width ?? 0}" height="${height ?? 0}">\n${shapes.join('')}  </image>\n`;
  }

  #element(instance: JsonRecord, item: WrittenItem, order: number): string {
    const className = instance['className'];
    if (typeof className !== 'string')
      return (
        this.report.add('instance', { one: 'without a class was dropped', many: 'without a class were dropped' }), ''
      );
    const written = this.#shape(instance, item.masks?.get(instance), item);
    if (written === undefined) return (this.report.add('broken shape', dropped), '');
    countInstanceLosses(instance, instance['type'] === 'template' ? templateFields : carried, this.report);
    const values = writeAttributes(instance, this.#classes.get(className), ownAttribute);
    const occluded = recordsOf(instance['attributes']).some(
      each => each['groupName'] === 'occluded' && each['name'] === '1',
    );
    const kept = Object.fromEntries(
      Object.entries(keptSource(instance, 'cvat')).flatMap(([key, value]) =>
        typeof value === 'string' ? [[key, value]] : [],
      ),
    );
    const group =
      typeof instance['groupId'] === 'number' && instance['groupId'] > 0
        ? { group_id: String(instance['groupId']) }
        : {};
    const origin = cvatOrigins[String(instance['creationType'])] ?? 'manual';
    const isTag = written.tag === 'tag';
    const all = {
      ...kept,
      label: className,
      source: origin,
      ...(isTag ? {} : { occluded: occluded ? '1' : '0' }),
      ...written.attributes,
      ...group,
      ...(isTag ? {} : { z_order: String(order) }),
    };
    const inner = Object.entries(values)
      .map(
        ([name, value]) =>
          `      <attribute name="${escapeXml(name)}">${escapeXml(Array.isArray(value) ? value.map(String).join(', ') : typeof value === 'boolean' ? String(Number(value)) : String(value))}</attribute>\n`,
      )
      .join('');
    return `    <${written.tag}${Object.entries(all)
      .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
      .join('')}>\n${written.children ?? ''}${inner}    </${written.tag}>\n`;
  }

  #shape(instance: JsonRecord, mask: MaskRuns | undefined, { width, height }: WrittenItem): Written | undefined {
    if (mask !== undefined) return maskElement(mask);
    const { type } = instance;
    if (type === 'tag') return { tag: 'tag', attributes: {} };
    const vertices = verticesOf(instance);
    if (vertices === undefined) return undefined;
    const edges = edgesOf(instance)!;
    switch (type) {
      case 'bbox':
        return {
          tag: 'box',
          attributes: {
            xtl: cvatNumber(edges.x1),
            ytl: cvatNumber(edges.y1),
            xbr: cvatNumber(edges.x2),
            ybr: cvatNumber(edges.y2),
          },
        };
      case 'rbbox':
        return this.#rotated(vertices);
      case 'polyline':
        return { tag: 'polyline', attributes: { points: cvatPoints(vertices) } };
      case 'point':
        return { tag: 'points', attributes: { points: cvatPoints(vertices) } };
      case 'ellipse':
        return {
          tag: 'ellipse',
          attributes: {
            ...Object.fromEntries(['cx', 'cy', 'rx', 'ry'].map(key => [key, cvatNumber(Number(instance[key]))])),
            ...(Number(instance['angle']) === 0 ? {} : { rotation: cvatNumber(Number(instance['angle'])) }),
          },
        };
      case 'cuboid':
        return cuboidElement(instance);
      case 'template': {
        const name = String(instance['className']);
        const skeleton = this.#skeletons.get(name) ?? new SkeletonLabel();
        this.#skeletons.set(name, skeleton);
        skeleton.collect(instance);
        return skeletonElement(instance);
      }
      default: {
        const rings = ringsOf(instance)!;
        if (rings.length === 1) return { tag: 'polygon', attributes: { points: cvatPoints(vertices) } };
        if ((width ?? 0) > 0 && (height ?? 0) > 0) {
          this.report.add('polygon', {
            one: 'with holes was written as a mask',
            many: 'with holes were written as masks',
          });
          return maskElement(ringsToMask([rings], width!, height!));
        }
        this.report.add('hole', dropped, rings.length - 1);
        return { tag: 'polygon', attributes: { points: cvatPoints(rings[0]!) } };
      }
    }
  }

  #rotated(vertices: readonly number[]): Written {
    const { width, height, cx, cy, degrees, straight } = turnedBoxOf(vertices);
    if (!straight) {
      this.report.add('rbbox', {
        one: 'that is no rectangle was written as a polygon',
        many: 'that are no rectangles were written as polygons',
      });
      return { tag: 'polygon', attributes: { points: cvatPoints(vertices) } };
    }
    // Corners are found again from middle, size and turn, so these keep more decimals than two.
    const exact = (value: number): string => String(Math.round(value * 1e4) / 1e4);
    return {
      tag: 'box',
      attributes: {
        xtl: exact(cx - width / 2),
        ytl: exact(cy - height / 2),
        xbr: exact(cx + width / 2),
        ybr: exact(cy + height / 2),
        rotation: String(Math.round(degrees * 1e6) / 1e6),
      },
    };
  }
}

function maskElement(mask: MaskRuns): Written | undefined {
  const extent = maskExtent(mask);
  if (extent === undefined) return undefined;
  const { left, top, right, bottom } = extent;
  return {
    tag: 'mask',
    attributes: {
      rle: maskToRowRuns(mask, extent).join(', '),
      left: String(left),
      top: String(top),
      width: String(right - left),
      height: String(bottom - top),
    },
  };
}

function cuboidElement(instance: JsonRecord): Written | undefined {
  const { points: faces } = instance;
  if (!isRecord(faces)) return undefined;
  const place = (face: string): { readonly x: number; readonly y: number } =>
    faces[face] as { readonly x: number; readonly y: number };
  const entries = (
    [
      ['f1', 'f2', '1'],
      ['r1', 'r2', '2'],
    ] as const
  ).flatMap(([first, second, face]) => {
    const [one, two] = [place(first), place(second)];
    return [
      [`xtl${face}`, one.x],
      [`ytl${face}`, one.y],
      [`xbl${face}`, one.x],
      [`ybl${face}`, two.y],
      [`xtr${face}`, two.x],
      [`ytr${face}`, one.y],
      [`xbr${face}`, two.x],
      [`ybr${face}`, two.y],
    ] as const;
  });
  return { tag: 'cuboid', attributes: Object.fromEntries(entries.map(([key, value]) => [key, cvatNumber(value)])) };
}

function skeletonElement(instance: JsonRecord): Written {
  const visibility = visibilityOf(instance);
  const children = recordsOf(instance['points'])
    .map(
      (point, at) =>
        `      <points label="${escapeXml(keypointLabel(instance, at, point['id']))}" outside="0" occluded="${visibility[at] === 1 ? 1 : 0}" points="${cvatPoints([Number(point['x']), Number(point['y'])])}">\n      </points>\n`,
    )
    .join('');
  return { tag: 'skeleton', attributes: {}, children };
}
