import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { Georeference } from '#plugins/annotate/tiles/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { imagePlace, stemOf } from '../exchange/image-path.ts';
import { leftovers, numberAt, pairsAt, parseJson, textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignLabel,
  ForeignSet,
  NeutralDocument,
  NeutralGeometry,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import { pixelReader } from './earth-coordinates.ts';
import { featuresOf, isGeoJson, isGeoJsonText } from './geojson-file.ts';

/** Properties with a meaning of their own; all others are attributes. */
const known: ReadonlySet<string> = new Set([
  'objectType',
  'classification',
  'className',
  'class',
  'label',
  'attributes',
  'measurements',
  'groupId',
  'id',
  'shape',
  'ellipse',
  'corners',
  'color',
  'isLocked',
]);

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function classNameOf(properties: JsonRecord): string {
  const { classification } = properties;
  return (
    textIn(isRecord(classification) ? classification['name'] : classification) ??
    textIn(properties['className']) ??
    textIn(properties['class']) ??
    textIn(properties['label']) ??
    ''
  );
}

function colorOf(properties: JsonRecord): string | undefined {
  const { classification } = properties;
  const color = isRecord(classification) ? classification['color'] : undefined;
  if (!Array.isArray(color) || color.length !== 3) return undefined;
  if (!color.every(each => Number.isInteger(each) && each >= 0 && each <= 255)) return undefined;
  return `#${(color as number[]).map(each => each.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

function ringAt(value: unknown, path: string, place: string): number[] {
  const flat = pairsAt(value, path, place);
  const last = flat.length - 2;
  const ring = last > 0 && flat[0] === flat[last] && flat[1] === flat[last + 1] ? flat.slice(0, last) : flat;
  if (ring.length < 6) throw new ExchangeError(path, `${place} must have at least 3 points`);
  return ring;
}

function polygonAt(value: unknown, path: string, place: string): NeutralGeometry {
  if (!Array.isArray(value) || value.length === 0) throw new ExchangeError(path, `${place} must be a list of rings`);
  const [points, ...exclude] = value.map((ring, at) => ringAt(ring, path, `${place}[${at}]`));
  return { type: 'polygon', points, exclude };
}

function lineAt(value: unknown, path: string, place: string): NeutralGeometry {
  const points = pairsAt(value, path, place);
  if (points.length < 4) throw new ExchangeError(path, `${place} must have at least 2 points`);
  return { type: 'polyline', points };
}

const listAt = (value: unknown, path: string, place: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new ExchangeError(path, `${place} must be a list`);
  return value as unknown[];
};

function geometriesOf(geometry: unknown, path: string, place: string): readonly NeutralGeometry[] {
  if (geometry === null) return [];
  if (!isRecord(geometry)) throw new ExchangeError(path, `${place} must be an object`);
  const { type, coordinates } = geometry;
  const at = `${place}.coordinates`;
  switch (type) {
    case 'Polygon':
      return [polygonAt(coordinates, path, at)];
    case 'MultiPolygon':
      return listAt(coordinates, path, at).map((each, index) => polygonAt(each, path, `${at}[${index}]`));
    case 'LineString':
      return [lineAt(coordinates, path, at)];
    case 'MultiLineString':
      return listAt(coordinates, path, at).map((each, index) => lineAt(each, path, `${at}[${index}]`));
    case 'Point':
    case 'MultiPoint':
      return (type === 'Point' ? [coordinates] : listAt(coordinates, path, at)).map(each => {
        const [x, y] = pairsAt([each], path, at);
        return { type: 'point', x, y };
      });
    case 'GeometryCollection':
      return listAt(geometry['geometries'], path, `${place}.geometries`).flatMap((each, index) =>
        geometriesOf(each, path, `${place}.geometries[${index}]`),
      );
    default:
      throw new ExchangeError(path, `${place}.type ${JSON.stringify(type)} is not known`);
  }
}

/** The shape of our own that a polygon represents; undefined where the properties name none. */
function ownShape(properties: JsonRecord, path: string, place: string): NeutralGeometry | undefined {
  const { shape, corners, ellipse } = properties;
  const numbers = (record: JsonRecord, names: readonly string[], field: string): JsonRecord =>
    Object.fromEntries(names.map(name => [name, numberAt(record[name], path, `${place}.${field}.${name}`)]));
  if (shape === 'ellipse' && isRecord(ellipse))
    return { type: 'ellipse', ...numbers(ellipse, ['cx', 'cy', 'rx', 'ry', 'angle'], 'ellipse') };
  if (shape === 'bbox' && isRecord(corners))
    return { type: 'bbox', points: numbers(corners, ['x1', 'y1', 'x2', 'y2'], 'corners') };
  if (shape === 'rbbox' && isRecord(corners))
    return { type: 'rbbox', points: numbers(corners, ['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4'], 'corners') };
  return undefined;
}

/** Values by name out of the measurements of QuPath: an object, or a list of names and values. */
function measurementsOf(value: unknown): JsonRecord {
  if (isRecord(value)) return value;
  if (!Array.isArray(value)) return {};
  return Object.fromEntries(
    (value as unknown[]).flatMap(each =>
      isRecord(each) && typeof each['name'] === 'string' ? [[each['name'], each['value']]] : [],
    ),
  );
}

/**
 * Reads the text of one file: pixels of the image, or places on the earth where the file names a reference system, or
 * where the image has a place on the earth and all coordinates can be longitude and latitude.
 * @throws ExchangeError naming the field
 */
export function readGeoJsonText(text: string, path: string, georeference?: Georeference): NeutralDocument {
  const json = parseJson(text, path);
  if (!isGeoJson(json)) throw new ExchangeError(path, 'is no GeoJSON FeatureCollection');
  const features = featuresOf(json);
  const onImage = pixelReader(json, features, path, georeference);
  let next = features.reduce<number>((most, feature) => {
    const group = isRecord(feature) && isRecord(feature['properties']) ? feature['properties']['groupId'] : 0;
    return Math.max(most, Number.isInteger(group) ? Number(group) : 0);
  }, 0);
  const instances = features.flatMap((feature, at): NeutralInstance[] => {
    const place = `features[${at}]`;
    if (!isRecord(feature)) throw new ExchangeError(path, `${place} must be an object`);
    const properties = isRecord(feature['properties']) ? feature['properties'] : {};
    const own = ownShape(properties, path, `${place}.properties`);
    const geometries = own === undefined ? geometriesOf(feature['geometry'], path, `${place}.geometry`) : [own];
    const { groupId, attributes } = properties;
    const group =
      Number.isInteger(groupId) && Number(groupId) > 0 ? Number(groupId) : geometries.length > 1 ? ++next : 0;
    const placed = own === undefined ? geometries.map(onImage) : geometries;
    return placed.map(geometry => ({
      className: classNameOf(properties),
      geometry,
      attributes: {
        ...leftovers(properties, known),
        ...measurementsOf(properties['measurements']),
        ...(isRecord(attributes) ? attributes : {}),
      },
      ...(group === 0 ? {} : { fields: { groupId: group } }),
    }));
  });
  const { name, folder } = placeOf(path);
  return { path, name, folder, instances };
}

function placeOf(path: string): ReturnType<typeof imagePlace> {
  const place = imagePlace(path);
  return { ...place, name: stemOf(place.name) };
}

function* labelsOf(json: unknown): Generator<ForeignLabel> {
  for (const feature of featuresOf(json)) {
    if (!isRecord(feature) || !isRecord(feature['properties'])) continue;
    const [name, color] = [classNameOf(feature['properties']), colorOf(feature['properties'])];
    if (name !== '' && color !== undefined) yield { name, color };
  }
}

/** Reads a set of GeoJSON files in pixels, one for each image. */
export async function readGeoJson(files: readonly ForeignFile[]): Promise<ForeignSet> {
  const labels = new Map<string, ForeignLabel>();
  const documents: ForeignDocument[] = [];
  for (const file of files.filter(each => /\.(?:geojson|json)$/i.test(each.path))) {
    const text = await textOf(file);
    if (!isGeoJsonText(text)) continue;
    try {
      for (const label of labelsOf(parseJson(text, file.path)))
        if (!labels.has(label.name)) labels.set(label.name, label);
    } catch {
      // A damaged file is reported when it is read.
    }
    documents.push({
      path: file.path,
      ...placeOf(file.path),
      read: async (_, item) => readGeoJsonText(await textOf(file), file.path, item?.georeference),
    });
  }
  return { labels: [...labels.values()], documents };
}
