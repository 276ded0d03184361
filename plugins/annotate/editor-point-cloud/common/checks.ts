import { stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type {
  ClassIndex,
  DocumentForm,
  DocumentIssue,
  JsonRecord,
} from '#plugins/annotate/annotations/common/index.ts';
import {
  checkAttributes,
  classOf,
  documentChecks,
  errorAt,
  isRecord,
  recordsOf,
  storedTimeline,
} from '#plugins/annotate/annotations/common/index.ts';
import { isRuns, SEGMENT } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import { cloudSchema } from './cloud-schema.ts';
import type { CloudBounds } from './geometry-checks.ts';
import { geometryIssues } from './geometry-checks.ts';
import { metadataIssues, segmentationIssues } from './metadata-checks.ts';

/** Facts for the checks beyond the document. */
export interface CloudCheckOptions {
  readonly form: DocumentForm;
  /** The classes of the project; without them nothing is said about attributes and class types. */
  readonly classes?: ClassIndex;
}

const schemas = { export: cloudSchema('export'), internal: cloudSchema('internal') } as const;

/**
 * Checks a point cloud document, in the flat form or with `meta` and `parameters`: errors refuse it, warnings are
 * reported.
 */
export function* cloudChecks(document: unknown, options: CloudCheckOptions): Steps<readonly DocumentIssue[]> {
  const flat = isRecord(document) ? storedTimeline(document) : document;
  const formal = yield* documentChecks(schemas[options.form], flat);
  if (!isRecord(flat)) return formal;
  const metadata = isRecord(flat['metadata']) ? flat['metadata'] : {};
  const broken = new Set(formal.map(issue => /^instances\[\d+\]/.exec(issue.path)?.[0]));
  const instances: readonly unknown[] = Array.isArray(flat['instances']) ? flat['instances'] : [];
  const times = frameTimes(metadata);
  const bounds = boundsOf(metadata);
  const { pointCloud } = metadata;
  const total = isRecord(pointCloud) && typeof pointCloud['points'] === 'number' ? pointCloud['points'] : undefined;
  const ids = new Set<unknown>();
  const found: DocumentIssue[] = [];
  yield* stepping(instances, (instance, at) => {
    const path = `instances[${at}]`;
    if (!isRecord(instance)) return;
    const { id } = instance;
    if (typeof id === 'string' && ids.has(id)) found.push(errorAt(`${path}.id`, `'${id}' is not unique`));
    ids.add(id);
    if (broken.has(path)) return;
    found.push(...placeIssues(instance, path, times, bounds, total), ...classIssues(instance, path, options));
  });
  return [...formal, ...metadataIssues(metadata), ...segmentationIssues(flat['segmentation'], metadata), ...found];
}

function placeIssues(
  instance: JsonRecord,
  path: string,
  times: ReadonlySet<number> | undefined,
  bounds: CloudBounds | undefined,
  total: number | undefined,
): readonly DocumentIssue[] {
  const type = String(instance['type']);
  if (type === 'tag') return [];
  if (type === SEGMENT) return segmentIssues(instance, path, total);
  if (!Array.isArray(instance['parameters'])) return geometryIssues(type, instance, path, bounds);
  return recordsOf(instance['parameters']).flatMap((segment, at) =>
    stretchIssues(segment, type, `${path}.parameters[${at}]`, times, bounds),
  );
}

function stretchIssues(
  segment: JsonRecord,
  type: string,
  path: string,
  times: ReadonlySet<number> | undefined,
  bounds: CloudBounds | undefined,
): readonly DocumentIssue[] {
  const [start, end] = [Number(segment['start']), Number(segment['end'])];
  const keys = recordsOf(segment['timestamps']);
  return [
    ...(start > end ? [errorAt(path, `end ${end} is before start ${start}`)] : []),
    ...keys.flatMap((key, at) => {
      const keyPath = `${path}.timestamps[${at}]`;
      const time = Number(key['timestamp']);
      const before = keys[at - 1];
      return [
        ...(times !== undefined && !times.has(time)
          ? [errorAt(`${keyPath}.timestamp`, `timestamp ${time} is not a frame time`)]
          : []),
        ...(before !== undefined && time <= Number(before['timestamp'])
          ? [errorAt(`${keyPath}.timestamp`, `timestamp ${time} is not after ${Number(before['timestamp'])}`)]
          : []),
        ...geometryIssues(type, key, keyPath, bounds),
      ];
    }),
  ];
}

/** Errors of the points that a segment owns. */
function segmentIssues({ points }: JsonRecord, path: string, total: number | undefined): readonly DocumentIssue[] {
  if (!isRuns(points))
    return [errorAt(`${path}.points`, 'must be runs of points: first number and length, ascending and apart')];
  const end = points.length === 0 ? 0 : points.at(-2)! + points.at(-1)!;
  return total !== undefined && end > total
    ? [errorAt(`${path}.points`, `point ${end - 1} is not one of ${total} points`)]
    : [];
}

function classIssues(instance: JsonRecord, path: string, { classes }: CloudCheckOptions): readonly DocumentIssue[] {
  const owner = classes && classOf(instance, classes);
  if (!owner) return [];
  const wanted = instance['type'] === 'tag' ? 2 : 1;
  if (owner.entry.type !== wanted)
    return [errorAt(`${path}.className`, `'${owner.entry.name}' is not ${wanted === 2 ? 'a tag' : 'an object'} class`)];
  return checkAttributes(instance, path, owner, false);
}

/** The times of the frames of a sequence; undefined for a single scan. */
function frameTimes(metadata: JsonRecord): ReadonlySet<number> | undefined {
  const frames = recordsOf(metadata['frames']);
  return frames.length === 0 ? undefined : new Set(frames.map(frame => Number(frame['timestamp'])));
}

function boundsOf({ pointCloud }: JsonRecord): CloudBounds | undefined {
  const bounds = isRecord(pointCloud) ? pointCloud['bounds'] : undefined;
  if (!isRecord(bounds) || !Array.isArray(bounds['min']) || !Array.isArray(bounds['max'])) return undefined;
  return { min: bounds['min'] as number[], max: bounds['max'] as number[] };
}
