import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { imagePlace, stemOf } from '../exchange/image-path.ts';

/** A parsed COCO file of an archive. */
export interface CocoSource {
  readonly path: string;
  readonly json: JsonRecord;
}

/** Several COCO files as one, and the part of the set, such as `train2017`, of each image by its id there. */
export interface JoinedCoco {
  readonly json: JsonRecord;
  readonly parts: ReadonlyMap<unknown, string>;
}

/** True for a parsed file of COCO. */
export const isCoco = (json: unknown): json is JsonRecord =>
  isRecord(json) &&
  Array.isArray(json['images']) &&
  (Array.isArray(json['annotations']) || Array.isArray(json['categories']));

/** True for a COCO file whose objects are the segments of pictures beside it. */
export const hasSegments = (json: JsonRecord): boolean =>
  recordsOf(json['annotations']).some(each => Array.isArray(each['segments_info']));

/** The part of a set that a COCO file is about: its directory, else a word of its name. */
export function cocoPart(path: string): string {
  const { name, wide } = imagePlace(path);
  return wide !== ''
    ? wide
    : (stemOf(name)
        .split(/[^a-z0-9]+/i)
        .find(word => /^(?:train|val|valid|validation|test)(?:20\d\d)?$/i.test(word)) ?? '');
}

/**
 * Returns whether two annotations of two files are the same object: tools give it one id in `instances` and
 * `keypoints`.
 */
const sameObject = (one: JsonRecord, other: JsonRecord): boolean =>
  one['id'] === other['id'] &&
  JSON.stringify(one['bbox']) === JSON.stringify(other['bbox']) &&
  ['segmentation', 'keypoints'].every(
    field => !(field in one) || !(field in other) || JSON.stringify(one[field]) === JSON.stringify(other[field]),
  );

/**
 * Joins the COCO files of one archive: categories by name, images by part and file name. An object that several files
 * describe, as `instances` and `keypoints` do, is one object with the fields of all.
 *
 * @throws ExchangeError when two files give one image different sizes
 */
export function joinCoco(sources: readonly CocoSource[]): JoinedCoco {
  if (sources.length === 1) {
    const [{ json, path }] = sources as readonly [CocoSource];
    return { json, parts: new Map(recordsOf(json['images']).map(image => [image['id'], cocoPart(path)])) };
  }
  const categories = new Map<string, Record<string, unknown>>();
  const images = new Map<
    string,
    { readonly image: JsonRecord; readonly path: string; readonly part: string; readonly annotations: JsonRecord[] }
  >();
  const strays: JsonRecord[] = [];
  for (const { path, json } of sources) {
    const part = cocoPart(path);
    const categoryIds = new Map<unknown, unknown>();
    for (const category of recordsOf(json['categories'])) {
      const name = String(category['name']);
      const joined = categories.get(name);
      if (joined === undefined) categories.set(name, { ...category, id: categories.size + 1 });
      else for (const [field, value] of Object.entries(category)) joined[field] ??= value;
      categoryIds.set(category['id'], categories.get(name)!['id']);
    }
    const own = new Map<unknown, string>();
    for (const image of recordsOf(json['images'])) {
      const key = `${part}/${String(image['file_name'])}`;
      own.set(image['id'], key);
      const known = images.get(key);
      if (known === undefined)
        images.set(key, { image: { ...image, id: images.size + 1 }, path, part, annotations: [] });
      else if (known.image['width'] !== image['width'] || known.image['height'] !== image['height'])
        throw new ExchangeError(
          path,
          `${String(image['file_name'])} is ${String(image['width'])}×${String(image['height'])} here, but ${String(known.image['width'])}×${String(known.image['height'])} in ${known.path}. Import the two files one by one`,
        );
    }
    for (const annotation of recordsOf(json['annotations'])) {
      const target = images.get(own.get(annotation['image_id']) ?? '');
      // Captions have no category.
      const moved =
        'category_id' in annotation
          ? {
              ...annotation,
              category_id:
                categoryIds.get(annotation['category_id']) ?? `${String(annotation['category_id'])} of ${path}`,
            }
          : annotation;
      if (target === undefined) {
        strays.push({ ...moved, image_id: `${String(annotation['image_id'])} of ${path}` });
        continue;
      }
      const at = target.annotations.findIndex(
        each => each['category_id'] === moved['category_id'] && sameObject(each, moved),
      );
      if (at < 0) target.annotations.push({ ...moved, image_id: target.image['id'] });
      else target.annotations[at] = { ...target.annotations[at], ...moved, image_id: target.image['id'] };
    }
  }
  const all = [...images.values()];
  return {
    json: {
      images: all.map(each => each.image),
      categories: [...categories.values()],
      annotations: [...all.flatMap(each => each.annotations), ...strays],
    },
    parts: new Map(all.map(each => [each.image['id'], each.part])),
  };
}
