import { allAtOnce, stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type { AnnotationClass, ClassInput } from '#plugins/workspace/classes/common/index.ts';
import { nextPaletteColor } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { dropped, TransferReport } from '../transfer-report.ts';
import { AttributeCollector } from '../exchange/foreign-attributes.ts';
import { ownAttributes } from './own-attributes.ts';
import { knownImageFields } from './coco-file.ts';
import type { CocoLabel } from './coco-label.ts';
import { readAnnotation } from './read-annotation.ts';

/** One image of the file with its annotations in our form. Class names are given, ids are not. */
export interface ImportedItem {
  /** Id of the image in the file. */
  readonly id: unknown;
  /** File name without directories. */
  readonly name: string;
  /** The directories before it, '' when there are none. */
  readonly folder: string;
  readonly document: JsonRecord;
}

export interface ReadCocoOptions {
  /** Classes the project has: their attribute types decide, and their colours are not given out again. */
  readonly classes?: readonly AnnotationClass[];
  /** Keeps scores as they are instead of rounding them to whole percent. */
  readonly exactScores?: boolean;
}

/** Skeletons the file asks for; a project needs templates of these names. */
export interface ImportedTemplate {
  readonly name: string;
  readonly keypoints: readonly string[];
  readonly skeleton: readonly (readonly [number, number])[];
}

export interface CocoImport {
  /** Every label as a class; those whose name exists in the project are to be skipped. */
  readonly classes: readonly ClassInput[];
  readonly templates: readonly ImportedTemplate[];
  readonly imageCount: number;
  /** Reads the images one after the other; may be walked once. The report is complete when it ends. */
  readonly items: () => Iterable<ImportedItem>;
  readonly report: TransferReport;
}

function list(file: JsonRecord, key: string, report: TransferReport): JsonRecord[] {
  const value = file[key];
  if (value === undefined && key === 'annotations') return [];
  if (!Array.isArray(value)) {
    report.problem(key, `"${key}" must be a list`);
    return [];
  }
  return value.flatMap((entry: unknown, at) => {
    if (isRecord(entry)) return [entry];
    report.problem(`${key}[${at}]`, 'must be an object');
    return [];
  });
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

function readSkeleton(value: unknown, count: number): (readonly [number, number])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown) => {
    if (!Array.isArray(pair) || pair.length !== 2) return [];
    const [from, to] = pair as [unknown, unknown];
    const fits = (end: unknown): end is number => Number.isInteger(end) && Number(end) >= 1 && Number(end) <= count;
    return fits(from) && fits(to) ? [[from, to] as const] : [];
  });
}

/** Names of keypoints: those a category lists, else their numbers, as many as its annotations have. */
function keypointNames(category: JsonRecord, counts: ReadonlyMap<unknown, number>): readonly string[] {
  const listed = texts(category['keypoints']);
  const count = counts.get(category['id']) ?? 0;
  return listed.length > 0 || count === 0 ? listed : Array.from({ length: count }, (_, at) => String(at + 1));
}

/** The most keypoints an annotation of each category has. */
function keypointCounts(file: JsonRecord): ReadonlyMap<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const { category_id: id, keypoints } of recordsOf(file['annotations']))
    if (Array.isArray(keypoints) && keypoints.length > 0)
      counts.set(id, Math.max(counts.get(id) ?? 0, Math.floor(keypoints.length / 3)));
  return counts;
}

function readLabels(file: JsonRecord, options: ReadCocoOptions, report: TransferReport): Map<unknown, CocoLabel> {
  const existing = new Map(options.classes?.map(entry => [entry.name, entry]));
  const collectors = new Map<string, AttributeCollector>();
  const counts = keypointCounts(file);
  return new Map(
    list(file, 'categories', report).flatMap((category, at) => {
      const { id, name, supercategory } = category;
      if (typeof name !== 'string' || name.trim() === '')
        return (report.problem(`categories[${at}].name`, 'must be a text'), []);
      const keypoints = keypointNames(category, counts);
      const className =
        keypoints.length > 0 &&
        typeof supercategory === 'string' &&
        supercategory !== name &&
        existing.has(supercategory)
          ? supercategory
          : name;
      const attributes = collectors.get(className) ?? new AttributeCollector(existing.get(className));
      collectors.set(className, attributes);
      return [
        [
          id,
          {
            className,
            keypoints,
            skeleton: readSkeleton(category['skeleton'], keypoints.length),
            templateName: name,
            attributes,
            exactScores: options.exactScores === true,
          },
        ] as const,
      ];
    }),
  );
}

/** The colour a file gives a category, as panoptic tools do: three numbers 0–255. */
function readColor(category: JsonRecord | undefined): string | undefined {
  const color = category?.['color'];
  if (
    !Array.isArray(color) ||
    color.length !== 3 ||
    !color.every(part => Number.isInteger(part) && Number(part) >= 0 && Number(part) <= 255)
  )
    return undefined;
  return `#${(color as number[])
    .map(part => part.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;
}

function readClasses(
  file: JsonRecord,
  labels: ReadonlyMap<unknown, CocoLabel>,
  options: ReadCocoOptions,
): ClassInput[] {
  const categories = new Map(
    (Array.isArray(file['categories']) ? file['categories'] : [])
      .filter(isRecord)
      .map(category => [category['id'], category]),
  );
  const used = (options.classes ?? []).map(entry => entry.color);
  const classes = new Map<string, ClassInput>();
  for (const [id, label] of labels) {
    if (classes.has(label.className)) continue;
    const color = readColor(categories.get(id)) ?? nextPaletteColor(used);
    used.push(color);
    classes.set(label.className, {
      name: label.className,
      color,
      type: 1,
      attribute_groups: label.attributes.groups(),
    });
  }
  return [...classes.values()];
}

function readImage(
  image: JsonRecord,
  annotations: readonly JsonRecord[],
  labels: ReadonlyMap<unknown, CocoLabel>,
  report: TransferReport,
): ImportedItem {
  const path = String(image['file_name']).replaceAll('\\', '/');
  const slash = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, Math.max(0, slash)).replace(/^\.?\//, ''), path.slice(slash + 1)];
  const extra = Object.fromEntries(Object.entries(image).filter(([key]) => !knownImageFields.has(key)));
  const size = { width: image['width'], height: image['height'] };
  let group = 0;
  const nextGroup = (): number => (group += 1);
  const instances = annotations.flatMap(annotation => {
    const label = labels.get(annotation['category_id']);
    if (label) return readAnnotation(annotation, label, nextGroup, report);
    report.problem(
      `annotation ${String(annotation['id'])}`,
      `category ${String(annotation['category_id'])} is not in the file`,
    );
    return [];
  });
  const metadata = {
    name,
    ...(Number.isInteger(size.width) && Number.isInteger(size.height) ? size : {}),
    ...(Object.keys(extra).length > 0 ? { source: { format: 'coco', ...extra } } : {}),
  };
  return { id: image['id'], name, folder, document: { metadata, instances, tags: [], comments: [] } };
}

/**
 * Reads a parsed COCO file of the instances or keypoint task. Nothing aborts the reading: what
 * cannot be read is reported. Images that the project does not have are the caller's to report.
 */
export function readCoco(json: unknown, options: ReadCocoOptions = {}): CocoImport {
  return allAtOnce(readingCoco(json, options));
}

/** Reads a parsed COCO file like {@link readCoco}, in steps. */
export function* readingCoco(json: unknown, options: ReadCocoOptions = {}): Steps<CocoImport> {
  const report = new TransferReport();
  const file = isRecord(json) ? json : {};
  if (!isRecord(json)) report.problem('', 'A COCO file must be a JSON object with images, annotations and categories.');
  const labels = readLabels(file, options, report);
  const images = list(file, 'images', report).filter((image, at) => {
    if (typeof image['file_name'] === 'string' && image['file_name'] !== '') return true;
    report.problem(`images[${at}].file_name`, 'must be a text');
    return false;
  });
  const annotations = new Map<unknown, JsonRecord[]>(images.map(image => [image['id'], []]));
  const all = list(file, 'annotations', report);
  if (all.some(annotation => Array.isArray(annotation['segments_info']))) {
    report.problem(
      'annotations',
      'This is a COCO panoptic file. Read it as COCO panoptic, with its pictures, into a Pixel project.',
    );
    return { classes: [], templates: [], imageCount: 0, items: () => [], report };
  }
  yield* stepping(all, annotation => {
    if (typeof annotation['caption'] === 'string' && annotation['category_id'] === undefined) {
      report.add('caption', dropped);
      return;
    }
    const owner = annotations.get(annotation['image_id']);
    if (owner) owner.push(annotation);
    else
      report.problem(
        `annotation ${String(annotation['id'])}`,
        `image ${String(annotation['image_id'])} is not in the file`,
      );
    labels.get(annotation['category_id'])?.attributes.collect(ownAttributes(annotation));
  });
  return {
    classes: readClasses(file, labels, options),
    templates: [...labels.values()]
      .filter(label => label.keypoints.length > 0)
      .map(({ templateName, keypoints, skeleton }) => ({ name: templateName, keypoints, skeleton })),
    imageCount: images.length,
    *items() {
      for (const image of images) yield readImage(image, annotations.get(image['id'])!, labels, report);
    },
    report,
  };
}
