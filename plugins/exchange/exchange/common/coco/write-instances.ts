import { stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { maskArea, maskExtent } from '../mask/mask-runs.ts';
import { ringsArea } from '../mask/rings-area.ts';
import { ringsToMask } from '../mask/rings-to-mask.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';
import { writeAttributes } from '../exchange/foreign-attributes.ts';
import { knownAnnotationFields, shapeOfRing } from './coco-file.ts';
import type { CocoAnnotation } from './coco-file.ts';
import { writeRle } from './coco-rle.ts';
import { countInstanceLosses } from '../exchange/instance-losses.ts';
import { extentOf, ringsOf, rotationOf } from '../exchange/instance-rings.ts';

/** Width and height of the image in pixels; 0 when not known. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** An annotation that lacks the ids of its file. */
export type AnnotationBody = Omit<CocoAnnotation, 'id' | 'image_id'>;

/** The categories of the file and the classes behind them, by class name. */
export interface InstanceCategories {
  readonly ids: ReadonlyMap<string, number>;
  readonly classes: ReadonlyMap<string, AnnotationClass>;
}

/** An instance, or several polygons of one class and group, with their rings. */
interface Drawn {
  readonly instance: JsonRecord;
  readonly parts: (readonly (readonly number[])[])[];
}

type Masks = ReadonlyMap<JsonRecord, MaskRuns> | undefined;

const nouns: Readonly<Record<string, string>> = {
  point: 'point',
  polyline: 'polyline',
  cuboid: 'cuboid',
  tag: 'tag instance',
  template: 'template',
};
const crowdOnly: ReadonlySet<string> = new Set(['iscrowd']);

/** Joins polygons of one class and non-zero group, as objects in several pieces; the first gives place and fields. */
function* gathering(instances: readonly JsonRecord[], report: TransferReport, masks: Masks): Steps<Drawn[]> {
  const drawn: Drawn[] = [];
  const groups = new Map<string, Drawn>();
  for (const [at, instance] of instances.entries()) {
    if (at % 100 === 99) yield;
    if (masks?.has(instance) === true) {
      drawn.push({ instance, parts: [] });
      continue;
    }
    const rings = ringsOf(instance);
    if (!rings) {
      report.add(nouns[String(instance['type'])] ?? 'broken shape', dropped);
      continue;
    }
    const { groupId, className, type } = instance;
    const grouped = type === 'polygon' && typeof groupId === 'number' && groupId !== 0;
    const first = grouped ? groups.get(`${groupId} ${String(className)}`) : undefined;
    if (first) {
      first.parts.push(rings);
      continue;
    }
    const entry = { instance, parts: [rings] };
    if (grouped) groups.set(`${groupId} ${String(className)}`, entry);
    drawn.push(entry);
  }
  return drawn;
}

function isCrowd(instance: JsonRecord): boolean {
  return recordsOf(instance['attributes']).some(
    attribute => attribute['groupName'] === 'iscrowd' && attribute['name'] === '1',
  );
}

function writeShape(
  { instance, parts }: Drawn,
  size: ImageSize,
  crowd: boolean,
  report: TransferReport,
): Pick<CocoAnnotation, 'segmentation' | 'area' | 'bbox'> {
  const outer = parts.map(rings => rings[0]!);
  const bbox = extentOf(outer);
  if (instance['type'] === 'bbox')
    return { segmentation: outer, area: Math.round(bbox[2] * bbox[3] * 100) / 100, bbox };
  const known = size.width > 0 && size.height > 0;
  // Without the image's size the mask is counted on the shape's own extent, which is enough for the area.
  const area = ringsArea(
    parts,
    known ? size.width : Math.max(1, Math.ceil(bbox[0] + bbox[2])),
    known ? size.height : Math.max(1, Math.ceil(bbox[1] + bbox[3])),
  );
  const holes = parts.some(rings => rings.length > 1);
  if (!holes && !crowd) return { segmentation: outer, area, bbox };
  if (known) return { segmentation: writeRle(ringsToMask(parts, size.width, size.height)), area, bbox };
  if (holes)
    report.add('polygon', {
      one: 'lost its holes, since the size of the image is not known',
      many: 'lost their holes, since the size of the image is not known',
    });
  return { segmentation: outer, area, bbox };
}

function writeMask(mask: MaskRuns): Pick<CocoAnnotation, 'segmentation' | 'area' | 'bbox'> {
  const { left, top, right, bottom } = maskExtent(mask) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return { segmentation: writeRle(mask), area: maskArea(mask), bbox: [left, top, right - left, bottom - top] };
}

function writeOne(
  entry: Drawn,
  size: ImageSize,
  categories: InstanceCategories,
  report: TransferReport,
  mask: MaskRuns | undefined,
): AnnotationBody {
  const { instance, parts } = entry;
  const className = String(instance['className']);
  const crowd = isCrowd(instance);
  const shape = mask === undefined ? writeShape(entry, size, crowd, report) : writeMask(mask);
  const attributes = writeAttributes(instance, categories.classes.get(className), crowdOnly);
  if (instance['type'] === 'rbbox') attributes['rotation'] = rotationOf(parts[0]![0]!);
  const ring =
    Array.isArray(shape.segmentation) && shape.segmentation.length === 1
      ? (shape.segmentation[0] as readonly number[])
      : undefined;
  const written = instance['type'] === 'ellipse' ? 'polygon' : instance['type'];
  const marked =
    ring && shapeOfRing(ring, attributes['rotation']) !== written ? { shape: written as CocoAnnotation['shape'] } : {};
  const { source } = instance;
  const leftovers =
    isRecord(source) && source['format'] === 'coco'
      ? Object.fromEntries(
          Object.entries(source).filter(([key]) => key !== 'format' && !knownAnnotationFields.has(key)),
        )
      : {};
  return {
    category_id: categories.ids.get(className)!,
    ...shape,
    iscrowd: crowd ? 1 : 0,
    ...(instance['creationType'] === 'Prediction' && typeof instance['probability'] === 'number'
      ? { score: instance['probability'] / 100 }
      : {}),
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...(marked.shape === undefined ? {} : marked),
    ...leftovers,
  };
}

const noFields: ReadonlySet<string> = new Set();
const groupField: ReadonlySet<string> = new Set(['groupId']);
const partsField: ReadonlySet<string> = new Set(['parts']);

/**
 * Writes the annotations of one document in the instances task. Points, polylines, cuboids, templates
 * and tags have no place there; instances without a class of the list have no category. All are counted.
 *
 * @param masks of pixel instances, written as run lengths with the parts of one instance together
 */
export function* writingInstances(
  document: JsonRecord,
  size: ImageSize,
  categories: InstanceCategories,
  report: TransferReport,
  masks?: ReadonlyMap<JsonRecord, MaskRuns>,
): Steps<AnnotationBody[]> {
  const named: JsonRecord[] = [];
  yield* stepping(recordsOf(document['instances']), instance => {
    // A tag has no shape, whatever its class; `gathering` reports it.
    if (instance['type'] === 'tag') named.push(instance);
    else if (typeof instance['className'] === 'string' && categories.ids.has(instance['className']))
      named.push(instance);
    else report.add('instance', { one: 'without a class was dropped', many: 'without a class were dropped' });
  });
  const drawn = yield* gathering(named, report, masks);
  const joined = new Set(
    drawn
      .filter(entry => entry.parts.length > 1)
      .map(entry => `${String(entry.instance['groupId'])} ${String(entry.instance['className'])}`),
  );
  yield* stepping(named, instance => {
    if (masks?.has(instance) === true) countInstanceLosses(instance, partsField, report);
    if (!ringsOf(instance)) return;
    if (instance['type'] === 'ellipse')
      report.add('ellipse', { one: 'was written as a polygon', many: 'were written as polygons' });
    const kept =
      instance['type'] === 'polygon' && joined.has(`${String(instance['groupId'])} ${String(instance['className'])}`);
    countInstanceLosses(instance, kept ? groupField : noFields, report);
  });
  const bodies: AnnotationBody[] = [];
  yield* stepping(
    drawn,
    entry => void bodies.push(writeOne(entry, size, categories, report, masks?.get(entry.instance))),
    10,
  );
  return bodies;
}
