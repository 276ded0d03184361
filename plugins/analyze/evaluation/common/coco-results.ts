import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** An entry of a COCO results file. */
export type CocoResult = JsonRecord & { readonly image_id: number | string };

/** Returns true for the content of a COCO results file: a list of objects with `image_id` and `score`. */
export function isCocoResults(json: unknown): json is readonly CocoResult[] {
  if (!Array.isArray(json)) return false;
  const [first] = json as unknown[];
  return isRecord(first) && ['number', 'string'].includes(typeof first['image_id']) && 'score' in first;
}

/** The entries of a results file that can be used, and what is wrong with the others. */
export interface CheckedResults {
  readonly results: readonly CocoResult[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** Returns the entries that have an image, a class and a score of 0 to 1. */
export function checkResults(json: readonly unknown[], path: string): CheckedResults {
  const results: CocoResult[] = [];
  const problems: { path: string; message: string }[] = [];
  for (const [at, entry] of json.entries()) {
    const issue = issueOf(entry);
    if (issue === undefined) results.push(entry as CocoResult);
    else problems.push({ path: `${path} [${at}]`, message: issue });
  }
  return { results, problems };
}

function issueOf(entry: unknown): string | undefined {
  if (!isRecord(entry)) return 'must be an object';
  const { image_id: image, score } = entry;
  if (!Number.isInteger(image) && typeof image !== 'string') return 'image_id must be a whole number or a file name';
  if (typeof score !== 'number' || !(score >= 0 && score <= 1)) return 'score must be a number from 0 to 1';
  return classOf(entry) === undefined ? 'category_id is missing' : undefined;
}

/** Returns the class of an entry: its number, or its name where the file gives names. */
function classOf({ category_id: id, category_name: name, category }: JsonRecord): number | string | undefined {
  if (typeof name === 'string' && name !== '') return name;
  if (typeof category === 'string' && category !== '') return category;
  return Number.isInteger(id) ? (id as number) : undefined;
}

/**
 * Returns one COCO file with the results as annotations of the images. Entries of images and classes that are not
 * known are left out.
 *
 * @param imageOf the image that an `image_id` means
 * @param nameOf name of the class with a number
 */
export function cocoOfResults(
  results: readonly CocoResult[],
  imageOf: (id: number | string) => { readonly id: number; readonly file_name: string } | undefined,
  nameOf: (category: number) => string | undefined,
): { readonly json: JsonRecord; readonly unknownClasses: ReadonlySet<number> } {
  const names = new Map<string, number>();
  const images = new Map<number, JsonRecord>();
  const annotations: JsonRecord[] = [];
  const unknownClasses = new Set<number>();
  for (const [at, result] of results.entries()) {
    const image = imageOf(result.image_id);
    const category = classOf(result)!;
    const name = typeof category === 'string' ? category : nameOf(category);
    if (name === undefined) unknownClasses.add(category as number);
    if (image === undefined || name === undefined) continue;
    if (!names.has(name)) names.set(name, names.size + 1);
    images.set(image.id, image);
    const { bbox, segmentation, score } = result;
    annotations.push({
      id: at + 1,
      image_id: image.id,
      category_id: names.get(name)!,
      score,
      ...(bbox === undefined ? {} : { bbox }),
      ...(segmentation === undefined ? {} : { segmentation }),
    });
  }
  const categories = [...names].map(([name, id]) => ({ id, name }));
  return { json: { images: [...images.values()], annotations, categories }, unknownClasses };
}
