import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { imagePlace, stemOf } from '../exchange/image-path.ts';
import type { ImagePlace } from '../exchange/image-path.ts';
import { leftovers, numberAt, pairsAt, parseJson, textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignSet,
  NeutralDocument,
  NeutralGeometry,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import type { PngCodec } from '../exchange/raster-picture.ts';
import { masksByValue } from '../mask/mask-pixels.ts';

const knownFields: ReadonlySet<string> = new Set([
  'label',
  'points',
  'group_id',
  'shape_type',
  'flags',
  'description',
  'mask',
  'other_data',
]);
const knownTop: ReadonlySet<string> = new Set([
  'version',
  'flags',
  'shapes',
  'imagePath',
  'imageData',
  'imageHeight',
  'imageWidth',
]);

/** True for a parsed file of LabelMe. */
export const isLabelMe = (json: unknown): boolean =>
  isRecord(json) && Array.isArray(json['shapes']) && 'imagePath' in json;

const cornerFields = (flat: readonly number[]): JsonRecord =>
  Object.fromEntries(flat.map((value, at) => [`${at % 2 === 0 ? 'x' : 'y'}${(at >> 1) + 1}`, value]));

function readMask(
  shape: JsonRecord,
  flat: readonly number[],
  image: { readonly width: number; readonly height: number } | undefined,
  png: PngCodec,
  place: string,
  path: string,
): NeutralGeometry {
  if (image === undefined)
    throw new ExchangeError(path, `${place} is a mask, but imageWidth and imageHeight are missing`);
  if (typeof shape['mask'] !== 'string' || flat.length < 4)
    throw new ExchangeError(path, `${place}.mask must be a PNG as base64`);
  const [left, top] = [Math.round(flat[0]!), Math.round(flat[1]!)];
  let picture;
  try {
    picture = png.decode(Uint8Array.from(atob(shape['mask']), character => character.charCodeAt(0)));
  } catch (error) {
    throw new ExchangeError(path, `${place}.mask: ${error instanceof Error ? error.message : String(error)}`);
  }
  const pixels = new Uint8Array(image.width * image.height);
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      if (
        picture.pixels[y * picture.width + x] !== 0 &&
        left + x >= 0 &&
        left + x < image.width &&
        top + y >= 0 &&
        top + y < image.height
      )
        pixels[(top + y) * image.width + left + x] = 1;
    }
  }
  const runs = masksByValue(pixels, image.width, image.height, new Set([0])).get(1);
  if (runs === undefined) throw new ExchangeError(path, `${place}.mask has no pixels`);
  return { type: 'mask', runs };
}

function geometriesOf(
  shape: JsonRecord,
  image: { readonly width: number; readonly height: number } | undefined,
  png: PngCodec,
  place: string,
  path: string,
): readonly NeutralGeometry[] {
  const flat = pairsAt(shape['points'], path, `${place}.points`);
  const type = shape['shape_type'] ?? 'polygon';
  const least = (count: number): void => {
    if (flat.length < count * 2)
      throw new ExchangeError(path, `${place}.points of a ${String(type)} must have at least ${count} points`);
  };
  switch (type) {
    case 'rectangle': {
      least(2);
      const [x1, y1, x2, y2] = flat as [number, number, number, number];
      return [
        {
          type: 'bbox',
          points: { x1: Math.min(x1, x2), y1: Math.min(y1, y2), x2: Math.max(x1, x2), y2: Math.max(y1, y2) },
        },
      ];
    }
    case 'polygon':
      return (least(3), [{ type: 'polygon', points: flat, exclude: [] }]);
    case 'line':
    case 'linestrip':
      return (least(2), [{ type: 'polyline', points: flat }]);
    case 'point':
      return (least(1), [{ type: 'point', x: flat[0], y: flat[1] }]);
    case 'points':
      return (
        least(1),
        Array.from({ length: flat.length / 2 }, (none, at) => ({ type: 'point', x: flat[at * 2], y: flat[at * 2 + 1] }))
      );
    case 'circle': {
      least(2);
      const radius = Math.hypot(flat[2]! - flat[0]!, flat[3]! - flat[1]!);
      return [{ type: 'ellipse', cx: flat[0], cy: flat[1], rx: radius, ry: radius, angle: 0 }];
    }
    case 'rotation':
    case 'oriented_rectangle':
    case 'oriented rectangle':
      return (least(4), [{ type: 'rbbox', points: cornerFields(flat.slice(0, 8)) }]);
    case 'mask':
      return [readMask(shape, flat, image, png, place, path)];
    default:
      throw new ExchangeError(path, `${place}.shape_type ${JSON.stringify(type)} is not known`);
  }
}

const isHole = (shape: JsonRecord): boolean => isRecord(shape['flags']) && shape['flags']['hole'] === true;

/** Reads the text of one file. @throws ExchangeError naming the field */
export function readLabelMeText(text: string, path: string, png: PngCodec): NeutralDocument {
  const json = parseJson(text, path);
  if (!isRecord(json) || !Array.isArray(json['shapes'])) throw new ExchangeError(path, 'shapes must be a list');
  const [width, height] = [json['imageWidth'], json['imageHeight']];
  const image =
    Number.isInteger(width) &&
    Number.isInteger(height) &&
    Number(width) > 0 &&
    Number(height) > 0 &&
    Number(width) * Number(height) <= 1e9
      ? { width: Number(width), height: Number(height) }
      : undefined;
  const groups = recordsOf(json['shapes']).flatMap(shape =>
    Number.isInteger(shape['group_id']) ? [Number(shape['group_id']) + 1] : [],
  );
  let next = groups.reduce((most, group) => Math.max(most, group), 0);
  const instances: NeutralInstance[] = [];
  (json['shapes'] as unknown[]).forEach((shape, at) => {
    const place = `shapes[${at}]`;
    if (!isRecord(shape)) throw new ExchangeError(path, `${place} must be an object`);
    const label = shape['label'];
    if (typeof label !== 'string') throw new ExchangeError(path, `${place}.label must be a text`);
    const geometries = geometriesOf(shape, image, png, place, path);
    const before = instances.at(-1);
    if (isHole(shape) && before?.className === label && before.geometry.type === 'polygon') {
      const ring = before.geometry as unknown as { readonly exclude: readonly unknown[] };
      instances[instances.length - 1] = {
        ...before,
        geometry: {
          ...before.geometry,
          exclude: [...ring.exclude, (geometries[0] as unknown as { readonly points: unknown }).points],
        } as NeutralGeometry,
      };
      return;
    }
    const groupId = Number.isInteger(shape['group_id'])
      ? numberAt(shape['group_id'], path, `${place}.group_id`) + 1
      : geometries.length > 1
        ? (next += 1)
        : 0;
    const flags = isRecord(shape['flags'])
      ? Object.fromEntries(Object.entries(shape['flags']).filter(([, value]) => typeof value === 'boolean'))
      : {};
    const other = isRecord(shape['other_data']) ? shape['other_data'] : shape;
    const kept = isRecord(other['attributes']) ? other['attributes'] : {};
    const description =
      typeof shape['description'] === 'string' && shape['description'] !== ''
        ? { description: shape['description'] }
        : {};
    const rest = leftovers(shape, new Set([...knownFields, 'attributes']));
    for (const geometry of geometries) {
      instances.push({
        className: label,
        geometry,
        attributes: { ...flags, ...description, ...kept },
        fields: {
          ...(groupId > 0 ? { groupId } : {}),
          ...(Object.keys(rest).length > 0 ? { source: { format: 'labelme', ...rest } } : {}),
        },
      });
    }
  });
  const { name, folder } = picturePlace(json['imagePath'], path);
  const flags = isRecord(json['flags']) ? json['flags'] : {};
  const rest = leftovers(json, knownTop);
  return {
    path,
    name,
    folder,
    ...image,
    instances,
    tags: Object.entries(flags)
      .filter(([, value]) => value === true)
      .map(([flag]) => flag),
    ...(Object.keys(rest).length > 0 ? { source: { format: 'labelme', ...rest } } : {}),
  };
}

/** The place of the picture a file names, relative to the file; that of the file when it names none. */
function picturePlace(named: unknown, path: string): ImagePlace {
  const own = imagePlace(path);
  const bare = { ...own, name: stemOf(own.name) };
  if (typeof named !== 'string' || named.trim() === '') return bare;
  const relative = named.replaceAll('\\', '/');
  const { name } = imagePlace(relative);
  if (name === '') return bare;
  // A path of the computer it was made on says nothing of the archive.
  if (/^(?:\/|[a-z]:)/i.test(relative)) return { ...own, name };
  const parts = path.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return imagePlace(parts.join('/'));
}

/** As {@link picturePlace}, of a file that is not parsed yet. */
function placeIn(text: string, path: string): ImagePlace {
  const found = /"imagePath"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  try {
    return picturePlace(found === undefined ? undefined : JSON.parse(found), path);
  } catch {
    // A damaged file is reported when it is read.
    return picturePlace(undefined, path);
  }
}

/** Reads a set of LabelMe files. */
export async function readLabelMe(files: readonly ForeignFile[], png: PngCodec): Promise<ForeignSet> {
  const documents: ForeignDocument[] = [];
  for (const file of files.filter(each => each.path.toLowerCase().endsWith('.json'))) {
    const text = await textOf(file);
    if (!isLabelMeText(text)) continue;
    documents.push({
      path: file.path,
      ...placeIn(text, file.path),
      read: async () => readLabelMeText(await textOf(file), file.path, png),
    });
  }
  return { labels: [], documents };
}

/** True for the text of a file of LabelMe, judged without reading its picture. */
export const isLabelMeText = (text: string): boolean => /"shapes"\s*:/.test(text) && /"imagePath"\s*:/.test(text);
