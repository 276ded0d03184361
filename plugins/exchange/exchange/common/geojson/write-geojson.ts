import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { Georeference } from '#plugins/annotate/tiles/common/index.ts';
import { georeferenceOf } from '#plugins/annotate/tiles/common/index.ts';
import { rounded } from '../exchange/coordinates.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { writeAttributes } from '../exchange/foreign-attributes.ts';
import { stemOf } from '../exchange/image-path.ts';
import { countDocumentLosses, countInstanceLosses } from '../exchange/instance-losses.ts';
import { ringsOf } from '../exchange/instance-rings.ts';
import { cuboidOutline, verticesOf } from '../exchange/shape-extent.ts';
import { dropped, TransferReport } from '../transfer-report.ts';
import { pixelMember } from './earth-coordinates.ts';
import { isKnownSystem, MapPlaces } from './map-places.ts';
import { namedShapes, windingOf } from './geojson-file.ts';

const carried: ReadonlySet<string> = new Set(['groupId']);
const noSkip: ReadonlySet<string> = new Set();

type Point = readonly [number, number];
/** The coordinates of a place in pixels. */
type Placing = (x: number, y: number) => Point;

const inPixels: Placing = (x, y) => [rounded(x), rounded(y)];

const pairs = (flat: readonly number[], placing: Placing): Point[] =>
  Array.from({ length: flat.length / 2 }, (_, at) => placing(flat[at * 2]!, flat[at * 2 + 1]!));

/**
 * A ring as GeoJSON has it: closed, the outer one counter-clockwise and holes clockwise in x to the right and y
 * upwards.
 */
function closed(ring: readonly number[], hole: boolean, placing: Placing): readonly Point[] {
  const points = pairs(ring, placing);
  if (windingOf(points.flat()) > 0 === hole) points.reverse();
  return [...points, points[0]!];
}

const polygon = (rings: readonly (readonly number[])[], placing: Placing): JsonRecord => ({
  type: 'Polygon',
  coordinates: rings.map((ring, at) => closed(ring, at > 0, placing)),
});

/** Writes GeoJSON in pixels of the image, as QuPath reads it, or as longitude and latitude: a file for every image. */
export class GeoJsonWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #classes: ReadonlyMap<string, AnnotationClass>;
  readonly #taken = new Set<string>();
  readonly #onMap: boolean;

  constructor({ classes, options }: WriterHead) {
    this.#onMap = options.task === 'map';
    this.#classes = new Map(classes.map(each => [each.name, each]));
  }

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return folder === '' ? name : `${folder}/${name}`;
  }

  files(item: WrittenItem): readonly OutputFile[] {
    countDocumentLosses(item.document, this.report);
    const prefix = item.folder === '' ? '' : `${item.folder}/`;
    let path = `${prefix}${stemOf(item.name)}.geojson`;
    if (this.#taken.has(path)) path = `${prefix}${item.name}.geojson`;
    this.#taken.add(path);
    const metadata = item.document['metadata'];
    const georeference = isRecord(metadata) ? georeferenceOf(metadata) : undefined;
    const map = this.#mapOf(georeference);
    const placing: Placing = map === undefined ? inPixels : (x, y) => map.toEarth(x, y);
    const features = recordsOf(item.document['instances']).flatMap(instance => this.#feature(instance, placing) ?? []);
    const head = { type: 'FeatureCollection', ...(georeference !== undefined && map === undefined ? pixelMember : {}) };
    return [{ path, content: `${JSON.stringify({ ...head, features })}\n` }];
  }

  /** The map that an image is written on; undefined where it is written in pixels. */
  #mapOf(georeference: Georeference | undefined): MapPlaces | undefined {
    if (!this.#onMap) return undefined;
    if (georeference !== undefined && isKnownSystem(georeference.crs)) return new MapPlaces(georeference);
    const why =
      georeference === undefined
        ? 'without a georeference'
        : `since ${georeference.crs || 'its system'} is not supported`;
    this.report.add('image', { one: `was written in pixels, ${why}`, many: `were written in pixels, ${why}` });
    return undefined;
  }

  #feature(instance: JsonRecord, placing: Placing): JsonRecord | undefined {
    const { type, className, groupId } = instance;
    if (type === 'tag') return void this.report.add('tag instance', dropped);
    const geometry = this.#geometry(instance, placing);
    if (geometry === undefined) return void this.report.add('broken shape', dropped);
    countInstanceLosses(instance, carried, this.report);
    const owner = typeof className === 'string' ? this.#classes.get(className) : undefined;
    const attributes = writeAttributes(instance, owner, noSkip);
    return {
      type: 'Feature',
      ...(typeof instance['id'] === 'string' ? { id: instance['id'] } : {}),
      geometry,
      properties: {
        objectType: 'annotation',
        ...(typeof className === 'string'
          ? {
              className,
              classification: { name: className, ...(owner === undefined ? {} : { color: rgb(owner.color) }) },
            }
          : {}),
        ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
        ...(typeof groupId === 'number' && groupId > 0 ? { groupId } : {}),
        ...this.#shape(instance),
      },
    };
  }

  /** Returns the properties of a shape that is written as a polygon, by which it is read again. */
  #shape(instance: JsonRecord): JsonRecord {
    const { type, points } = instance;
    if (typeof type !== 'string' || !namedShapes.has(type)) return {};
    const { cx, cy, rx, ry, angle } = instance;
    return { shape: type, ...(type === 'ellipse' ? { ellipse: { cx, cy, rx, ry, angle } } : { corners: points }) };
  }

  #geometry(instance: JsonRecord, placing: Placing): JsonRecord | undefined {
    const { type } = instance;
    const vertices = verticesOf(instance);
    if (vertices === undefined) return undefined;
    switch (type) {
      case 'polyline':
        return { type: 'LineString', coordinates: pairs(vertices, placing) };
      case 'point':
        return { type: 'Point', coordinates: pairs(vertices, placing)[0] };
      case 'template':
        this.report.add('template', { one: 'was written as points', many: 'were written as points' });
        return { type: 'MultiPoint', coordinates: pairs(vertices, placing) };
      case 'cuboid': {
        this.report.add('cuboid', { one: 'was written as its outline', many: 'were written as their outlines' });
        const outline = cuboidOutline(instance);
        return outline === undefined ? undefined : polygon([outline], placing);
      }
      default: {
        const rings = ringsOf(instance);
        return rings === undefined ? undefined : polygon(rings, placing);
      }
    }
  }
}

/** `#RRGGBB` as three numbers. */
const rgb = (color: string): readonly number[] => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
