import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { maskToRings } from '../mask/mask-to-rings.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';
import { ownAttributes } from './own-attributes.ts';
import type { StoredSkeleton } from '../exchange/keypoint-names.ts';
import { boxRing } from '../exchange/coordinates.ts';
import { probabilityOf } from '../exchange/probability.ts';
import { knownAnnotationFields, shapeOfRing } from './coco-file.ts';
import { readRle } from './coco-rle.ts';
import type { CocoLabel } from './coco-label.ts';

type Geometry = JsonRecord & { readonly type: string };

const isNumbers = (value: unknown, least: number): value is number[] =>
  Array.isArray(value) && value.length >= least && value.every(entry => Number.isFinite(entry));

/** A box turned about its middle, clockwise on the screen by degrees, as CVAT writes it. */
function turnedBox([x, y, width, height]: readonly number[], degrees: number): number[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [middleX, middleY] = [x! + width! / 2, y! + height! / 2];
  const ring = boxRing(x!, y!, x! + width!, y! + height!);
  return [0, 2, 4, 6].flatMap(at => {
    const [dx, dy] = [ring[at]! - middleX, ring[at + 1]! - middleY];
    return [middleX + dx * cos - dy * sin, middleY + dx * sin + dy * cos];
  });
}

function cornerPoints(ring: readonly number[]): Geometry {
  return {
    type: 'rbbox',
    points: Object.fromEntries(ring.map((value, at) => [`${at % 2 === 0 ? 'x' : 'y'}${(at >> 1) + 1}`, value])),
  };
}

function boxOf(bbox: unknown): Geometry | undefined {
  if (!isNumbers(bbox, 4)) return undefined;
  const [x, y, width, height] = bbox as [number, number, number, number];
  return { type: 'bbox', points: { x1: x, y1: y, x2: x + width, y2: y + height } };
}

function ringGeometry(ring: readonly number[], annotation: JsonRecord, rotation: unknown): Geometry {
  const shape = typeof annotation['shape'] === 'string' ? annotation['shape'] : shapeOfRing(ring, rotation);
  if (shape === 'rbbox' && ring.length === 8) return cornerPoints(ring);
  if (shape !== 'bbox' || ring.length !== 8) return { type: 'polygon', points: ring, exclude: [] };
  return { type: 'bbox', points: { x1: ring[0], y1: ring[1], x2: ring[4], y2: ring[5] } };
}

const maskGeometries = (mask: MaskRuns): Geometry[] =>
  maskToRings(mask).map(area => ({ type: 'polygon', points: area.points, exclude: area.holes }));

/** The shapes of an annotation, or what is wrong with it. */
function geometriesOf(annotation: JsonRecord, rotation: unknown): readonly Geometry[] | string {
  const { segmentation, bbox } = annotation;
  if (isRecord(segmentation)) {
    try {
      const found = maskGeometries(readRle(segmentation));
      return found.length > 0 ? found : 'segmentation has no pixels';
    } catch (error) {
      if (error instanceof RangeError) return error.message;
      throw error;
    }
  }
  if (Array.isArray(segmentation) && segmentation.length > 0) {
    const rings = segmentation.filter(ring => isNumbers(ring, 6) && ring.length % 2 === 0) as number[][];
    if (rings.length < segmentation.length) return 'segmentation must be lists of at least three x, y pairs';
    return rings.length === 1
      ? [ringGeometry(rings[0]!, annotation, rotation)]
      : rings.map(ring => ({ type: 'polygon', points: ring, exclude: [] }));
  }
  const box = boxOf(bbox);
  if (!box) return 'bbox must be [x, y, width, height]';
  return typeof rotation === 'number' && rotation !== 0 ? [cornerPoints(turnedBox(bbox as number[], rotation))] : [box];
}

function templateOf(
  annotation: JsonRecord,
  label: CocoLabel,
): { geometry: Geometry; visibility: number[]; skeleton: StoredSkeleton } | string {
  const { keypoints } = annotation;
  if (!isNumbers(keypoints, 0) || keypoints.length !== label.keypoints.length * 3)
    return `keypoints must hold ${label.keypoints.length * 3} numbers`;
  const present = [...label.keypoints.keys()].filter(at => keypoints[at * 3 + 2]! > 0);
  const ids = new Map(present.map((index, at) => [index + 1, at + 1]));
  const pairs = label.skeleton.flatMap(([from, to]) =>
    ids.has(from) && ids.has(to) ? [{ from: ids.get(from)!, to: ids.get(to)! }] : [],
  );
  return {
    geometry: {
      type: 'template',
      templateName: label.templateName,
      points: present.map((index, at) => ({ id: at + 1, x: keypoints[index * 3], y: keypoints[index * 3 + 1] })),
      connections: pairs.map((pair, at) => ({ id: at + 1, ...pair })),
      pointLabels: Object.fromEntries(present.map((index, at) => [at, label.keypoints[index]])),
    },
    visibility: present.map(index => keypoints[index * 3 + 2]!),
    skeleton: { names: label.keypoints, lines: label.skeleton, at: present },
  };
}

/** Class, attributes, score and leftovers, the same for every shape of an annotation. */
function sharedFields(annotation: JsonRecord, label: CocoLabel, rest: JsonRecord, report: TransferReport): JsonRecord {
  const { score } = annotation;
  const attributes = label.attributes.read(ownAttributes(annotation), report);
  const leftovers = Object.fromEntries(Object.entries(annotation).filter(([key]) => !knownAnnotationFields.has(key)));
  return {
    className: label.className,
    attributes,
    ...(typeof score === 'number' && Number.isFinite(score)
      ? { probability: probabilityOf(score, label.exactScores), creationType: 'Prediction' }
      : {}),
    source: { format: 'coco', id: annotation['id'], ...leftovers, ...rest },
  };
}

function readKeypoints(
  annotation: JsonRecord,
  label: CocoLabel,
  nextGroup: () => number,
  report: TransferReport,
): JsonRecord[] | string {
  const template = templateOf(annotation, label);
  if (typeof template === 'string') return template;
  const hidden = template.visibility.some(value => value !== 2) ? { v: template.visibility } : {};
  const outline =
    annotation['segmentation'] === undefined
      ? {}
      : { segmentation: annotation['segmentation'], area: annotation['area'] };
  const shared = sharedFields(annotation, label, { ...hidden, ...outline, skeleton: template.skeleton }, report);
  const box = boxOf(annotation['bbox']);
  if (!box) return [{ ...template.geometry, ...shared }];
  const groupId = nextGroup();
  return [
    { ...template.geometry, ...shared, groupId },
    { ...box, className: label.className, attributes: [], groupId, source: { format: 'coco', id: annotation['id'] } },
  ];
}

/** True for an annotation whose keypoints are all absent: it is an object of the instances task then. */
const hasNoKeypoints = (keypoints: readonly unknown[]): boolean =>
  keypoints.every((value, at) => at % 3 !== 2 || value === 0);

/**
 * The instances of one annotation. A keypoint annotation gives a template and, when the file has
 * a box, that box in the same group; several polygons get one new group. Returns none, with a reported problem, when
 * the geometry cannot be read.
 */
export function readAnnotation(
  annotation: JsonRecord,
  label: CocoLabel,
  nextGroup: () => number,
  report: TransferReport,
): readonly JsonRecord[] {
  const path = `annotation ${String(annotation['id'])}`;
  if (
    label.keypoints.length > 0 &&
    Array.isArray(annotation['keypoints']) &&
    !hasNoKeypoints(annotation['keypoints'])
  ) {
    const found = readKeypoints(annotation, label, nextGroup, report);
    if (typeof found !== 'string') return found;
    report.problem(path, found);
    report.add('annotation', dropped);
    return [];
  }
  const rotation = isRecord(annotation['attributes']) ? annotation['attributes']['rotation'] : undefined;
  const geometries = geometriesOf(annotation, rotation);
  if (typeof geometries === 'string') {
    report.problem(path, geometries);
    report.add('annotation', dropped);
    return [];
  }
  const shared = sharedFields(annotation, label, {}, report);
  const group = geometries.length > 1 ? { groupId: nextGroup() } : {};
  return geometries.map(geometry => ({ ...geometry, ...shared, ...group }));
}
