import type { Steps } from '#core/base/common/index.ts';
import { boundsOf } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { regionAreas } from '#plugins/review/agreement/common/index.ts';

/** Rings of an area as flat lists x, y in pixels, counted by the even-odd rule. */
export type Rings = readonly (readonly number[])[];

/** Left, top, right and bottom in pixels; of spans their start and end, with a height of 1. */
export type Extent = readonly [left: number, top: number, right: number, bottom: number];

/** An object in the compact form that prediction sets keep. */
export interface PlainObject {
  /** Name of its class. */
  readonly label: string;
  /** Confidence, 0 to 1. */
  readonly score: number;
  readonly type: 'box' | 'area' | 'tag' | 'span';
  /** Of boxes left, top, right and bottom in pixels, of spans start and end in characters; empty otherwise. */
  readonly points: readonly number[];
  /** Of areas. */
  readonly rings?: Rings;
  /** Of areas whose pixels were counted, in square pixels. */
  readonly area?: number;
  /** A region of many objects that counts neither as found nor as missed. */
  readonly crowd?: true;
}

/** Kinds of comparison: boxes around objects, their exact shapes, tags of items, or spans of texts. */
export const evaluationTasks = ['boxes', 'shapes', 'tags', 'spans'] as const;
export type EvaluationTask = (typeof evaluationTasks)[number];

/** An object as a task compares it. */
export interface EvaluatedObject {
  readonly label: string;
  /** Confidence, 0 to 1. */
  readonly score: number;
  readonly extent: Extent;
  /** Absent for boxes, tags and spans: their extent is all they cover. */
  readonly rings?: Rings;
  /** Square pixels. */
  readonly area: number;
  readonly crowd: boolean;
}

function extentOf(rings: Rings): Extent {
  const { minX, minY, maxX, maxY } = boundsOf(...rings);
  return [minX, minY, maxX, maxY];
}

/** Returns what a box covers, in square pixels. */
export const extentArea = ([left, top, right, bottom]: Extent): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

const WHOLE: Extent = [0, 0, 1, 1];

/** Hundredths of a pixel, in which areas are counted, in a pixel; squared. */
const UNITS = 100 ** 2;

/** Returns what an area covers in square pixels. */
const coveredArea = ({ area }: PlainObject, rings: Rings): number => area ?? regionAreas(rings, []).one / UNITS;

/**
 * Returns the objects that a task compares. A true object keeps the area of its shape when boxes are compared, as
 * COCO does; a predicted one has the area of its box.
 */
export function* objectsOf(
  objects: readonly PlainObject[],
  task: EvaluationTask,
  predicted: boolean,
): Steps<readonly EvaluatedObject[]> {
  const compared: EvaluatedObject[] = [];
  for (const object of objects) {
    const evaluated = evaluatedObject(object, task, predicted);
    if (evaluated !== undefined) compared.push(evaluated);
    yield;
  }
  return compared;
}

function evaluatedObject(object: PlainObject, task: EvaluationTask, predicted: boolean): EvaluatedObject | undefined {
  const { label, score, type, points, rings } = object;
  const shared = { label, score, crowd: object.crowd === true };
  if (task === 'tags') return type === 'tag' ? { ...shared, extent: WHOLE, area: 1 } : undefined;
  if (task === 'spans')
    return type === 'span'
      ? { ...shared, extent: [points[0]!, 0, points[1]!, 1], area: points[1]! - points[0]! }
      : undefined;
  if (type === 'box') {
    const extent = points as unknown as Extent;
    return { ...shared, extent, area: extentArea(extent) };
  }
  if (type !== 'area' || rings === undefined) return undefined;
  const extent = extentOf(rings);
  if (task === 'shapes') return { ...shared, extent, rings, area: coveredArea(object, rings) };
  return { ...shared, extent, area: predicted ? extentArea(extent) : coveredArea(object, rings) };
}
