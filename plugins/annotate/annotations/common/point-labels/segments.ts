import { isRecord, recordsOf, withoutFields } from '../json-value.ts';
import type { JsonRecord } from '../json-value.ts';
import type { PointRuns } from './point-runs.ts';
import { isRuns } from './point-runs.ts';

/** The kind of instance that labels points of a scan; its `points` are the runs of the points it owns. */
export const SEGMENT = 'segment';
/** The largest number that a label can have. */
const mostLabels = 65_535;

/** True for an instance that labels points. */
export const isSegment = (instance: JsonRecord): boolean => instance['type'] === SEGMENT;

/** The points of a segment; none where they are not runs. */
export const segmentRuns = ({ points }: JsonRecord): PointRuns => (isRuns(points) ? points : []);

/**
 * Turns the labels of points of a document, given as runs, into instances that own points. A document without them
 * stays as it is; labels without an entry are left out, which the checks report before.
 */
export function storedLabels(document: JsonRecord): JsonRecord {
  const { segmentation } = document;
  if (!isRecord(segmentation)) return document;
  const runs = Array.isArray(segmentation['runs']) ? (segmentation['runs'] as number[]) : [];
  const owned = new Map<number, number[]>();
  let first = 0;
  for (let at = 0; at + 1 < runs.length; at += 2) {
    const [label, count] = [runs[at]!, runs[at + 1]!];
    const own = owned.get(label) ?? [];
    if (own.length === 0) owned.set(label, own);
    if (count > 0 && own.length > 0 && own.at(-2)! + own.at(-1)! === first) own[own.length - 1]! += count;
    else if (count > 0) own.push(first, count);
    first += count;
  }
  return {
    ...withoutFields(document, 'segmentation'),
    instances: [
      ...recordsOf(document['instances']),
      ...recordsOf(segmentation['instances']).map(({ label, ...entry }) => ({
        ...entry,
        type: SEGMENT,
        label,
        points: owned.get(Number(label)) ?? [],
      })),
    ],
  };
}

/** Number of points of the item, so far as a document says. */
const pointsOf = ({ metadata }: JsonRecord): number => {
  const cloud = isRecord(metadata) ? metadata['pointCloud'] : undefined;
  return isRecord(cloud) && typeof cloud['points'] === 'number' ? cloud['points'] : 0;
};

/** Numbers of the labels of segments: their own where it is free, else the next free one. */
function labelNumbers(segments: readonly JsonRecord[]): readonly number[] {
  const taken = new Set<number>();
  const isFree = (label: unknown): label is number =>
    Number.isInteger(label) && (label as number) >= 1 && (label as number) <= mostLabels && !taken.has(label as number);
  const own = segments.map(({ label }) => {
    if (!isFree(label)) return undefined;
    taken.add(label);
    return label;
  });
  let next = 1;
  return own.map(label => {
    if (label !== undefined) return label;
    while (taken.has(next)) next += 1;
    taken.add(next);
    return next;
  });
}

/** The labels of points as runs of a label and a count that cover `total` points; a later segment wins. */
function labelRuns(segments: readonly JsonRecord[], total: number): number[] {
  const labels = labelNumbers(segments);
  const changes = segments
    .flatMap((segment, order) => {
      const runs = segmentRuns(segment);
      return Array.from({ length: runs.length / 2 }, (_, at) => ({
        order,
        start: runs[at * 2]!,
        end: runs[at * 2]! + runs[at * 2 + 1]!,
      }));
    })
    .toSorted((one, other) => one.start - other.start || one.order - other.order);
  const runs: number[] = [];
  let done = 0;
  const put = (label: number, until: number): void => {
    if (until <= done) return;
    if (runs.length > 0 && runs.at(-2) === label) runs[runs.length - 1]! += until - done;
    else runs.push(label, until - done);
    done = until;
  };
  // Segments seldom share points: those under way are few.
  let open: typeof changes = [];
  const close = (until: number): void => {
    while (open.length > 0 && done < until) {
      const top = open.reduce((best, each) => (each.order > best.order ? each : best));
      const end = Math.min(until, top.end);
      put(labels[top.order]!, end);
      open = open.filter(each => each.end > end);
    }
  };
  for (const change of changes) {
    close(change.start);
    put(0, change.start);
    open.push(change);
  }
  close(Infinity);
  put(0, total);
  return runs;
}

/**
 * The form that files and clients have: instances that own points as `segmentation`. A document without them stays as
 * it is.
 */
export function exportedLabels(document: JsonRecord): JsonRecord {
  const instances = recordsOf(document['instances']);
  const segments = instances.filter(isSegment);
  if (segments.length === 0) return document;
  const labels = labelNumbers(segments);
  return {
    ...document,
    instances: instances.filter(each => !isSegment(each)),
    segmentation: {
      instances: segments.map((segment, at) => ({
        label: labels[at]!,
        ...withoutFields(segment, 'type', 'points', 'label'),
        instanceId: typeof segment['instanceId'] === 'number' ? segment['instanceId'] : 0,
      })),
      runs: labelRuns(segments, pointsOf(document)),
    },
  };
}

/** Labels as the side file has them: two bytes a point, little endian. */
export function labelBytes(runs: readonly number[]): Uint8Array {
  let total = 0;
  for (let at = 1; at < runs.length; at += 2) total += runs[at]!;
  const bytes = new Uint8Array(total * 2);
  let first = 0;
  for (let at = 0; at + 1 < runs.length; at += 2) {
    const [label, count] = [runs[at]!, runs[at + 1]!];
    for (let point = first; label !== 0 && point < first + count; point += 1) {
      bytes[point * 2] = label & 255;
      bytes[point * 2 + 1] = label >> 8;
    }
    first += count;
  }
  return bytes;
}

/** The runs of a label and a count of a side file. A last odd byte is not read. */
export function bytesToLabels(bytes: Uint8Array): number[] {
  const runs: number[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const label = bytes[at]! | (bytes[at + 1]! << 8);
    if (runs.length > 0 && runs.at(-2) === label) runs[runs.length - 1]! += 1;
    else runs.push(label, 1);
  }
  return runs;
}
