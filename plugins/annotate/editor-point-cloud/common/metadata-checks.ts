import type { DocumentIssue, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { errorAt, isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';

/** Largest deviation of a calibration from a rigid transform. */
const RIGID = 1e-3;

/** Errors of the cameras and frames of an item. */
export function metadataIssues(metadata: JsonRecord): readonly DocumentIssue[] {
  return [
    ...recordsOf(metadata['images']).flatMap((image, at) => imageErrors(image, `metadata.images[${at}]`)),
    ...frameErrors(recordsOf(metadata['frames'])),
  ];
}

function imageErrors(image: JsonRecord, path: string): readonly DocumentIssue[] {
  const { intrinsics, extrinsics } = image;
  const found: DocumentIssue[] = [];
  if (Array.isArray(intrinsics) && intrinsics.length !== 9)
    found.push(errorAt(`${path}.intrinsics`, `intrinsics has ${intrinsics.length} numbers, not 9`));
  if (Array.isArray(extrinsics) && extrinsics.length !== 16)
    found.push(errorAt(`${path}.extrinsics`, `extrinsics has ${extrinsics.length} numbers, not 16`));
  else if (Array.isArray(extrinsics) && !isRigid(extrinsics as number[]))
    found.push(errorAt(`${path}.extrinsics`, 'extrinsics is not a rigid transform'));
  return found;
}

/** True for a 4 × 4 matrix in row order that is a rigid transform. */
function isRigid(m: readonly number[]): boolean {
  if (m[12] !== 0 || m[13] !== 0 || m[14] !== 0 || m[15] !== 1) return false;
  const row = (at: number): readonly number[] => m.slice(at * 4, at * 4 + 3);
  const dot = (one: readonly number[], other: readonly number[]): number =>
    one.reduce((sum, value, at) => sum + value * other[at]!, 0);
  for (let one = 0; one < 3; one += 1)
    for (let other = one; other < 3; other += 1)
      if (Math.abs(dot(row(one), row(other)) - (one === other ? 1 : 0)) > RIGID) return false;
  const [a, b, c] = [row(0), row(1), row(2)] as const;
  const handed =
    a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) -
    a[1]! * (b[0]! * c[2]! - b[2]! * c[0]!) +
    a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
  return handed > 0;
}

function frameErrors(frames: readonly JsonRecord[]): readonly DocumentIssue[] {
  return frames.flatMap((frame, at) => {
    const path = `metadata.frames[${at}]`;
    const before = frames[at - 1];
    return [
      ...(frame['index'] === at ? [] : [errorAt(`${path}.index`, `index ${String(frame['index'])} must be ${at}`)]),
      ...(before !== undefined && Number(frame['timestamp']) <= Number(before['timestamp'])
        ? [
            errorAt(
              `${path}.timestamp`,
              `timestamp ${Number(frame['timestamp'])} is not after ${Number(before['timestamp'])}`,
            ),
          ]
        : []),
    ];
  });
}

/** Errors of the labels of points. The length of the side file is checked where the file is. */
export function segmentationIssues(segmentation: unknown, { pointCloud }: JsonRecord): readonly DocumentIssue[] {
  if (!isRecord(segmentation)) return [];
  const entries = recordsOf(segmentation['instances']);
  const labels = new Set<unknown>();
  const found = entries.flatMap(({ label }, at) => {
    const twice = labels.has(label);
    labels.add(label);
    return twice ? [errorAt(`segmentation.instances[${at}].label`, `label ${String(label)} is not unique`)] : [];
  });
  const { runs } = segmentation;
  if (!Array.isArray(runs)) return found;
  const path = 'segmentation.runs';
  if (runs.length % 2 !== 0) return [...found, errorAt(path, 'runs must be pairs of a label and a count')];
  const [used, total] = (runs as number[]).reduce<[Set<number>, number]>(
    ([seen, sum], value, at) => (at % 2 === 0 ? [seen.add(value), sum] : [seen, sum + value]),
    [new Set<number>(), 0],
  );
  const unknown = [...used].filter(label => label !== 0 && !labels.has(label));
  const points = isRecord(pointCloud) ? pointCloud['points'] : undefined;
  return [
    ...found,
    ...unknown.map(label => errorAt(path, `label ${label} is not defined`)),
    ...(typeof points === 'number' && points !== total
      ? [errorAt(path, `runs of ${total} points for ${points} points`)]
      : []),
  ];
}
