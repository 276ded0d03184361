import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';
import { writeAttributes } from '../exchange/foreign-attributes.ts';
import { rounded } from '../exchange/coordinates.ts';
import { knownAnnotationFields } from './coco-file.ts';
import type { CocoCategory } from './coco-file.ts';
import { countInstanceLosses } from '../exchange/instance-losses.ts';
import { groupedBoxes, KeypointOrder, visibilityOf } from '../exchange/keypoint-names.ts';
import { extentOf, ringsOf } from '../exchange/instance-rings.ts';
import type { AnnotationBody } from './write-instances.ts';

const templateKey = (instance: JsonRecord): string =>
  JSON.stringify([instance['templateName'] ?? instance['className'], instance['className']]);
const carriedHere: ReadonlySet<string> = new Set(['pointLabels', 'groupId']);
const noSkip: ReadonlySet<string> = new Set();

/** A keypoint category: its number and its keypoints. */
interface KeypointCategory {
  readonly id: number;
  readonly name: string;
  readonly supercategory: string;
  readonly order: KeypointOrder;
}

/** The keypoint categories of a file, one per template and class, with all keypoint names and lines in use. */
export class KeypointCategories {
  readonly #categories = new Map<string, KeypointCategory>();

  /** Takes the templates of a document into account; all documents come by here before the first is written. */
  collect(document: JsonRecord): void {
    for (const instance of recordsOf(document['instances'])) {
      if (instance['type'] !== 'template' || typeof instance['className'] !== 'string') continue;
      const key = templateKey(instance);
      const [name, supercategory] = [String(instance['templateName'] ?? instance['className']), instance['className']];
      const category = this.#categories.get(key) ?? {
        id: this.#categories.size + 1,
        name,
        supercategory,
        order: new KeypointOrder(),
      };
      this.#categories.set(key, category);
      category.order.collect(instance);
    }
  }

  /** Category of an instance. */
  of(instance: JsonRecord): KeypointCategory | undefined {
    return this.#categories.get(templateKey(instance));
  }

  /** The categories as the file lists them. */
  list(): CocoCategory[] {
    return [...this.#categories.values()].map(({ id, name, supercategory, order }) => ({
      id,
      name,
      supercategory,
      keypoints: order.names(),
      skeleton: order.lines(),
    }));
  }
}

function placePoints(instance: JsonRecord, order: KeypointOrder): number[] {
  const places = Array.from({ length: order.names().length * 3 }, () => 0);
  const visibility = visibilityOf(instance);
  const at = order.placesOf(instance);
  recordsOf(instance['points']).forEach((point, index) => {
    const start = at[index]! * 3;
    places[start] = rounded(Number(point['x']));
    places[start + 1] = rounded(Number(point['y']));
    places[start + 2] = visibility[index]!;
  });
  return places;
}

function writeTemplate(
  instance: JsonRecord,
  box: JsonRecord | undefined,
  category: KeypointCategory,
  owner: AnnotationClass | undefined,
): AnnotationBody {
  const points = recordsOf(instance['points']);
  const bbox = extentOf((box && ringsOf(box)) ?? [points.flatMap(point => [Number(point['x']), Number(point['y'])])]);
  const attributes = writeAttributes(instance, owner, noSkip);
  const source = isRecord(instance['source']) && instance['source']['format'] === 'coco' ? instance['source'] : {};
  const outline =
    source['segmentation'] === undefined
      ? {}
      : { segmentation: source['segmentation'] as AnnotationBody['segmentation'] & object };
  const kept = Object.entries(source).filter(
    ([key]) => key !== 'format' && key !== 'v' && key !== 'skeleton' && !knownAnnotationFields.has(key),
  );
  return {
    category_id: category.id,
    ...outline,
    area:
      outline.segmentation !== undefined && typeof source['area'] === 'number'
        ? source['area']
        : rounded(bbox[2] * bbox[3]),
    bbox,
    iscrowd: 0,
    keypoints: placePoints(instance, category.order),
    num_keypoints: points.length,
    ...(instance['creationType'] === 'Prediction' && typeof instance['probability'] === 'number'
      ? { score: instance['probability'] / 100 }
      : {}),
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...Object.fromEntries(kept),
  };
}

/**
 * The annotations of one document in the keypoints task: a template each, its box that of the
 * grouped bbox when there is one. Everything else has no place there and is counted.
 */
export function writeKeypoints(
  document: JsonRecord,
  categories: KeypointCategories,
  classes: ReadonlyMap<string, AnnotationClass>,
  report: TransferReport,
): AnnotationBody[] {
  const instances = recordsOf(document['instances']);
  const boxes = groupedBoxes(instances);
  const used = new Set<JsonRecord>();
  const written = instances.flatMap(instance => {
    if (instance['type'] !== 'template') return [];
    const category = categories.of(instance);
    if (!category) {
      report.add('template', { one: 'without a class was dropped', many: 'without a class were dropped' });
      return [];
    }
    const box = boxes.get(instance);
    if (box) used.add(box);
    countInstanceLosses(instance, box || !instance['groupId'] ? carriedHere : new Set(['pointLabels']), report);
    return [writeTemplate(instance, box, category, classes.get(String(instance['className'])))];
  });
  for (const box of used) countInstanceLosses(box, carriedHere, report);
  for (const instance of instances)
    if (instance['type'] !== 'template' && !used.has(instance))
      report.add(String(instance['type'] === 'tag' ? 'tag instance' : instance['type']), dropped);
  return written;
}
