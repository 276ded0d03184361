import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { segmentRuns } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../../exchange/exchange-writer.ts';
import { writeAttributes } from '../../exchange/foreign-attributes.ts';
import { keptSource } from '../../exchange/json-file.ts';
import { TransferReport } from '../../transfer-report.ts';
import { scanStem } from '../cloud-frames.ts';
import type { WrittenBox, WrittenCloud } from '../written-cloud.ts';
import { writtenCloud } from '../written-cloud.ts';

const capacity = {
  boxes: true,
  segments: true,
  tracks: true,
  tilt: true,
  attributes: true,
  tags: true,
  fields: new Set<string>(),
} as const;

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const nothing: ReadonlySet<string> = new Set();

/** A UUID that follows from a text, so that the same project gives the same files. */
function uuidOf(text: string): string {
  const part = (seed: number): string => {
    let hash = (0x811c9dc5 ^ seed) >>> 0;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
    return hash.toString(16).padStart(8, '0');
  };
  const hex = [1, 2, 3, 4].map(part).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

interface WrittenObject {
  readonly key: string;
  readonly json: JsonRecord;
}

/** Writes a Supervisely project: `ann/NAME.json` for scans, `annotation.json` for sequences, and `meta.json`. */
export class SuperviselyCloudWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #classes: readonly AnnotationClass[];
  readonly #owners: ReadonlyMap<string, AnnotationClass>;
  readonly #shapes = new Map<string, Set<string>>();
  readonly #tags = new Map<string, string>();
  readonly #objectKeys = new Set<string>();
  #scans = 0;
  #episodes = 0;

  constructor({ classes }: Pick<WriterHead, 'classes'>) {
    this.#classes = classes;
    this.#owners = new Map(classes.map(each => [each.name, each]));
  }

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return `${folder === '' ? 'ds0' : folder}/pointcloud/${name}`;
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const cloud = writtenCloud(item, capacity, this.report);
    const tags = (Array.isArray(item.document['tags']) ? (item.document['tags'] as unknown[]) : []).map(tag =>
      this.#tag(String(tag)),
    );
    const key = keptSource({ source: cloud.source }, 'supervisely-clouds')['key'];
    const head = { description: '', key: typeof key === 'string' ? key : uuidOf(`${item.folder}/${item.name}`), tags };
    const dataset = item.folder === '' ? 'ds0' : item.folder;
    const stem = scanStem(item.name);
    if (!cloud.isSequence) {
      this.#scans += 1;
      return [
        {
          path: `${dataset}/ann/${item.name}.json`,
          content: JSON.stringify({ ...head, ...this.#scan(item, cloud) }, null, 2),
        },
      ];
    }
    this.#episodes += 1;
    const directory = item.folder === '' ? stem : `${item.folder}/${stem}`;
    const files = Object.fromEntries(cloud.frames.map(({ file }, at) => [String(at), file]));
    return [
      {
        path: `${directory}/annotation.json`,
        content: JSON.stringify({ ...head, ...this.#episode(item, cloud) }, null, 2),
      },
      { path: `${directory}/frame_pointcloud_map.json`, content: JSON.stringify(files, null, 2) },
    ];
  }

  rest(): readonly OutputFile[] {
    const classes = this.#classes
      .filter(each => each.type === ClassType.Object)
      .map(({ name, color }, at) => {
        const shapes = this.#shapes.get(name);
        const [shape] = shapes?.size === 1 ? shapes : ['any'];
        return {
          id: at + 1,
          title: name,
          color: color.toLowerCase(),
          shape: shapes === undefined ? 'cuboid_3d' : shape,
          geometry_config: {},
        };
      });
    const tags = [...this.#tags].map(([name, type], at) => ({
      id: at + 1,
      name,
      value_type: type,
      color: '#243175',
      hotkey: '',
      applicable_type: 'all',
      classes: [],
    }));
    const projectType = this.#scans === 0 && this.#episodes > 0 ? 'point_cloud_episodes' : 'point_clouds';
    const objects = Object.fromEntries([...this.#objectKeys].map((key, at) => [key, at + 1]));
    return [
      { path: 'meta.json', content: JSON.stringify({ classes, tags, projectType }, null, 2) },
      { path: 'key_id_map.json', content: JSON.stringify({ tags: {}, objects, figures: {}, videos: {} }, null, 2) },
    ];
  }

  #tag(text: string): JsonRecord {
    const at = text.indexOf('=');
    if (at < 0) return this.#valued(text, true);
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    return this.#valued(name, value.trim() !== '' && String(Number(value)) === value ? Number(value) : value);
  }

  #valued(name: string, value: unknown): JsonRecord {
    const isFlag = value === true;
    const type = isFlag ? 'none' : typeof value === 'number' ? 'any_number' : 'any_string';
    const known = this.#tags.get(name);
    // A tag with values of several kinds holds texts.
    this.#tags.set(name, known === undefined || known === type ? type : 'any_string');
    return { name, value: isFlag ? null : Array.isArray(value) ? value.join(', ') : value };
  }

  #object(instance: JsonRecord, item: WrittenItem, shape: string, place: string): WrittenObject {
    const className = String(instance['className']);
    const kept = instance['trackingId'];
    const key =
      typeof kept === 'string' && UUID.test(kept)
        ? kept
        : uuidOf(`${item.folder}/${item.name}/${String(kept ?? instance['id'] ?? place)}`);
    this.#shapes.set(className, (this.#shapes.get(className) ?? new Set()).add(shape));
    this.#objectKeys.add(key);
    const values = writeAttributes(instance, this.#owners.get(className), nothing);
    const tags = Object.entries(values).map(([name, value]) =>
      this.#valued(name, this.#isFlag(className, name) ? value === '1' || value === true || value : value),
    );
    return { key, json: { key, classTitle: className, tags } };
  }

  #isFlag(className: string, name: string): boolean {
    const group = this.#owners.get(className)?.attribute_groups.find(each => each.name === name);
    return group?.group_type === 'radio' && group.attributes.every(each => each.name === '0' || each.name === '1');
  }

  #scan(item: WrittenItem, { frames, segments }: WrittenCloud): JsonRecord {
    const objects = new Map<string, JsonRecord>();
    const figures: JsonRecord[] = [];
    const add = (instance: JsonRecord, type: string, geometry: JsonRecord, place: string): void => {
      const { key, json } = this.#object(instance, item, type, place);
      if (!objects.has(key)) objects.set(key, json);
      const kept = keptSource(instance, 'supervisely-clouds')['figure'];
      figures.push({
        key:
          typeof kept === 'string'
            ? kept
            : uuidOf(`${item.folder}/${item.name}/figure/${String(instance['id'] ?? figures.length)}`),
        objectKey: key,
        geometryType: type,
        geometry,
      });
    };
    for (const { instance, box, object } of frames[0]!.boxes)
      add(instance as unknown as JsonRecord, 'cuboid_3d', geometryOf({ box }), `cuboid ${object}`);
    for (const [at, segment] of segments.entries())
      add(segment, 'point_cloud', { indices: expanded(segmentRuns(segment), 0, Infinity) }, `segment ${at}`);
    return { objects: [...objects.values()], figures };
  }

  #episode(item: WrittenItem, { frames, segments }: WrittenCloud): JsonRecord {
    const objects = new Map<string, JsonRecord>();
    const keyOf = (instance: JsonRecord, shape: string, place: string): string => {
      const { key, json } = this.#object(instance, item, shape, place);
      if (!objects.has(key)) objects.set(key, json);
      else if (JSON.stringify(objects.get(key)) !== JSON.stringify(json))
        this.report.add('attribute', {
          one: 'that changes was written as at first',
          many: 'that change were written as at first',
        });
      return key;
    };
    const written = frames.flatMap(({ boxes, firstPoint, points }, index) => {
      const figures = boxes.map(({ instance, box, object }): JsonRecord => {
        const objectKey = keyOf(instance as unknown as JsonRecord, 'cuboid_3d', `cuboid ${object}`);
        return {
          key: uuidOf(`${item.folder}/${item.name}/${objectKey}/${index}`),
          objectKey,
          geometryType: 'cuboid_3d',
          geometry: geometryOf({ box }),
        };
      });
      for (const [at, segment] of segments.entries()) {
        const indices = expanded(segmentRuns(segment), firstPoint, firstPoint + (points ?? Infinity));
        if (indices.length === 0) continue;
        const objectKey = keyOf(segment, 'point_cloud', `segment ${at}`);
        figures.push({
          key: uuidOf(`${item.folder}/${item.name}/${objectKey}/points/${index}`),
          objectKey,
          geometryType: 'point_cloud',
          geometry: { indices },
        });
      }
      return figures.length === 0 ? [] : [{ index, figures }];
    });
    return { objects: [...objects.values()], framesCount: frames.length, frames: written };
  }
}

const geometryOf = ({ box: { position, rotation, size } }: Pick<WrittenBox, 'box'>): JsonRecord => ({
  position,
  rotation,
  dimensions: size,
});

/** Point numbers of runs from `first` up to `end`, counted from `first`. */
function expanded(runs: readonly number[], first: number, end: number): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    const [start, stop] = [Math.max(first, runs[at]!), Math.min(end, runs[at]! + runs[at + 1]!)];
    for (let point = start; point < stop; point += 1) numbers.push(point - first);
  }
  return numbers;
}
