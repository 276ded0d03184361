import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { archivePaths } from '../archive-names.ts';
import { cocoPart, hasSegments, isCoco } from '../coco/join-coco.ts';
import type { CocoSource } from '../coco/join-coco.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { imagePlace, stemOf } from '../exchange/image-path.ts';
import { leftovers, parseJson, textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignLabel,
  ForeignSet,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import type { PngCodec, RasterPicture } from '../exchange/raster-picture.ts';
import { masksByValue } from '../mask/mask-pixels.ts';
import { maskArea } from '../mask/mask-runs.ts';
import type { TransferReport } from '../transfer-report.ts';

const known: ReadonlySet<string> = new Set(['id', 'category_id', 'area', 'bbox', 'iscrowd']);

/** Reads COCO panoptic: the JSON of segments and the pictures whose colours are their numbers. @throws ExchangeError */
export async function readPanoptic(
  files: readonly ForeignFile[],
  report: TransferReport,
  png: PngCodec,
  parsed?: ReadonlyMap<ForeignFile, unknown>,
): Promise<ForeignSet> {
  const pictures = files.filter(each => each.path.toLowerCase().endsWith('.png'));
  const labels = new Map<string, ForeignLabel>();
  const documents: ForeignDocument[] = [];
  for (const { path, json } of await panopticFiles(files, report, parsed)) {
    for (const category of recordsOf(json['categories']))
      if (!labels.has(String(category['name']))) labels.set(String(category['name']), labelOf(category));
    documents.push(...documentsOf({ path, json }, pictures, report, png));
  }
  return { labels: [...labels.values()], documents };
}

function documentsOf(
  { path, json }: CocoSource,
  pictures: readonly ForeignFile[],
  report: TransferReport,
  png: PngCodec,
): readonly ForeignDocument[] {
  const images = new Map(recordsOf(json['images']).map(each => [each['id'], each]));
  const categories = new Map(recordsOf(json['categories']).map(each => [each['id'], each]));
  const part = cocoPart(path);
  const owned = byShownName(pictures, json);
  return recordsOf(json['annotations']).flatMap((annotation, at): readonly ForeignDocument[] => {
    const image = images.get(annotation['image_id']);
    const name = image?.['file_name'];
    const shown = annotation['file_name'];
    if (typeof name !== 'string' || name === '')
      return (
        report.problem(
          `${path} annotations[${at}].image_id`,
          `image ${String(annotation['image_id'])} is not in the file`,
        ),
        []
      );
    if (typeof shown !== 'string' || shown === '')
      return (report.problem(`${path} annotations[${at}].file_name`, 'must name the picture of the segments'), []);
    const own = imagePlace(name);
    const place = {
      ...own,
      wide:
        part === '' || `${own.wide}/`.startsWith(`${part}/`)
          ? own.wide
          : [part, own.wide].filter(each => each !== '').join('/'),
    };
    const fits = owned.get(shown) ?? [];
    // Pictures of several parts have the same names: they lie in a directory named as the JSON file or the part.
    const picture =
      fits.length < 2
        ? fits[0]
        : (fits.find(each => each.path.split('/').includes(stemOf(imagePlace(path).name))) ??
          fits.find(each => part !== '' && each.path.split('/').includes(part)));
    return [
      {
        path: picture?.path ?? shown,
        ...place,
        async read() {
          if (picture === undefined)
            throw new ExchangeError(
              shown,
              fits.length < 2
                ? 'is not among the files. Put the JSON and the folder of pictures into one archive'
                : `may be ${fits[0]!.path} or ${fits[1]!.path}: name the folder of the pictures as ${path}`,
            );
          const raster = await decoded(picture, png);
          return {
            path: picture.path,
            ...place,
            width: raster.width,
            height: raster.height,
            instances: segmentsOf(annotation, raster, categories, picture.path, report),
          };
        },
      },
    ];
  });
}

/**
 * The pictures of segments by the name that a file gives them. A picture in a directory belongs to the longest name
 * that its path ends with: `south/1.png` is no picture of `1.png` where the file names both.
 */
function byShownName(pictures: readonly ForeignFile[], json: JsonRecord): ReadonlyMap<string, readonly ForeignFile[]> {
  const names = new Set(recordsOf(json['annotations']).map(each => each['file_name']));
  const owned = new Map<string, ForeignFile[]>();
  for (const picture of pictures) {
    let name = picture.path;
    while (!names.has(name) && name.includes('/')) name = name.slice(name.indexOf('/') + 1);
    const list = owned.get(name);
    if (list === undefined) owned.set(name, [picture]);
    else list.push(picture);
  }
  return owned;
}

/** All files of segments; other JSON files are reported. */
async function panopticFiles(
  files: readonly ForeignFile[],
  report: TransferReport,
  parsed?: ReadonlyMap<ForeignFile, unknown>,
): Promise<readonly CocoSource[]> {
  const candidates = files.filter(
    each => each.path.toLowerCase().endsWith('.json') && each.path !== archivePaths.classes,
  );
  const found: CocoSource[] = [];
  for (const file of candidates) {
    const json = parsed?.get(file) ?? parseJson(await textOf(file), file.path);
    if (isCoco(json) && hasSegments(json)) found.push({ path: file.path, json });
    else report.problem(file.path, 'is no file of COCO panoptic, so it was not read');
  }
  if (found.length === 0) throw new ExchangeError(candidates[0]?.path ?? '', 'has no annotations with segments_info');
  return found;
}

async function decoded(file: ForeignFile, png: PngCodec): Promise<RasterPicture> {
  try {
    return png.decode(await file.bytes());
  } catch (error) {
    throw new ExchangeError(file.path, error instanceof Error ? error.message : String(error));
  }
}

function segmentsOf(
  annotation: JsonRecord,
  { width, height, kind, pixels }: RasterPicture,
  categories: ReadonlyMap<unknown, JsonRecord>,
  path: string,
  report: TransferReport,
): readonly NeutralInstance[] {
  // The number is R + 256 G + 65 536 B; a colour has red highest.
  const numbers =
    kind === 'color'
      ? Uint32Array.from(pixels as Uint32Array, color => (color >> 16) | (color & 0xff00) | ((color & 255) << 16))
      : pixels;
  const masks = new Map(masksByValue(numbers, width, height, new Set([0])));
  const instances = recordsOf(annotation['segments_info']).flatMap((segment): readonly NeutralInstance[] => {
    const number = Number(segment['id']);
    const runs = masks.get(number);
    const className = categories.get(segment['category_id'])?.['name'];
    if (runs === undefined) return (report.problem(path, `segment ${String(segment['id'])} has no pixels`), []);
    masks.delete(number);
    if (typeof className !== 'string')
      return (
        report.problem(path, `category ${String(segment['category_id'])} of segment ${number} is not in the file`), []
      );
    const source = leftovers(segment, known);
    return [
      {
        className,
        geometry: { type: 'mask', runs },
        ...(segment['iscrowd'] === 1 ? { attributes: { iscrowd: '1' } } : {}),
        ...(Object.keys(source).length === 0 ? {} : { fields: { source: { format: 'coco-panoptic', ...source } } }),
      },
    ];
  });
  for (const [number, runs] of masks)
    report.problem(path, `${maskArea(runs)} pixels of segment ${number} are not listed`);
  return instances;
}

function labelOf({ name, color }: JsonRecord): ForeignLabel {
  const parts =
    Array.isArray(color) && color.length === 3 && color.every(each => Number.isInteger(each) && each >= 0 && each < 256)
      ? (color as number[])
      : undefined;
  return {
    name: String(name),
    ...(parts === undefined ? {} : { color: `#${parts.map(each => each.toString(16).padStart(2, '0')).join('')}` }),
  };
}
