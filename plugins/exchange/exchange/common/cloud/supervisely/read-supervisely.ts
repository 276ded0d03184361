import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { runsOf, SEGMENT } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import { normalAngle } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import type { CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import { ExchangeError } from '../../exchange/exchange-error.ts';
import { imagePlace } from '../../exchange/image-path.ts';
import { numberAt, parseJson, textOf } from '../../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignLabel,
  ForeignSet,
  NeutralDocument,
  NeutralInstance,
} from '../../exchange/neutral-document.ts';
import type { ReadHead } from '../../exchange/read-head.ts';
import { dropped } from '../../transfer-report.ts';
import type { TransferReport } from '../../transfer-report.ts';
import type { SeenInScan } from '../cloud-document.ts';
import { stretchesOf } from '../cloud-document.ts';
import { framesOfCloud, lateFate, mostFrames, scanStem, timeOfFrame } from '../cloud-frames.ts';

const SCAN = /(?:^|\/)ann\/[^/]+\.json$/i;
const EPISODE = /(?:^|\/)annotation\.json$/i;
const META = /(?:^|\/)meta\.json$/i;
/** Most points of an item whose numbers are read. */
const MOST_INDICES = 50_000_000;

/** True for the text of a scan or an episode of a Supervisely project of point clouds. */
export const isSuperviselyText = (path: string, text: string): boolean =>
  (SCAN.test(path) || EPISODE.test(path)) &&
  /"objects"\s*:/.test(text) &&
  /"figures"\s*:|"frames"\s*:/.test(text) &&
  !/"size"\s*:\s*\{/.test(text);

/**
 * Reads a Supervisely project of point clouds, or of episodes: each figure of a scan, and each object of an episode, is
 * an instance.
 */
export async function readSupervisely(files: readonly ForeignFile[], { report }: ReadHead): Promise<ForeignSet> {
  const meta = files.find(file => META.test(file.path));
  const documents: ForeignDocument[] = [];
  for (const file of files) {
    const isEpisode = EPISODE.test(file.path);
    if (!isEpisode && !SCAN.test(file.path)) continue;
    const path = file.path.replaceAll('\\', '/');
    const place = imagePlace(
      isEpisode ? path.slice(0, Math.max(0, path.lastIndexOf('/'))) : path.replace(/\.json$/i, ''),
    );
    const name = isEpisode ? scanStem(place.name) : place.name;
    if (name === '') {
      report.problem(path, 'names no sequence. Pack it as NAME/annotation.json, where NAME is that of the item.');
      continue;
    }
    documents.push({
      path,
      name,
      folder: place.folder,
      wide: place.wide,
      async read(_, item) {
        const json = parseJson(await textOf(file), path);
        if (!isRecord(json)) throw new ExchangeError(path, 'must be an object with objects and figures or frames');
        const head = { path, report, cloud: item?.cloud, objects: objectsOf(json, path) };
        return {
          path,
          name,
          folder: place.folder,
          ...(isEpisode ? episode(json, head) : scan(json, head)),
          tags: tagsOf(json['tags']),
          source: { format: 'supervisely-clouds', ...(typeof json['key'] === 'string' ? { key: json['key'] } : {}) },
        };
      },
    });
  }
  return { labels: meta === undefined ? [] : labelsOf(parseJson(await textOf(meta), meta.path)), documents };
}

function labelsOf(meta: unknown): readonly ForeignLabel[] {
  if (!isRecord(meta)) return [];
  return recordsOf(meta['classes']).flatMap(({ title, color }) =>
    typeof title === 'string' ? [{ name: title, ...(typeof color === 'string' ? { color } : {}) }] : [],
  );
}

const tagsOf = (tags: unknown): string[] =>
  recordsOf(tags).flatMap(({ name, value }) => {
    if (typeof name !== 'string') return [];
    return [value === null || value === undefined ? name : `${name}=${String(value as string | number)}`];
  });

const attributesOf = (tags: unknown): JsonRecord =>
  Object.fromEntries(recordsOf(tags).map(({ name, value }) => [String(name), value ?? true]));

interface SuperviselyObject {
  readonly className: string;
  readonly attributes: JsonRecord;
  /** Place in the file, from 1. */
  readonly number: number;
}

/** Counts the objects that no figure of the file shows. */
function countUnseen({ objects, report }: SuperviselyHead, shown: ReadonlySet<string>): void {
  const unseen = [...objects.keys()].filter(key => !shown.has(key)).length;
  report.add('object', { one: 'without a figure was dropped', many: 'without a figure were dropped' }, unseen);
}

interface SuperviselyHead {
  readonly path: string;
  readonly report: TransferReport;
  readonly cloud: CloudView | undefined;
  readonly objects: ReadonlyMap<string, SuperviselyObject>;
}

function objectsOf({ objects }: JsonRecord, path: string): ReadonlyMap<string, SuperviselyObject> {
  return new Map(
    recordsOf(objects).map(({ key, classTitle, tags }, at) => {
      if (typeof key !== 'string') throw new ExchangeError(path, `objects[${at}].key must be a text`);
      if (typeof classTitle !== 'string') throw new ExchangeError(path, `objects[${at}].classTitle must be a text`);
      return [key, { className: classTitle, attributes: attributesOf(tags), number: at + 1 }];
    }),
  );
}

function objectOf({ objectKey }: JsonRecord, place: string, { objects, path }: SuperviselyHead): SuperviselyObject {
  const found = objects.get(String(objectKey));
  if (found === undefined)
    throw new ExchangeError(path, `${place}.objectKey ${String(objectKey)} is none of the objects`);
  return found;
}

type Content = Pick<NeutralDocument, 'instances' | 'points'>;

const pointsOf = (cloud: CloudView | undefined): { readonly points?: number } =>
  cloud === undefined ? {} : { points: cloud.points };

function scan(json: JsonRecord, head: SuperviselyHead): Content {
  const instances = recordsOf(json['figures']).flatMap((figure, at): NeutralInstance[] => {
    const place = `figures[${at}]`;
    const { className, attributes, number } = objectOf(figure, place, head);
    const fields = {
      trackingId: String(figure['objectKey']),
      source: { format: 'supervisely-clouds', figure: figure['key'] },
    };
    if (figure['geometryType'] === 'cuboid_3d')
      return [{ className, attributes, fields, geometry: { type: 'cuboid', ...boxOf(figure, place, head.path) } }];
    if (figure['geometryType'] === 'point_cloud') {
      const points = runsOf(indicesOf(figure, place, head.path, head.cloud?.points));
      return [
        { className, attributes, fields: { ...fields, instanceId: number }, geometry: { type: SEGMENT, points } },
      ];
    }
    head.report.add(String(figure['geometryType']), dropped);
    return [];
  });
  countUnseen(head, new Set(recordsOf(json['figures']).map(each => String(each['objectKey']))));
  const isLabelled = instances.some(({ geometry }) => geometry.type === SEGMENT);
  return { instances, ...(isLabelled ? pointsOf(head.cloud) : {}) };
}

function episode(json: JsonRecord, head: SuperviselyHead): Content {
  const seen = new Map<string, SeenInScan[]>();
  const owned = new Map<string, number[]>();
  const frames = framesOfCloud('', head.cloud);
  for (const [at, frame] of recordsOf(json['frames']).entries()) {
    const index = numberAt(frame['index'], head.path, `frames[${at}].index`);
    if (!Number.isInteger(index) || index < 0 || index >= mostFrames)
      throw new ExchangeError(head.path, `frames[${at}].index must be an integer from 0 to ${mostFrames - 1}`);
    const timestamp = timeOfFrame(head.cloud, index);
    const figures = recordsOf(frame['figures']);
    if (timestamp === undefined) {
      head.report.add('figure', lateFate, figures.length);
      continue;
    }
    for (const [number, figure] of figures.entries()) {
      const place = `frames[${at}].figures[${number}]`;
      const key = String(figure['objectKey']);
      objectOf(figure, place, head);
      if (figure['geometryType'] === 'cuboid_3d') {
        const list = seen.get(key) ?? [];
        list.push({ frame: index, timestamp, geometry: boxOf(figure, place, head.path), attributes: {} });
        seen.set(key, list);
      } else if (figure['geometryType'] === 'point_cloud' && head.cloud !== undefined) {
        const { firstPoint, points } = frames[index]!;
        const indices = indicesOf(figure, place, head.path, points).map(each => each + firstPoint);
        owned.set(key, [...(owned.get(key) ?? []), ...indices]);
      } else head.report.add(String(figure['geometryType']), dropped);
    }
  }
  const instances = [...head.objects].flatMap(([key, { className, attributes, number }]): NeutralInstance[] => {
    const fields = { trackingId: key, source: { format: 'supervisely-clouds' } };
    const [boxes, indices] = [seen.get(key), owned.get(key)];
    return [
      ...(boxes === undefined
        ? []
        : [
            {
              className,
              fields,
              attributes,
              geometry: { type: 'cuboid' },
              segments: stretchesOf(boxes.map(each => ({ ...each, attributes }))),
            },
          ]),
      ...(indices === undefined
        ? []
        : [
            {
              className,
              attributes,
              fields: { ...fields, instanceId: number },
              geometry: { type: SEGMENT, points: runsOf(indices.toSorted((one, other) => one - other)) },
            },
          ]),
    ];
  });
  countUnseen(head, new Set([...seen.keys(), ...owned.keys()]));
  return { instances, ...(owned.size === 0 ? {} : pointsOf(head.cloud)) };
}

/** @throws ExchangeError naming the field */
function boxOf({ geometry }: JsonRecord, place: string, path: string): JsonRecord {
  const vector = (field: string): { readonly x: number; readonly y: number; readonly z: number } => {
    const value = isRecord(geometry) ? geometry[field] : undefined;
    const at = (axis: string): number =>
      numberAt(isRecord(value) ? value[axis] : undefined, path, `${place}.geometry.${field}.${axis}`);
    return { x: at('x'), y: at('y'), z: at('z') };
  };
  const [position, rotation, size] = [vector('position'), vector('rotation'), vector('dimensions')];
  for (const axis of ['x', 'y', 'z'] as const)
    if (size[axis] <= 0) throw new ExchangeError(path, `${place}.geometry.dimensions.${axis} must be greater than 0`);
  return {
    position,
    size,
    rotation: { x: normalAngle(rotation.x), y: normalAngle(rotation.y), z: normalAngle(rotation.z) },
  };
}

/** Point numbers in ascending order. @throws ExchangeError for one that is no number of a point */
function indicesOf({ geometry }: JsonRecord, place: string, path: string, points: number | undefined): number[] {
  const indices = isRecord(geometry) ? geometry['indices'] : undefined;
  if (!Array.isArray(indices))
    throw new ExchangeError(path, `${place}.geometry.indices must be a list of point numbers`);
  const most = points ?? MOST_INDICES;
  for (const index of indices as unknown[])
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= most)
      throw new ExchangeError(
        path,
        `${place}.geometry.indices has ${String(index)}, which is not one of ${most} points`,
      );
  return (indices as number[]).toSorted((one, other) => one - other);
}
